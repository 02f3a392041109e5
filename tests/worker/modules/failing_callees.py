"""A trace that fails in a called function: what stands after the calls on the way there is not reached."""

import tensorflow as tf


def inner(x):
    before = [each + 1 for each in range(2)]  #: reached
    if x > 0:
        x = x + float(len(before))
    raise ValueError("never")
    return [x for _ in before]


def middle(x, i):
    before = [each + 1 for each in range(2)]  #: reached
    if i > 1:
        x = inner(x)
        assert before
    assert before  #: reached
    return x


@tf.function
def outer(x):
    whole = [each + 1 for each in range(2)]  #: reached
    assert whole  #: reached
    try:
        for i in range(3):
            assert whole  #: reached
            x = middle(
                x,
                max([each + 0 for each in range(i + 1)]),  #: reached
            )
            assert whole  #: reached
    except KeyError:
        assert whole
    except ValueError:
        assert whole  #: reached
        raise
    finally:
        assert whole  #: reached
    assert whole
    return [x for _ in whole]


@tf.function
def first_round(x):
    for i in range(2, 4):
        x = middle(x, i)
        assert i > 1
    return x

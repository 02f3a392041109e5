"""Staged statements within functions, lambdas and comprehensions, and beside names of other scopes."""

# How it is written is what is traced.
# ruff: noqa: B023, E731

import tensorflow as tf

from tests.explicit_form.calls import Calls

CALLS = Calls()
called = CALLS.note
NUMBERS = tuple((value,) for value in (-3.0, 0.5, 7.0))
COUNTED = tuple((value, count) for value in (-3.0, 4.0) for count in (0, 5))


@called("float32[]", *NUMBERS)
def nonlocal_state(x):
    total = x

    def add(y):
        nonlocal total
        total = total + y

    add(1.0)
    if x > 1.0:
        total = total * 2.0
    return total


@called("float32[]", *NUMBERS)
def nonlocal_in_branch(x):
    total = x

    def add(y):
        nonlocal total
        if y > 1.0:
            total = total + y
        return total

    return add(x) + total


@called("float32[]", *NUMBERS)
def comprehension_inside(x):
    return [y if y > 0.0 else -y for y in [x, x + 1.0]]


@called("float32[]", *NUMBERS)
def lambda_inside(x):
    clip = lambda y, high=3.0: high if y > high else y
    return clip(x) + (lambda z: z if z > 0.0 else 0.0)(x)


@called("float32[], int32[]", *COUNTED)
def inner_function_in_loop(x, n):
    for i in tf.range(n):

        def grow(y):
            return y * 2.0 + tf.cast(i, tf.float32)

        x = grow(x)
    return x


@called("float32[]", *NUMBERS)
def tries(x):
    try:
        if x > 1.0:
            x = x * 2.0
    finally:
        x = x + 1.0
    return x


@called("float32[], int32[]", *COUNTED)
def keyword_only(x, n, *rest, low=0.0, **more):
    if x < low:
        x = low
    return x * 1.0


@called("float32[]", *NUMBERS)
def swaps(x):
    a, b = x, x + 1.0
    if a > 0.0:
        a, b = b, a
    (c, d), *e = (a, b), a
    while a < 10.0:
        a, b = b + 1.0, a + 2.0
    return a, b, c, d, e


@called("float32[]", *NUMBERS)
def key_of_variable(x):
    kept = {"a": x}
    key = "a"
    if x > 1.0:
        kept[key] = x * 2.0
    return kept["a"]


@called("float32[]", *NUMBERS)
def item_of_list(x):
    kept = [x, x]
    if x > 1.0:
        kept[0] = x * 2.0
        kept[1] += 1.0
    i = 0
    while i < 3:
        kept[-1] = kept[-1] + 1.0
        i += 1
    return kept[0] + kept[1]


class Box:
    """Holds a value."""

    def __init__(self, value):
        self.value = value
        self.inner = None


@called("float32[]", *NUMBERS)
def deep_attributes(x):
    box = Box(x)
    box.inner = Box(x)
    if x > 1.0:
        box.inner.value = x * 2.0
        box.value += 1.0
    return box.inner.value + box.value

"""Expressions in the heads of statements, which all have the statement's place for AutoGraph; inner functions."""

import tensorflow as tf


def scaled(x, k):
    return x * float(k)


@tf.function
def heads(x, n, off):
    if (
        x > 1.0
        and (n > 0 or x < 5.0)  #: or=python
    ) or (
        not n  #: not=python and=python
        and x > 7.0
    ):
        x = x + 1.0
    if n > 5 or (
        scaled(
            x if x > 0.0 else -x,  #: conditional-expression=staged:StatelessIf
            2 if n else 3,  #: conditional-expression=python
        )
        > 1.0
        and not off  #: not=python
    ):
        x = -x
    if off:  #: if=python
        x = x + 2.0
    elif not not off:  # noqa: SIM208 #: not=python if=python
        x = x + 3.0
    for i in range(
        2
        if n and not off  #: and=python not=python
        else n or 1  #: or=not-reached
    ):
        if (1 if off else 0) or (  #: if=python or=python conditional-expression=python
            2 if i and not off else 0  #: conditional-expression=python and=python not=python
        ):
            continue
        x = x * 2.0
    return x


@tf.function
def inner(x, n, flag):
    def parts(v, k=2 if n else 3, *, j=n and 4):  #: conditional-expression=python and=python
        assert v is not None  #: assert=never-staged
        return [v * float(i * k) for i in range(j)]  #: comprehension=never-staged

    def unused(v):
        return [w + 1.0 for w in v]  #: comprehension=never-staged

    one = lambda v: [w + 1.0 for w in v]  #: comprehension=never-staged  # noqa: E731
    for i in range(n):
        assert i < 9  #: assert=never-staged
    picked = (
        one
        if flag  # a plain Python value
        else (lambda v: v if v else unused(v))  #: conditional-expression=not-reached
    )
    return picked(parts(x))

"""Expressions in the heads of statements, which AutoGraph all gives the statement's place; inner functions, defaults."""

import tensorflow as tf


def scaled(x, k):
    return x * float(k)


@tf.function
def heads(x, n, off):
    if (x > 1.0 and (n > 0 or x < 5.0)) or (not n and x > 7.0):  #: and=staged or=staged or=python not=python and=python if=staged
        x = x + 1.0
    if (
        n > 5
        or scaled(
            x if x > 0.0 else -x,  #: conditional-expression=staged:StatelessIf
            2 if n else 3,  #: conditional-expression=python
        )
        > 1.0
        and not off  #: not=python
    ):
        x = -x
    if off:  #: if=python
        x = x + 2.0
    elif not not off:  #: not=python if=python
        x = x + 3.0
    for i in range(2 if n and not off else n or 1):  #: for=python conditional-expression=python and=python not=python or=not-reached
        if (1 if off else 0) or (2 if i and not off else 0):  #: if=python or=python conditional-expression=python and=python not=python
            continue
        x = x * 2.0
    return x

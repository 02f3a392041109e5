"""Conditional and boolean expressions inside one another, over several lines and as parts of longer ones."""

import tensorflow as tf


@tf.function
def ternaries(x, n, flag):
    a = 1 if flag else (2 if n > 1 else 3)  #: conditional-expression=python
    b = (
        x
        if x > 0.0
        else (
            1.0
            if flag  # a plain Python value
            else 2.0
        )
    )
    c = (
        (4 if n > 1 else 5)  #: conditional-expression=not-reached conditional-expression=python
        if flag
        else 6
    )
    return a + b + c


@tf.function
def chains(x, n):
    return (
        (n > 1 and n > 2 and n > 3),  #: and=python
        (x > 1.0 and x > 2.0 and x > 3.0),  #: and=staged:StatelessIf
        (n > 1 or n > 2 or 0 < n < 2 < 3),  #: or=python and=not-reached
        (0.0 < x < 1.0 < 2.0 or x > 2.0 or x > 3.0),  #: or=staged:StatelessIf and=staged:StatelessIf
        not n,  #: not=python
    )


@tf.function
def unconverted(x, n):
    if (
        n > 1
        and n > 2
    ):
        x = x + 1.0
    for _ in range(n):  #: for=not-converted
        x = x * 2.0
    else:
        x = x + 1.0
    return x


class Lazy(tf.Module):
    def __init__(self):
        super().__init__()
        self.weights = []

    @tf.function
    def scale(self, x):
        if not self.weights:  #: if=python not=python
            for index in range(3):  #: for=python
                self.weights.append(tf.Variable(float(index)))
        for weight in self.weights:  #: for=python
            x = x * weight
        return x


lazy = Lazy()


def deeper(x, n):
    if n <= 0:
        return x
    return deeper(x + 1.0, n - 1)


deep = tf.function(deeper)

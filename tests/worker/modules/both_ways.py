"""Statements settled in Python here and staged there, loops over datasets, and a lazily made variable."""

import tensorflow as tf


def clamp(value, low, high):
    if value < low:  #: if=python if=staged:StatelessIf
        value = low
    while value > high:  #: while=python while=staged:StatelessWhile
        value = value - high
    return value


@tf.function
def mixed(x, level):
    level = clamp(level, 0, 10)
    x = clamp(x, -1.0, 1.0)
    for step in range(clamp(25, 1, 7)):  #: for=python
        if step > 2:  #: if=python
            x = x + 0.1
    return x * tf.cast(level, tf.float32)


@tf.function
def datasets(n):
    total = tf.constant(0, tf.int64)
    for v in tf.data.Dataset.range(5):  #: for=staged:ReduceDataset
        if v > 2:  #: if=staged:StatelessIf
            total += v
    for k in range(3):  #: for=python
        if k == n:  #: if=python
            break
        total += 1
    return total


class Lazy(tf.Module):
    def __init__(self):
        super().__init__()
        self.weights = None

    @tf.function
    def scale(self, x):
        if self.weights is None:  #: if=python
            self.weights = tf.Variable(tf.ones([3]))
        if tf.reduce_sum(x) > 0:  #: if=staged:If
            x = x * self.weights
        return x


lazy = Lazy()

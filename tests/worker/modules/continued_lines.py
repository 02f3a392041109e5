"""Statements after, and across, backslash continuations, where TensorFlow's own lines are short by one each."""

import functools

import tensorflow as tf


@tf.function
def continued(x):
    y = x \
        + 1.0
    s = tf.reduce_sum(x) \
        + 2.0
    t = \
        s if s > 0 else -s  #: conditional-expression=staged:StatelessIf
    if s > \
       0 and \
       t > 1:
        y = y + 1.0
    for _ in range(2):  #: for=python
        if t > 3:  #: if=staged:StatelessIf
            y = y * 2.0
    return y


def checked(function):
    @functools.wraps(function)
    def shell(x):
        if x.shape.rank == 0:  #: if=python
            x = x[tf.newaxis]
        return function(x)

    return shell


@tf.function
@checked
def wrapped(x):
    if tf.reduce_max(x) > 1.0:  #: if=staged:StatelessIf
        x = x / 2.0
    return x

"""Functions whose tracing fails, each in another way."""

import sys

import tensorflow as tf


@tf.function
def half_defined(score):
    if score > 50.0:  # error
        note = tf.constant("pass")
    return note


@tf.function
def collected(n):
    found = []
    for v in tf.range(n):
        found.append(v * v)
    return tf.stack(found)  # error


@tf.function
def returned(values):
    for i in tf.range(tf.size(values)):  # error
        if values[i] > 0:
            return i
    return tf.constant(-1)


@tf.function
def iterated(values):
    kept = [v * 2 for v in values]  # error
    return tf.stack(kept)


def deep(x):
    return x.no_such_attribute  # error


@tf.function
def inner(x):
    return deep(x)


@tf.function
def nested(x):
    return inner(x)


@tf.function
def variable_inside(x):
    kernel = tf.Variable(tf.ones([3]))  # error
    return x * kernel


@tf.function
def leaves(x):
    sys.exit(3)  # error


@tf.function
def endless(x, n):
    if n is not None:
        return x
    return endless(x, n)  # error


@tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])
def declared(points):
    return points + 1.0


class Refused(Exception):
    def __init__(self, code, *, why):
        super().__init__(f"{code}: {why}")


@tf.function
def refused(x):
    raise Refused(3, why="\x1b[1mnever\x1b[0m")  # error


def two(a, b):
    return a + b


@tf.function
def unbound(x):
    return two(x)  # error

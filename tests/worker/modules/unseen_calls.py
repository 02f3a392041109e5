"""Code that runs while tracing though no converted code calls it: properties, operators, what a library calls."""

import contextlib
import functools

import numpy as np
import tensorflow as tf


class Vector:
    def __init__(self, values):
        self.values = values

    def __add__(self, other):
        if self.values.shape.rank == 1:  #: if=not-converted
            return Vector(self.values + other.values)
        return other

    def __iter__(self):
        for index in range(2):  #: for=not-converted
            yield self.values[index]

    def __enter__(self):
        while self.values is None:  #: while=not-converted
            pass
        return self

    def __exit__(self, *error):
        if error[0] is not None:  #: if=not-converted
            return False
        return None

    @property
    def total(self):
        assert self.values is not None  #: assert=never-staged
        if self.values.shape.rank:  #: if=not-converted
            return tf.reduce_sum(self.values)
        return [value for value in self.values if value]  #: comprehension=not-reached


@contextlib.contextmanager
def scope(n):
    if n > 0:  #: if=not-converted
        n = 1
    yield n


@functools.lru_cache(None)
def cached(n):
    return [
        each if each > 1 else 0  #: conditional-expression=not-converted
        for each in range(n)
    ]


def body(index, total):
    if index is None:  #: if=not-converted
        total = -total
    return index + 1, total * 2.0


@tf.custom_gradient
def doubled(x):
    def backwards(upstream):
        if upstream is None:  #: if=not-converted
            return upstream
        return upstream * 2.0

    if x is None:  #: if=not-converted
        x = 1.0
    return x * 2.0, backwards


@tf.function(autograph=False)
def left(x, n):
    if n > 2:  #: if=not-converted
        x = x + 1.0
    return x


def both(value):
    if value is None:  #: if=python if=not-converted
        return 0.0
    return value


@tf.autograph.experimental.do_not_convert
def calls_both(x):
    return both(x)


@tf.function
def unseen(x):
    summed = Vector(x) + Vector(x)
    y = summed.total
    for value in summed:  #: for=python
        y = y + value
    with summed, scope(2) as n:
        y = y + float(n + cached(3)[2])
    _, y = tf.while_loop(lambda index, total: index < 3, body, [0, y])
    with tf.GradientTape() as tape:
        tape.watch(y)
        z = doubled(left(y, 3))
    return tape.gradient(z, y) + both(y) + calls_both(y)


@tf.function
def bound_wrongly(x):
    return calls_both(x, 1)


class Number:
    def __array__(self, dtype=None, copy=None):
        if dtype is None:  #: if=not-converted
            dtype = np.float64
        for _ in range(1):  #: for=not-converted
            value = np.array(2.0, dtype)
        return value


def device_of(op):
    if op.type == "AddV2":  #: if=not-converted
        return "/cpu:0"
    return ""


@tf.function(autograph=False)
def makes_ops(x, n):
    with tf.compat.v1.device(device_of):
        x = x + 1.0
    x = tf.raw_ops.AddV2(x=x, y=Number())
    if n > 1:  #: if=not-converted
        x = x * (2.0 if n else 3.0)  #: conditional-expression=not-converted
    return x

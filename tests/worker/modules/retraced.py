"""Functions that are traced again, each for another reason."""

import collections
import dataclasses
import enum

import tensorflow as tf

Pair = collections.namedtuple("Pair", ["ids", "mask"])


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


@dataclasses.dataclass(frozen=True)
class Config:
    width: int
    name: str = "small"


a = tf.Variable([1.0, 2.0], name="a")
b = tf.Variable([3.0, 4.0], name="b")
frozen = tf.Variable([0.0, 0.0], trainable=False, name="frozen")


class Scaler:
    def __init__(self, factor):
        self.factor = factor

    @tf.function
    def apply(self, x):
        return x * self.factor


mild, strong = Scaler(0.5), Scaler(2.0)


@tf.function
def anything(x, flag=True):
    print("tracing anything")
    return tf.nest.map_structure(tf.identity, x), flag


@tf.function
def keyed_by(thing):
    return tf.constant(1)


@tf.function(reduce_retracing=True)
def relaxed(rows):
    return tf.reduce_sum(rows)


@tf.function
def power(x, n):
    if n <= 0:
        return tf.ones_like(x)
    half = power(x, n // 2)
    if n % 2 == 1:
        return half * half * x
    return half * half

"""Control flow that the user staged by hand, beside what AutoGraph staged; comments name the calls."""

import functools

import tensorflow as tf
from tensorflow import map_fn


def helper(x):
    return tf.cond(x > 0, lambda: x + 1.0, lambda: x - 1.0)  # tf.cond


def generator(x):
    yield tf.cond(x > 0, lambda: x + 1.0, lambda: x - 1.0)  # tf.cond


@tf.autograph.experimental.do_not_convert
def left_alone(x):
    return tf.vectorized_map(lambda v: v * v, tf.stack([x, x]))  # tf.vectorized_map


@tf.function
def hand(x, n):
    pair = tf.stack([x, x])
    found = []
    found.append(tf.cond(x > 1.0, lambda: x, lambda: -x))  # tf.cond
    found.append(tf.while_loop(lambda i, b: i < n, lambda i, b: (i + 1, b * 2.0), (0, x)))  # tf.while_loop
    found.append(tf.case([(x < 1.0, lambda: x), (x < 2.0, lambda: x * 2.0)], default=lambda: x * 3.0))  # tf.case
    found.append(tf.switch_case(n, [lambda: x, lambda: x + 1.0]))  # tf.switch_case
    found.append(map_fn(lambda v: v + 1.0 if v > 0 else v, pair))  # tf.map_fn
    found.append(tf.scan(lambda a, v: a + v, pair))  # tf.scan
    found.append(tf.foldl(lambda a, v: a + v, pair))  # tf.foldl
    found.append(tf.foldr(lambda a, v: a + v, pair))  # tf.foldr
    found.append(tf.vectorized_map(lambda v: v * v, pair))  # tf.vectorized_map
    found.append(functools.partial(tf.cond, x > 0.0)(lambda: x, lambda: x))  # tf.cond
    if x > 3.0:
        x += 1.0
    for _ in tf.range(n):
        x += tf.cond(x > 1.0, lambda: 1.0, lambda: 2.0)  # tf.cond
        if x > 10.0:
            break
    return found, helper(x), helper(-x), next(generator(x)), left_alone(x)

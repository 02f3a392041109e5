"""Loops and ifs that are left by break, continue and return."""

import tensorflow as tf


@tf.function
def breaks(x, n):
    for _ in tf.range(n):
        if x > 10.0:
            break
        x += 1.0
    return x


@tf.function
def skips(x, n):
    for _ in tf.range(n):
        if x > 10.0:
            continue
        x += 1.0
    return x


@tf.function
def both(x):
    while x < 100.0:
        if x > 50.0:
            break
        if x > 5.0:
            x += 7.0
            continue
        x += 1.0
    return x


@tf.function
def nested(values):
    hits = 0
    for row in values:
        for value in row:
            if value > 3.0:
                break
            hits += 1
    return hits


@tf.function
def returns(x):
    if x > 3.0:
        if x > 4.0:
            return x
        return x + 2.0
    return x + 1.0

"""Small functions whose graphs are known, node by node."""

import tensorflow as tf

weights = tf.Variable(tf.ones([4, 2]), name="weights")
table = tf.constant([1.0, 2.0, 3.0])
large = tf.range(1000, dtype=tf.float32)


@tf.function
def half(v):
    return v * 0.5


@tf.function
def step(x, feats):
    y = tf.matmul(x, weights)
    weights.assign_sub(tf.ones_like(weights))
    return tf.reduce_sum(y) + feats["a"], half(feats["a"])


@tf.function
def walk(x, n):
    total = x
    for i in tf.range(n):
        if total > 2.0:
            total = total + tf.cast(i, tf.float32)
    return total + half(half(x))


@tf.function
def constants(x):
    numbers = tf.constant(list(range(100)), tf.float32)
    return x + table[0] + tf.reduce_sum(numbers), tf.constant("text"), tf.reduce_sum(large)


@tf.function
def placed(x):
    with tf.device("/CPU:0"):
        return tf.identity(x) + 1.0


@tf.function
def by_hand(x, n):
    x = tf.cond(x > 0.0, lambda: x + 1.0, lambda: x)
    x = tf.switch_case(n, [lambda: x, lambda: -x])
    return tf.while_loop(lambda v: v < 10.0, lambda v: v * 2.0, [x])

"""Mistakes of staging in other forms than the snippets have them."""

import tensorflow as tf


@tf.function
def kept_in_a_branch(x):
    kept = []
    if x > 0.0:
        kept.append(x * 2.0)
    return tf.stack(kept)


@tf.function
def cast_in_the_loop(n):
    best = 0
    for i in tf.range(n):
        best = tf.cast(i, tf.float32)
    return best


@tf.function(autograph=False)
def off(values):
    total = 0.0
    for v in values:
        total += v
    return total


@tf.function
def none_in_a_branch(x):
    y = None
    if x > 0.0:
        y = x * 2.0
    return y


@tf.function
def plain_mistake(x):
    while x.no_such_attribute > 3:
        x += 1.0
    return x


@tf.function
def left_by_a_tensor(x):
    for _ in range(3):
        if x > 1.0:
            break
        x += 1.0
    return x


@tf.function
def asked(x):
    assert x > 0.0
    return x


@tf.function
def gone_over(values):
    doubled = values * 2.0
    return [v + 1.0 for v in doubled]


@tf.function
def after_some_ops(x):
    y = x * 2.0
    if y > 1.0:
        y = y + 1.0
    return tf.matmul(y, y, no_such_option=True)


@tf.function
def over_ragged_rows(rows):
    total = tf.constant(0.0)
    for row in rows:
        total += tf.reduce_sum(row)
    return total


@tf.function
def deep_inside(n, row):
    for _ in tf.range(n):
        scaled = row * 2.0
        if tf.reduce_sum(scaled) > 3.0:
            row = tf.exp(scaled)
            row += 1.0
        else:
            row = tf.reshape(tf.sin(scaled), [7])
    return row


@tf.function
def of_two_structures(x):
    return tf.cond(x > 1.0, lambda: tf.sin(x), lambda: (x, x))


@tf.function
def halved(x):
    half = x / 2.0
    return half.no_such_attribute


@tf.function
def calling(x):
    return halved(x + 1.0)


@tf.function
def added(x, y):
    if tf.reduce_sum(x) > 0.0:
        x = x + y
    return x


@tf.function
def stacked(x, y):
    return tf.stack([x, y])


@tf.function
def summed_over(x, y):
    return tf.einsum("ij,jk->ik", x, y)

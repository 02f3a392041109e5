"""Functions for single passes of Grappler, each with something in it that one pass is known to change."""

import os

import tensorflow as tf

kernel = tf.Variable(tf.eye(4), name="kernel")
bias = tf.Variable(tf.zeros([4]), name="bias")
filters = tf.Variable(tf.ones([3, 3, 3, 4]), name="filters")


@tf.function
def folded(x):
    return x * tf.reduce_sum(tf.range(4, dtype=tf.float32) * 3.0)


@tf.function
def dense(x):
    return tf.nn.relu(tf.nn.bias_add(tf.matmul(x, kernel), bias))


@tf.function
def convolved(x):
    return tf.nn.relu(tf.nn.bias_add(tf.nn.conv2d(x, filters, 1, "SAME"), bias))


@tf.function
def same_twice(x):
    return tf.math.erf(x) + tf.math.erf(x) * 2.0


@tf.function
def same_chains(x):
    return tf.math.erf(tf.sin(x) * 2.0) + tf.cos(tf.math.erf(tf.sin(x) * 2.0))


@tf.function
def same_steps(x):
    return tripled(x + 1.0) + tripled(tf.sin(x))


@tf.function
def summed(x, y):
    return x + y + tf.sin(x) + tf.cos(y)


@tf.function
def two_factors(x):
    return tf.sin(x) * 2.0 * 3.0


@tf.function
def turned_product(x, y):
    return tf.matmul(tf.transpose(x), y) * 2.0


@tf.function
def gelu(x):
    return tf.nn.gelu(tf.sin(x))


@tf.function
def squared(x):
    return x * x


@tf.function
def unused(x):
    tf.matmul(x, x)
    return tf.identity(tf.identity(x)) + 1.0


@tf.function
def transposed(x):
    return tf.transpose(tf.transpose(x)) + 1.0


@tf.function
def tripled(x):
    return x * 3.0


@tf.function
def through_helper(x):
    return tripled(x) + 1.0


@tf.function
def decided(x):
    if tf.reduce_sum(tf.constant([1.0, 2.0])) > 2.0:
        return x * 3.0
    return tf.math.erf(x)


@tf.function
def looped(x, n):
    i = tf.constant(0)
    while i < n:
        x = tf.sin(x) + 2.0
        i += 1
    return x


@tf.function
def waiting(x):
    with tf.control_dependencies([tf.identity(x), tf.sin(x)]):
        doubled = x * 2.0
    tf.print("doubled", doubled)
    return doubled


@tf.function(experimental_attributes={"_noinline": True})
def apart(x):
    return tf.reduce_sum(tf.range(4, dtype=tf.float32)) * x


@tf.function
def twice_apart(x):
    return apart(apart(x) + 1.0)


@tf.function
def large(x):
    return tf.matmul(x, tf.random.stateless_normal([64, 4096], [1, 2])) + tf.constant([float(n) for n in range(4096)])


@tf.function
def dies_in_the_run(x):
    def end(value):
        os.kill(os.getpid(), 9)

    return tf.py_function(end, [x], tf.float32)

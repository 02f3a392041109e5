"""Loops, stores and calls whose shapes the graph after Grappler does not tell by itself."""

import tensorflow as tf

kernel = tf.Variable(tf.ones([4, 2]), name="kernel")
queue = tf.queue.FIFOQueue(4, [tf.float32], shapes=[[]])


@tf.function
def nested(x, n):
    for _ in tf.range(n):
        y = tf.sin(x)
        for _ in tf.range(n):
            y = y * 2.0
        x = x + tf.cos(y)
    return x


@tf.function
def growing(x, n):
    for _ in tf.range(n):
        tf.autograph.experimental.set_loop_options(shape_invariants=[(x, tf.TensorShape([None]))])
        x = tf.concat([x, [1.0]], 0)
    return x


@tf.function
def through_python(x, n):
    for _ in tf.range(n):
        tf.autograph.experimental.set_loop_options(shape_invariants=[(x, tf.TensorShape(None))])
        x = tf.py_function(lambda value: value * 2.0, [x], tf.float32)
    return x


@tf.function
def stored(x):
    queue.enqueue(x + 1.0)
    return queue.dequeue() * kernel


@tf.function
def inside(x):
    return tf.sin(x) * 2.0


@tf.function(experimental_attributes={"_noinline": True})
def apart(x):
    return inside(tf.reduce_sum(tf.range(4, dtype=tf.float32)) * x)


@tf.function
def apart_twice(x):
    return apart(apart(x) + 1.0)


@tf.function
def roots(x):
    return tf.exp(tf.sqrt(tf.abs(x)))


@tf.function(experimental_attributes={"_noinline": True})
def apart_alone():
    return tf.reduce_sum(tf.range(4, dtype=tf.float32)) * tf.exp(2.0)


@tf.function
def only_calls():
    return apart_alone()

"""Functions for Grappler to work on: look at each before and after.

Beginner. An assistant tidies the card before it is used: sums that never change are done once, steps nobody needs are
struck out, two steps that always come together become one. The dish stays the same.

Developer. None of this needs your help, and that is the point: write what reads well. `fold` multiplies constants,
`dead` computes something that nobody uses, `twice` computes the same thing two times, `fuse` is a dense layer in three
ops, `layout` turns an image to channels-last and straight back. Choose *After Grappler* to see what is left.

Researcher. constant folding, pruning and common subexpressions, arithmetic rewrites (transposes that cancel) and the
remapper (MatMul + BiasAdd + Relu to _FusedMatMul) run inside the runtime's meta optimizer, several rounds, on the
inlined and placed graph. Which fusions happen depends on the device and the build.
"""

import tensorflow as tf

graphscope_signatures = {
    "fold": ["float32[6]"],
    "dead": ["float32[4, 4]"],
    "twice": ["float32[6]"],
    "fuse": ["float32[8, 4]"],
    "layout": ["float32[1, 3, 5, 5]"],
}

#: fold | float32[6] | traced | fewer Mul
#: dead | float32[4, 4] | traced | fewer MatMul
#: twice | float32[6] | traced | fewer Sin
#: fuse | float32[8, 4] | traced | makes _FusedMatMul
#: layout | float32[1, 3, 5, 5] | traced | fewer Transpose

kernel = tf.Variable(tf.eye(4), name="kernel")
bias = tf.Variable(tf.zeros([4]), name="bias")


@tf.function
def fold(x):
    seconds_per_day = tf.constant(24.0) * tf.constant(3600.0)
    return x * seconds_per_day


@tf.function
def dead(x):
    unused = tf.matmul(x, x)
    del unused
    return x + 1.0


@tf.function
def twice(x):
    return tf.sin(x) * 2.0 + tf.sin(x)


@tf.function
def fuse(x):
    return tf.nn.relu(tf.nn.bias_add(tf.matmul(x, kernel), bias))


@tf.function
def layout(image):
    channels_last = tf.transpose(image, [0, 2, 3, 1])
    channels_first = tf.transpose(channels_last, [0, 3, 1, 2])
    return channels_first + 0.5

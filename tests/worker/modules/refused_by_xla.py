"""Functions that trace and run, and that XLA refuses, each for a reason of its own."""

import tensorflow as tf

grow = tf.Variable(tf.zeros([2]), shape=tf.TensorShape([None]), name="grow")
keys, values = tf.constant([1], tf.int64), tf.constant([2], tf.int64)
table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(keys, values), -1)


@tf.function
def prints(x):
    if tf.reduce_sum(x) > 0.0:
        tf.print("positive", x)
        x = x + 1.0
    return x


@tf.function
def writes_words(x):
    y = x + 1.0
    return tf.strings.as_string(y)


@tf.function
def runs_python(x):
    y = x + 1.0
    return tf.numpy_function(lambda value: value * 2, [y], tf.float32)


@tf.function
def reads_a_dataset(x):
    for value in tf.data.Dataset.range(3):
        x = x + tf.cast(value, tf.float32)
    return x


@tf.function
def scales_a_picture(x):
    return tf.image.resize(x, [4, 4], method="area")


@tf.function
def counts_rounds(x, n):
    for _ in tf.range(n):
        x = x * 2.0
    return x


@tf.function
def counts_values(x):
    return tf.math.bincount(x)


@tf.function
def grows_a_variable(x):
    grow.assign(tf.concat([grow, x], 0))
    return tf.reduce_sum(grow)


@tf.function
def grows_in_a_loop(x, n):
    i = tf.constant(0)
    while i < n:
        tf.autograph.experimental.set_loop_options(shape_invariants=[(x, tf.TensorShape([None]))])
        x = tf.concat([x, x], 0)
        i += 1
    return x


@tf.function
def looks_up(x):
    return table.lookup(x)


@tf.function
def of_rows(x, rows):
    return x + tf.reduce_sum(rows.values)

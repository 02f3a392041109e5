"""Functions that are odd to run for Grappler: resources, side effects, seeds, two devices, a pass that ends."""

import os

import tensorflow as tf
from tensorflow.python.eager import context

cpu = tf.config.list_physical_devices("CPU")[0]
tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration()] * 2)

table = tf.lookup.StaticHashTable(
    tf.lookup.KeyValueTensorInitializer(tf.constant(["a", "b"]), tf.constant([1, 2], tf.int64)), default_value=0
)
calls = tf.Variable(0, name="calls")
generator = tf.random.Generator.from_seed(3)
seen = []


@tf.function
def looked_up(words):
    return table.lookup(words)


@tf.function
def of_ragged(rows):
    return tf.reduce_sum(rows, axis=1), rows.row_lengths()


@tf.function
def without_inputs():
    return tf.reduce_sum(tf.range(4)) + calls


@tf.function
def many(x):
    return {"sum": tf.reduce_sum(x), "both": (x, [x + 1.0])}, tf.shape(x)


@tf.function
def with_effects(x, path):
    calls.assign_add(1)
    tf.print("printed", calls)
    tf.io.write_file(path, tf.strings.as_string(calls))
    return tf.py_function(lambda value: seen.append(1) or value * 2.0, [x], tf.float32)


@tf.function
def seeded(x):
    dropped = tf.nn.dropout(x, 0.5, seed=1)
    return dropped + generator.normal([3]) + tf.random.stateless_uniform([3], (1, 2))


@tf.function
def arrays(n):
    array = tf.TensorArray(tf.int32, size=0, dynamic_size=True)
    for i in tf.range(n):
        array = array.write(i, i * i)
    return array.stack()


@tf.function
def of_a_dataset(pictures):
    total = tf.constant(0.0)
    for picture in pictures.map(lambda each: each * 2.0):
        total += tf.reduce_sum(picture)
    return total


@tf.function
def on_two_devices(x):
    with tf.device("/cpu:0"):
        y = tf.sin(x)
    with tf.device("/cpu:1"):
        return tf.cos(y) * 2.0


def with_a_pass_that_ends():
    """A function, and a configuration of Grappler in which one pass ends the process."""
    plain = context.Context.config.fget

    def config(self):
        found = plain(self)
        found.graph_options.rewrite_options.auto_parallel.enable = True
        found.graph_options.rewrite_options.auto_parallel.num_replicas = 0
        return found

    context.Context.config = property(config)
    return tf.function(lambda x: tf.nn.relu(x) + float(os.getpid() > 0))

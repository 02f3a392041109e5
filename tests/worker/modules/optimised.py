"""Functions for Grappler and XLA, each with something in it that they are known to change, or to refuse."""

import os

import tensorflow as tf

kernel = tf.Variable(tf.eye(4), name="kernel")
bias = tf.Variable(tf.zeros([4]), name="bias")
counter = tf.Variable(0, name="counter")
tracings = []


@tf.function
def table_of_constants(x):
    table = tf.range(4, dtype=tf.float32) * 3.0 + 1.0
    weight = tf.reduce_sum(table) / 2.0
    return tf.reshape(tf.reshape(x, [2, 2]), [4]) * weight


@tf.function
def same_twice(x):
    return tf.math.erf(x) * tf.math.erf(x)


@tf.function
def unused_work(x):
    tf.matmul(x, x)
    return tf.identity(tf.identity(x)) + 1.0


@tf.function
def dense(x):
    return tf.nn.relu(tf.nn.bias_add(tf.matmul(x, kernel), bias))


@tf.function
def tripled(x):
    return x * 3.0


@tf.function
def through_helper(x):
    return tripled(x) + 1.0


@tf.function
def branch_and_loop(x, n):
    if tf.reduce_sum(x) > 0.0:  # noqa: SIM108
        x = tripled(x)
    else:
        x = tf.math.erf(x)
    i = tf.constant(0)
    while i < n:
        x = tf.sin(x) + 2.0
        i += 1
    return x


@tf.function
def never_erf(x):
    if tf.constant(5) > tf.constant(4):
        return tripled(x)
    return tf.math.erf(x)


@tf.function
def chosen_by_number(i, x):
    return tf.switch_case(i, [lambda: x + 1.0, lambda: tf.sin(x), lambda: tf.cos(x)])


@tf.function
def no_arguments():
    return tf.random.uniform([2]) + tf.ones([2])


@tf.function
def several(x, words, flag=True):
    return {"twice": x * 2.0, "words": [tf.strings.upper(words), words]}, x if flag else -x


@tf.function
def counts(x):
    tracings.append("traced")
    counter.assign_add(1)
    return x


@tf.function
def tells():
    with tf.init_scope():
        print("counted", counter.numpy(), "traced", len(tracings))
    return 0


@tf.function
def says(x):
    print("while tracing")
    tf.print("while running", x)
    return x + 1.0


class Net:
    """Makes its variable at the first call."""

    def __init__(self):
        self.weight = None

    @tf.function
    def step(self, x, *, scale=2.0):
        if self.weight is None:
            self.weight = tf.Variable(tf.ones([4]), name="weight")
        return x * self.weight * scale


net = Net()


@tf.function
def inverse(x):
    return tf.linalg.inv(x)


@tf.function
def fails_in_python(x):
    return tf.py_function(lambda value: 1 / 0, [x], tf.float32)


@tf.function
def cannot_be_traced(x):
    return tf.matmul(x, tf.ones([7, 7]))


@tf.function
def aborts(x):
    def end(value):
        os.write(2, b"F0000 Check failed: never 1 == 2\n")
        os.abort()

    return tf.py_function(end, [x], tf.float32)


@tf.function
def exits(x):
    def end(value):
        raise SystemExit(3)

    return tf.py_function(end, [x], tf.float32)


@tf.function(jit_compile=True)
def compiled(x):
    return tf.sin(x) * 2.0


@tf.function
def looped(x, n):
    for _ in tf.range(n):
        x = x * 2.0 + 1.0
    return x


@tf.function
def invariant(x, y, n):
    i = tf.constant(0)
    while i < n:
        x = x + tf.sin(y)
        i += 1
    return x


@tf.function
def chain(x):
    return tf.tanh(tf.exp(x) * 2.0 + 1.0) - x


@tf.function
def shaped_by(x, n):
    return tf.reshape(x, [n, -1])


@tf.function
def lengths(words):
    return tf.strings.length(words)


@tf.function
def of_a_dict(features):
    return features["a"] + features["b"][0]


@tf.function
def row_sums(rows):
    return tf.reduce_sum(rows, axis=1)


@tf.function
def told_by_sign(x):
    if tf.reduce_sum(x) > 0.0:
        tf.print("positive")
    return tf.strings.join([tf.fill([1], "ab" * 75), tf.constant(["one"])])


@tf.function(jit_compile=True)
def compact(x, n):
    if x.shape[0] is None:
        x = tf.ensure_shape(x, [None, 4])
    total = tf.zeros([4])
    for i in tf.range(n):
        total += x[i % tf.shape(x)[0]]
    return tf.nn.softmax(total)


@tf.function
def checked(x):
    tf.debugging.assert_positive(x)
    return tf.debugging.check_numerics(x, "not a number") + 1.0


@tf.function
def scaled_rows(a, n, b):
    return tf.reshape(a, [n, -1]) + tf.cast(b, tf.float32) + tf.reduce_sum(bias)

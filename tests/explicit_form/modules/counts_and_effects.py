"""Loops over datasets, loops that carry nothing, ranges with computed ends, and state of other kinds."""

# How it is written is what is traced.
# ruff: noqa: B007, B905

import tensorflow as tf

from tests.explicit_form.calls import Calls

CALLS = Calls()
called = CALLS.note
NUMBERS = tuple((value,) for value in (-3.0, 0.5, 7.0))
COUNTED = tuple((value, count) for value in (-3.0, 4.0) for count in (0, 5))
counter = tf.Variable(0)


@called("int32[]", (0,), (4,))
def dataset_sum(n):
    total = 0
    for each in tf.data.Dataset.range(5):
        if each > 2:
            total = total + tf.cast(each, tf.int32) * n
    return total


@called("int32[]", (0,), (4,))
def dataset_break(n):
    total = tf.constant(0)
    last = tf.constant(0, tf.int64)
    for each in tf.data.Dataset.range(100).repeat():
        if total > 20:
            break
        if each % 2 == 0:
            continue
        total = total + tf.cast(each, tf.int32)
        last = each
    return total, last


@called("int32[]", (0,), (4,))
def dataset_pairs(n):
    total = n
    for at, (one, two) in enumerate(zip(tf.data.Dataset.range(3), tf.data.Dataset.range(10, 13))):
        total = total + tf.cast(at * one + two, tf.int32)
    return total


@called("int32[]", (0,), (4,))
def dataset_effects(n):
    counter.assign(0)
    for each in tf.data.Dataset.range(3):
        counter.assign_add(n)
    return counter.read_value()


@called("int32[]", (0,), (4,))
def carries_nothing(n):
    counter.assign(0)
    while counter < n:
        counter.assign_add(1)
    return counter.read_value()


@called("int32[]", (0,), (4,))
def carries_nothing_for(n):
    counter.assign(0)
    for _ in tf.range(n):
        counter.assign_add(2)
    return counter.read_value()


@called("float32[], int32[]", *COUNTED)
def array_state(x, n):
    kept = tf.TensorArray(tf.float32, size=0, dynamic_size=True, element_shape=[])
    for i in tf.range(n):
        x = x * 0.5
        kept = kept.write(i, x)
    return kept.stack()


@called(
    "float32[], int32[], int32[], int32[]",
    (1.0, 0, 5, 2),
    (1.0, 5, 0, -2),
    (1.0, 5, 0, 2),
    (1.0, 0, 7, 3),
    (1.0, 0, 0, 1),
)
def computed_range(x, a, b, s):
    for i in tf.range(a, b, s):
        x = x * 2.0 + tf.cast(i, tf.float32)
    return x


@called("float32[], int32[], int32[]", (1.0, 0, 5), (1.0, 5, 0), (1.0, 2, 3))
def range_from_tensor(x, a, b):
    for i in tf.range(a, b):
        x = x * 2.0 + tf.cast(i, tf.float32)
    for i in range(a, b, 2):
        x = x + tf.cast(i, tf.float32)
    return x


@called("float32[]", *NUMBERS)
def float_range(x):
    for t in tf.range(0.0, 1.0, 0.25):
        x = x + t
    for i in tf.range(4):
        x = x + tf.cast(i, tf.float32)
    for i in tf.range(tf.constant(4), dtype=tf.int64):
        x = x + tf.cast(i, tf.float32)
    return x


@called("int32[]", (0,), (3,))
def string_state(n):
    text = tf.constant("")
    for i in tf.range(n):
        text = tf.strings.join([text, tf.strings.as_string(i)])
    return text


@called("float32[]", *NUMBERS)
def max_iterations(x):
    while x < 1000.0:
        tf.autograph.experimental.set_loop_options(maximum_iterations=3)
        x = tf.abs(x) * 2.0 + 1.0
    return x


@called("float32[], int32[]", *COUNTED)
def dict_state(x, n):
    state = {"a": x, "b": (x, tf.constant(0))}
    for i in tf.range(n):
        state = {"a": state["a"] + 1.0, "b": (state["b"][0] * 2.0, state["b"][1] + i)}
    return state

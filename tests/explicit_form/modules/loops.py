"""Functions with every kind of loop that has an explicit form, and the calls they are compared on."""

# How it is written is what is traced.
# ruff: noqa: B007, SIM108

import tensorflow as tf

from tests.explicit_form.calls import Calls

CALLS = Calls()
called = CALLS.note
NUMBERS = tuple((value,) for value in (-3.0, 0.0, 0.5, 2.0, 7.0))
COUNTED = tuple((value, count) for value in (-3.0, 0.5, 4.0) for count in (0, 1, 5))


@called("float32[4], int32[]", *(([1.0, -2.0, 3.0, 4.0], each) for each in (0, 2, 4)))
def lazy_index(x, i):
    while i < 4 and x[i] > 0.0:
        i += 1
    return i


@called("int32[]", (1,), (6,), (27,))
def collatz(n):
    steps = 0
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    return steps


@called("float32[], int32[]", *COUNTED)
def nested_while(x, n):
    i = tf.constant(0)
    while i < n:
        j = 0
        while j < i:
            x = x * 1.5
            j += 1
        x = x + 1.0
        i += 1
    return x


@called("float32[], int32[]", *COUNTED)
def while_break(x, n):
    i = 0
    while i < n:
        x = x + 1.0
        if x > 3.0:
            break
        i += 1
    return x, i


@called("float32[], int32[]", *COUNTED)
def while_continue(x, n):
    i = 0
    while i < n:
        i += 1
        if x > 3.0:
            x = x - 4.0
            continue
        x = x * 2.0 + 1.0
    return x


@called("float32[], int32[]", *COUNTED)
def jumps_deep_inside(x, n):
    for i in tf.range(n):
        if x > 1.0:
            if i == 3:
                break
            if x > 4.0:
                x = x - 5.0
                continue
            x = x + 0.25
        else:
            x = x + 2.0
        x = x * 1.5
        if x < 0.0:
            continue
        x = x + 0.125
    return x


@called("float32[], int32[], 1", *((*each, 1) for each in COUNTED))
def python_jump(x, n, k):
    for i in tf.range(n):
        x = x + 1.0
        if k > 0:
            continue
        x = x * 100.0
    while x < 10.0:
        x = x + 3.0
        if k == 1:
            break
    return x


@called("float32[], int32[]", *COUNTED)
def for_range(x, n):
    for i in range(n):
        x = x + tf.cast(i, tf.float32)
    return x


@called("float32[], int32[]", *COUNTED)
def for_range_from(x, n):
    for i in tf.range(1, n):
        x = x * tf.cast(i, tf.float32)
    for i in tf.range(10, n, -2):
        x = x + tf.cast(i, tf.float32)
    for i in tf.range(n, 2 * n, n - n + 2):
        x = x - tf.cast(i, tf.float32)
    return x


@called("float32[], int64[]", (1.0, 0), (1.0, 4))
def for_long_range(x, n):
    total = tf.constant(0, tf.int64)
    for i in tf.range(n):
        total += i
    return total, x


@called("float32[], int32[]", *COUNTED)
def for_changing_limit(x, n):
    for i in tf.range(n):
        n = n - 1
        x = x + tf.cast(i, tf.float32)
    return x, n


@called("float32[], int32[]", *COUNTED)
def target_used_after(x, n):
    i = -1
    for i in tf.range(n):
        x = x + 1.0
    return x, i


@called("float32[], int32[]", *COUNTED)
def target_changed(x, n):
    for i in tf.range(n):
        i = i * 2
        x = x + tf.cast(i, tf.float32)
    return x


@called("float32[], int32[]", (1.0, 1), (2.0, 4))
def first_value_in_loop(x, n):
    for i in tf.range(n):
        y = x * tf.cast(i, tf.float32)
    return y


@called("float32[3, 2]", ([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]],))
def for_rows(rows):
    total = tf.zeros([2])
    for row in rows:
        total = total * 2.0 + row
    return total


@called("float32[None]", ([1.0, -2.0, 3.0],), ([],), ([5.0, 6.0, 7.0, 8.0],))
def for_elements(values):
    best = 0.0
    for value in values * 2.0:
        if value > 12.0:
            break
        if value < 0.0:
            continue
        best = best + value
    return best


@called("float32[], int32[]", *COUNTED)
def unrolled_with_continue(x, n):
    for k in range(3):
        if x > 2.0:
            x = x - 3.0
            continue
        x = x + float(k)
    return x


@called("float32[], int32[]", *COUNTED)
def unrolled_inside(x, n):
    for i in tf.range(n):
        for k in range(3):
            if k == 2:
                break
            if x > 3.0:
                x = x - float(k)
        x = x + 1.0
    return x

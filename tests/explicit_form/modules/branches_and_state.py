"""Functions with every kind of branch, and of state, that has an explicit form, and the calls they are compared on."""

# How it is written is what is traced.
# ruff: noqa: B007, RET504

import tensorflow as tf

from tests.explicit_form.calls import Calls

CALLS = Calls()
called = CALLS.note
NUMBERS = tuple((value,) for value in (-3.0, 0.0, 0.5, 2.0, 7.0))
COUNTED = tuple((value, count) for value in (-3.0, 0.5, 4.0) for count in (0, 1, 5))


@called("float32[]", *NUMBERS)
def plain_if(x):
    if x > 1.0:
        x = x * 2.0
    return x


@called("float32[]", *NUMBERS)
def if_else(x):
    if x > 1.0:
        y = x * 2.0
        z = y - 1.0
    else:
        y = -x
        z = y
    return y + z


@called("float32[]", *NUMBERS)
def elif_chain(x):
    if x < 0.0:
        y = x - 1.0
    elif x < 1.0:
        y = x * 10.0
    elif x < 3.0:
        y = x * 100.0
    else:
        y = x
    return y


@called("float32[]", *NUMBERS)
def nested_if(x):
    y = 0.0
    if x > 0.0:
        x = x + 1.0
        if x > 2.0:
            y = x
        else:
            x = x - 5.0
    return x, y


@called("float32[]", *NUMBERS)
def local_in_branch(x):
    if x > 0.0:
        half = x / 2.0
        x = half * half
    return x


@called("float32[], True", *((*each, True) for each in NUMBERS))
def python_if(x, training):
    if training:
        x = x + 1.0
    if x > 1.0 and training:
        x = x * 2.0
    if not training:
        x = -x
    return x


@called("float32[]", *NUMBERS)
def early_return(x):
    if x > 1.0:
        return x * 2.0
    return -x


@called("float32[]", *NUMBERS)
def early_returns(x):
    if x > 5.0:
        return x
    x = x + 1.0
    if x > 1.0:
        y = x * 3.0
        return y
    if x < -1.0:
        return x - 100.0
    x = x * 7.0
    return x


@called("float32[], 2", *((*each, 2) for each in NUMBERS))
def return_of_both_kinds(x, k):
    if k > 5:
        return x
    if x > 1.0:
        if k > 1:
            return x + 1.0
        return x
    for j in range(k):
        if j == 1:
            return x * 5.0
    return -x


@called("float32[]", *NUMBERS)
def ternary(x):
    y = x * 2.0 if x > 1.0 else -x
    return y if y > 3.0 else y + (1.0 if x > 0.0 else 2.0 * x) if isinstance(x, float) else y


@called("float32[]", *NUMBERS)
def logic(x):
    a = x > 0.0 and x < 3.0
    b = not a or x > 5.0
    c = (x > 0.0 and tf.reduce_sum(x) < 1.0) or b
    return a, b, c


@called("float32[], 1", *((*each, 1) for each in NUMBERS))
def mixed_logic(x, k):
    if k > 0 and x > 0.0 and x < 3.0:
        x = x * 2.0
    if x > 1.0 or k > 3 or x < -1.0:
        x = x + 1.0
    return x


@called("float32[]", *NUMBERS)
def chained(x):
    if 0.0 < x < 3.0:
        x = x * 2.0
    if not 0.0 <= x <= 1.0:
        x = x + 100.0
    return x


@called("float32[]", *NUMBERS)
def structures(x):
    pair = (x, x + 1.0)
    if x > 0.0:
        pair = (pair[1], pair[0])
        named = {"a": x}
    else:
        named = {"a": -x}
    return pair, named


class Box:
    """Holds a value."""

    def __init__(self, value):
        self.value = value
        self.made = 0.0


@called("float32[], int32[]", *COUNTED)
def attributes(x, n):
    box = Box(x)
    if x > 1.0:
        box.value = box.value * 2.0
    for i in tf.range(n):
        box.value = box.value + 1.0
        if box.value > 3.0:
            box.made = box.value
    return box.value, box.made


@called("float32[]", *NUMBERS)
def items(x):
    kept = {"x": x}
    if x > 1.0:
        kept["x"] = x * 2.0
        kept["y"] = x
    else:
        kept["y"] = -x
    return kept["x"] + kept["y"]


@called("float32[], int32[]", (1.0, 0), (1.0, 3))
def growing(x, n):
    row = tf.reshape(x, [1])
    for i in tf.range(n):
        tf.autograph.experimental.set_loop_options(shape_invariants=[(row, tf.TensorShape([None]))])
        row = tf.concat([row, row[:1] + 1.0], 0)
    return row


def clipped(x, limit=3.0):
    if x > limit:
        x = limit + 0.5
    return x


@called("float32[], int32[]", *COUNTED)
def calls_a_helper(x, n):
    for i in tf.range(n):
        x = clipped(x * 2.0) + 1.0
    return clipped(x)


@called("float32[]", *NUMBERS)
def function_inside(x):
    def signed(y):
        return y if y > 0.0 else -y

    scale = 2.0
    if x > 1.0:
        scale = 4.0
    return signed(x) * scale


@called("float32[]", *NUMBERS)
def with_scope(x):
    with tf.name_scope("inner"):
        if x > 1.0:
            x = x * 2.0
        y = tf.identity(x)
    return y


@called("float32[]", *NUMBERS)
def gradient(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x
        i = 0
        while i < tf.cast(x, tf.int32):
            y = y * x
            i += 1
    return tape.gradient(y, x)


@called("float32[]", *NUMBERS)
def prints(x):
    if x > 1.0:
        tf.print("large")
    else:
        tf.print("small")
    return x


@called("float32[], int32[]", *COUNTED)
def loop_in_branch(x, n):
    if x > 0.0:
        while x < 10.0:
            x = x * 2.0 + 1.0
    else:
        for i in tf.range(n):
            x = x - 1.0
    return x


@called("float32[], int32[]", (1.0, 1), (2.5, 0))
def return_in_every_round(x, n):
    while x < 3.0:
        x = x + 10.0
        return x * 2.0
    return -x


class Net:
    """Has a method that calls another."""

    def __init__(self):
        self.scale = tf.Variable(0.5)

    def clip(self, x):
        if x > 1.0:
            return x * self.scale
        return x

    def step(self, x):
        y = self.clip(x)
        if y > 0.0:
            y = self.clip(y + 1.0)
        return y


net = Net()
CALLS["net.step"] = ("float32[]", NUMBERS)
absolute = lambda x: x if x > 0.0 else -x  # noqa: E731
CALLS["absolute"] = ("float32[]", NUMBERS)

"""One function with everything in it: a Python `if`, a tensor `if`, a staged loop with a break, an unrolled loop.

Beginner. Follow the gutter: *Python* lines were settled while the card was written, *staged* lines are on the card.
Developer. Compare the graphs for training=True and False, then look at what Grappler makes of the second.
Researcher. `break` costs a flag in the loop's state and a conditional in its body; `range(2)` costs a copy per round.
"""

import tensorflow as tf

graphscope_signatures = {
    "clip_loop": [
        "float32[None, 4], 3, True",
        "float32[8, 4], 3, False",
        "float32[8, 4], 3, False",
        "float32[8, 4], 4, False",
    ],
    "Net().step": ["float32[None, 4]"],
}

#: clip_loop | float32[None, 4], 3, True | traced
#: clip_loop | float32[8, 4], 3, False | traced because shape, python value
#: clip_loop | float32[8, 4], 3, False | reused B
#: clip_loop | float32[8, 4], 4, False | traced because python value
#: Net().step | float32[None, 4] | traced

kernel = tf.Variable(tf.eye(4), name="kernel")
bias = tf.Variable(tf.zeros([4]), name="bias")


@tf.function
def clip_loop(x, steps, training):
    if training:  #: python
        x = tf.nn.dropout(x, 0.5)
    if tf.reduce_sum(x) > 0:  #: staged StatelessIf
        x = x * 2
    x = tf.nn.relu(tf.nn.bias_add(tf.matmul(x, kernel), bias))

    i = tf.constant(0)
    while i < steps:  #: staged StatelessWhile StatelessIf LogicalNot
        if i == 1:  #: staged StatelessIf
            break
        x = helper(x, i)
        i += 1

    for k in range(2):  #: python
        x = x + float(k)
    return x


def helper(x, i):
    return tf.minimum(x, tf.cast(i, x.dtype) + 1.0)


class Net:
    """A layer whose method is a tf.function: each instance has its own graphs."""

    def __init__(self):
        self.scale = tf.Variable(0.5, name="scale")

    @tf.function
    def step(self, x):
        return tf.nn.relu(helper(x, 2) * self.scale)

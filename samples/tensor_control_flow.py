"""`if` and `while` on tensors are staged: both branches, and the loop itself, are in the graph.

Beginner. When the card is written nobody knows yet how hot the oven will be. So the card must say "if it is too hot,
open the door, else wait", with both halves written down.

Developer. Tracing sees placeholders, not numbers, so it cannot decide. AutoGraph rewrites `if` and `while` on tensors
into tf.cond and tf.while_loop. Call `absolute` with the Python number -3.0 instead, and the very same line is settled
by Python: one branch, no If in the graph. Knowing which of the two happened is the core skill; the gutter tells.
Mistakes to know: a variable that only one branch sets, and values that change shape or dtype from round to round.

Researcher. AutoGraph (Moldovan and others, 2019) dispatches on the type of the condition at trace time. Its result is
a functional StatelessIf or StatelessWhile whose branch and body functions are FuncGraphs of their own; the runtime
lowers them to Switch, Merge, Enter and Exit. JAX asks for the explicit form, as in `absolute_by_hand`.
"""

import tensorflow as tf

graphscope_signatures = {
    "absolute": ["float32[]", "-3.0"],
    "absolute_by_hand": ["float32[]"],
    "collatz": ["int32[]", "7"],
}

#: absolute | float32[] | traced
#: absolute | -3.0 | traced because type
#: absolute_by_hand | float32[] | traced
#: collatz | int32[] | traced
#: collatz | 7 | traced because type


@tf.function
def absolute(x):
    if x < 0.0:  #: staged StatelessIf, python
        x = -x
    return tf.identity(x)


@tf.function
def absolute_by_hand(x):
    return tf.cond(x < 0.0, lambda: -x, lambda: x)


@tf.function
def collatz(n):
    rises = tf.constant(0)
    while n != 1:  #: staged StatelessWhile, python
        if n % 2 == 0:  #: staged StatelessIf, python
            n = n // 2
        else:
            n = 3 * n + 1
            rises += 1
    return rises

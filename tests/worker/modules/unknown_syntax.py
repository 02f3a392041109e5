"""Functions that AutoGraph leaves alone for what is written in them."""

import tensorflow as tf


@tf.function
def matched(x, mode):
    match mode:  #: match=never-staged
        case "twice":
            x = x * 2.0
        case _:
            x = x + 1.0
    if mode:  #: if=not-converted
        x = x - 1.0
    return x


@tf.function
def named(x, n):
    if (more := n + 1) > 2:
        x = x * float(more)
    return x


@tf.function
def looped(x):
    for number in range(2):  #: for=not-converted
        x = x + float(number)
    else:
        x = x * 2.0
    return x

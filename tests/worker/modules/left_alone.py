"""Functions that AutoGraph leaves as they are: marked, generators, constructors, loops with an else, twin lambdas."""

import tensorflow as tf


@tf.autograph.experimental.do_not_convert
def plain(x):
    for _ in range(2):  #: for=not-converted
        x = x + 1.0
    if x is None:  #: if=not-converted
        while True:  #: while=not-reached
            pass
    return x


def numbers(n):
    for i in range(n):  #: for=not-converted
        if i > 1:  #: if=not-converted
            yield i


class Layer:
    def __init__(self, n):
        if n > 1:  #: if=not-converted
            n = 1
        self.n = n


def spot(rows, wanted):
    index = 0
    while index < 2:  #: while=not-converted
        if index == wanted:  #: if=not-converted
            break
        index += 1
    else:
        index = -1
    return rows * float(index)


@tf.function
def calls(x):
    x = spot(plain(x), 1)
    for number in numbers(3):  #: for=python
        x = x + float(number)
    layer = Layer(3)
    doubled = [lambda v: v + 1 if v > 0 else v]  #: conditional-expression=staged:StatelessIf
    x = doubled[0](x) * layer.n
    return tf.map_fn(lambda e: e * 2.0 if e > 1 else e, tf.stack([x, x]))  #: conditional-expression=staged:StatelessIf


@tf.function(autograph=False)
def off(x, up):
    if up:  #: if=not-converted
        x = x + 1
    return x


left, right = (lambda v: v + 1.0 if v < 3.0 else v), (lambda v: v - 1.0 if v > 3.0 else v)


@tf.function
def matched(x, mode):
    match mode:  #: match=never-staged
        case "double":
            if x is not None:  #: if=not-converted
                x = x * 2.0
        case _:
            if x is None:  #: if=not-reached
                x = -x
    return x

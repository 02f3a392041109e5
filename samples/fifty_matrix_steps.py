"""Fifty small matrix steps: what a graph saves, and what it doesn't. Run this file to see the ratio on your machine.

Beginner. Asking the cook for fifty tiny steps, one at a time, is mostly walking to the kitchen and back. A card with
all fifty steps on it is handed over once.

Developer. Without tf.function each of the hundred ops is dispatched from Python, which costs more than multiplying
8 by 8 numbers does. As a graph all of them are one call. With one large matrix product the work itself takes the time,
and a graph gains nothing: measure before you wrap. Note that Python unrolls the loop: the graph holds 50 MatMul.

Researcher. Graphs pay where op dispatch or memory traffic dominates. The ratio counts, milliseconds differ by machine;
three to six is usual on one CPU.
"""

import timeit

import tensorflow as tf

graphscope_signatures = {"as_graph": ["float32[8, 8]"]}

#: as_graph | float32[8, 8] | traced

weights = tf.constant([[0.1] * 8] * 8)


def fifty_steps(x):
    for _ in range(50):  #: python
        x = tf.tanh(tf.matmul(x, weights))
    return x


as_graph = tf.function(fifty_steps)


if __name__ == "__main__":
    start = tf.ones([8, 8])
    as_graph(start)  # traced here, so that only replays are timed
    seconds = {
        name: min(timeit.repeat(lambda run=run: run(start), number=20, repeat=5)) / 20
        for name, run in (("eager", fifty_steps), ("graph", as_graph))
    }
    for name, each in seconds.items():
        print(f"{name}: {each * 1000:.2f} ms")
    print(f"the graph is {seconds['eager'] / seconds['graph']:.1f} times as fast")

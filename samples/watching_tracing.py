"""Watching tracing happen: one function, four calls, three graphs.

Beginner. A cook reads a recipe once and writes a card; from then on only the card is used. Calling a tf.function for
the first time is the reading (*tracing*), and the graph is the card. The number you hand over as a tensor is an
ingredient: any other number works with the same card. A plain Python number is written ON the card, so another number
needs another card.

Developer. `print` runs while Python runs, which is while tracing; it is the simplest detector of a trace. Call
`double` with two int32 tensors and it prints once; call it with 3 and with 4 and it prints for each. The mistake to
know: a Python counter as an argument makes a new graph in every round. Pass `tf.constant(step)` instead.

Researcher. The cache maps an input signature (dtype and shape of each tensor, value of each Python argument) to a
ConcreteFunction. A hit replays the graph, a miss runs the Python with symbolic tensors and inserts what was recorded.
"""

import tensorflow as tf

graphscope_signatures = {"double": ["tf.constant(1)", "tf.constant(2)", "3", "4"]}

#: double | tf.constant(1) | traced
#: double | tf.constant(2) | reused A
#: double | 3 | traced because type
#: double | 4 | traced because python value


@tf.function
def double(x):
    print("python runs, with", x)
    return x + x


if __name__ == "__main__":
    for value in (tf.constant(1), tf.constant(2), 3, 4):
        print("the answer is", double(value).numpy())

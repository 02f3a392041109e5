"""Side effects happen while tracing only, unless they are ops. An exercise: predict what is printed.

Call `watched` three times with two numbers and once with three. How often does "python" appear, how often "graph"?
Think first; run this file to see: 2 and 4.

Beginner. What the cook mutters while writing the card is not on the card. Only what is on the card happens again.

Developer. `print`, appending to a list, counting in a global, reading the clock: all of it runs while tracing and
never again. Use `tf.print` to print at each run, a `tf.Variable` to count, and return what you would have appended.

Researcher. Tracing is abstract interpretation by running: Python effects are performed by the tracer and are not part
of the recorded program, while stateful ops (PrintV2) are recorded and ordered by automatic control dependencies.
"""

import tensorflow as tf

graphscope_signatures = {"watched": ["float32[2]", "float32[2]", "float32[3]"]}

#: watched | float32[2] | traced
#: watched | float32[2] | reused A
#: watched | float32[3] | traced because shape

traces = []


@tf.function
def watched(x):
    print("python")
    traces.append(x.shape)
    tf.print("graph")
    return x + 1.0


if __name__ == "__main__":
    for size in (2, 2, 2, 3):
        watched(tf.zeros([size]))
    print("the list has", len(traces), "entries after four calls")

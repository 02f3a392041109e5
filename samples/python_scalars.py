"""Python scalars that vary: every new value is a new graph.

Beginner. The number 2.0 is printed on the recipe card as "2.0". For 3.0 a second card is written, for 4.0 a third; no
card is ever thrown away.

Developer. `scale(x, 2.0)` bakes 2.0 into the graph as a constant. A learning rate or step counter that changes in a
loop therefore traces in every round and keeps every graph: slow, and in effect a memory leak. The fix is
`scale(x, tf.constant(2.0))`: one graph for all values. Keep it Python on purpose where there are few values and they
should be settled while tracing, as in python_bool.py.

Researcher. A Python argument enters the cache key by value (a Literal trace type), a tensor by dtype and shape. The
cache grows with the number of distinct values, without bound and without eviction.
"""

import tensorflow as tf

graphscope_signatures = {
    "scale": [
        "float32[3], 2.0",
        "float32[3], 3.0",
        "float32[3], 2.0",
        "float32[3], tf.constant(2.0)",
        "float32[3], tf.constant(3.0)",
    ]
}

#: scale | float32[3], 2.0 | traced
#: scale | float32[3], 3.0 | traced because python value
#: scale | float32[3], 2.0 | reused A
#: scale | float32[3], tf.constant(2.0) | traced because type
#: scale | float32[3], tf.constant(3.0) | reused D


@tf.function
def scale(x, factor):
    return x * factor


if __name__ == "__main__":
    vector = tf.constant([1.0, 2.0, 3.0])
    for rate in range(5):
        scale(vector, float(rate))
    print("graphs after five Python numbers:", scale.experimental_get_tracing_count())
    for rate in range(5):
        scale(vector, tf.constant(float(rate)))
    print("and after five tensors:", scale.experimental_get_tracing_count())

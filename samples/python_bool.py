"""A Python bool makes two specialised graphs, and the `if` is in neither of them.

Beginner. Two cards, "with guests" and "without guests". Each says plainly what to do; neither says "if".

Developer. `training` is a Python bool, so the condition is settled while tracing and leaves no trace: the graph for
True has the noise, the graph for False does not, and neither pays for the question. This is the useful case of a
Python argument: there are two values, not endlessly many. Look at the gutter: the `if` says Python, not staged.

Researcher. Python values in the cache key act as static arguments do in partial evaluation: the residual program is
specialised, the conditional is gone. JAX names them `static_argnums`.
"""

import tensorflow as tf

graphscope_signatures = {"layer": ["float32[4], True", "float32[4], False", "float32[4], training=True"]}

#: layer | float32[4], True | traced
#: layer | float32[4], False | traced because python value
#: layer | float32[4], training=True | reused A


@tf.function
def layer(x, training):
    if training:  #: python
        x = x + tf.random.normal([4], stddev=0.1)
    return tf.nn.relu(x)

"""Changing shapes: a new graph for each length, or one for all with an input_signature.

Beginner. A card written for four plates says "four plates" everywhere. A card that says "for each plate" serves any
number of guests.

Developer. `row_mean` traces again for each batch size; TensorFlow warns about "5 out of the last 5 calls" and does not
say which argument is to blame. `row_mean_any` has an `input_signature` with `tf.TensorSpec([None, 4])`: one graph for
any number of rows. The last batch of an epoch, being shorter, is where most programs meet this. Without touching the
signature, `reduce_retracing=True` gives up on the dimension after the second shape.

Researcher. Shapes are part of the trace type. `None` generalises it: the cached type becomes a supertype of every
concrete shape, and a call whose type is a subtype is a hit. Static shape information is lost for it, which costs
constant folding and layout choices.
"""

import tensorflow as tf

graphscope_signatures = {
    "row_mean": ["float32[1, 4]", "float32[2, 4]", "float32[3, 4]"],
    "row_mean_any": ["float32[1, 4]", "float32[2, 4]", "float32[None, 4]"],
}

#: row_mean | float32[1, 4] | traced
#: row_mean | float32[2, 4] | traced because shape
#: row_mean | float32[3, 4] | traced because shape
#: row_mean_any | float32[1, 4] | traced
#: row_mean_any | float32[2, 4] | reused A
#: row_mean_any | float32[None, 4] | reused A


@tf.function
def row_mean(rows):
    return tf.reduce_mean(rows, axis=0)


@tf.function(input_signature=[tf.TensorSpec([None, 4], tf.float32)])
def row_mean_any(rows):
    return tf.reduce_mean(rows, axis=0)

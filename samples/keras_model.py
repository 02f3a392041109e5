"""A small Keras model: its `call`, and the training step that `compile` gives it.

Beginner. The model is a cook with a few habits (its layers). Predicting follows the habits once; a training step also
tastes the result and corrects the habits a little.

Developer. `model.call` is plain Python that Keras traces for you inside `predict` and `fit`. Look how small it is next
to `model.train_step`: the loss, the gradients (their ops carry the line of the tape) and the optimizer's updates are
most of that graph. The weights are captured, not baked in: training changes them without a new trace.

Researcher. Reverse mode works on the traced ops: each forward op's registered gradient adds ops to the same FuncGraph.
The updates are AssignSubVariableOp, ordered by automatic control dependencies.
"""

import tensorflow as tf

graphscope_signatures = {
    "model.call": ["float32[None, 4]", "float32[8, 4], training=True"],
    "model.train_step": ["(float32[8, 4], float32[8, 1])"],
}

#: model.call | float32[None, 4] | traced
#: model.call | float32[8, 4], training=True | traced because shape, python value
#: model.train_step | (float32[8, 4], float32[8, 1]) | traced

model = tf.keras.Sequential(
    [
        tf.keras.Input([4]),
        tf.keras.layers.Dense(8, activation="relu"),
        tf.keras.layers.Dense(1),
    ]
)
model.compile(optimizer="sgd", loss="mse")

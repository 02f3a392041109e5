"""A user's module for tests.benchmarks.grappler_passes: Keras training steps by the name of their model."""

import keras
import tensorflow as tf

KEPT = []
"""Models and optimizers, which no step may outlive."""
SIGNATURE = "float32[2, 64, 64, 3], int32[2]"


def training_step(name):
    """A training step as a tf.function, for two small pictures: their size adds to the call, not to the graph."""
    model = getattr(keras.applications, name)(
        weights=None, input_shape=(64, 64, 3), classes=10, classifier_activation=None
    )
    optimizer = keras.optimizers.Adam(1e-3)
    optimizer.build(model.trainable_variables)
    loss_function = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    KEPT.append((model, optimizer))

    @tf.function
    def step(x, y):
        with tf.GradientTape() as tape:
            loss = loss_function(y, model(x, training=True))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables, strict=True))
        return loss

    return step

"""A training step of Keras, small but with all its parts: layers, loss, gradients, optimizer, metric."""

import keras
import tensorflow as tf

model = keras.Sequential(
    [keras.layers.Input((4,)), keras.layers.Dense(3), keras.layers.BatchNormalization(), keras.layers.Dense(2)]
)
optimizer = keras.optimizers.Adam(1e-3)
optimizer.build(model.trainable_variables)
loss_of = keras.losses.MeanSquaredError()
metric = keras.metrics.MeanAbsoluteError()


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        prediction = model(x, training=True)
        loss = loss_of(y, prediction)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables, strict=True))
    metric.update_state(y, prediction)
    return loss

"""Functions of the user's that objects of a library keep and call: layers in a model, a loss, a learning rate."""

import tensorflow as tf

WIDE = 3


class Own(tf.keras.layers.Layer):
    def call(self, x):
        if WIDE > 2:  # runs
            return x * 2.0
        return [each * 2.0 for each in x]


class Rate(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __call__(self, step):
        return 0.1 if WIDE else 0.2  # runs


def act(x):
    return x if WIDE and WIDE > 1 else -x  # runs


def unused(x):
    return x if WIDE else -x


model = tf.keras.Sequential(
    [
        tf.keras.layers.Input((2,)),
        tf.keras.layers.Lambda(lambda x: x if WIDE else -x),  # runs
        tf.keras.Sequential([Own(), tf.keras.layers.Dense(2, activation=act)]),
    ]
)
weight = tf.Variable([1.0, 2.0])
optimizer = tf.keras.optimizers.SGD(Rate())
optimizer.build([weight])


@tf.function
def held(x):
    optimizer.apply_gradients([(tf.reduce_sum(model(x), axis=0), weight)])
    return weight + 1.0

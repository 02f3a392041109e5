"""Eight real graphs of growing size, for measuring: the same work for Graphscope and for any other viewer.

    graphscope trace eight_graphs.py --function 'graph("resnet50_training")' \\
        --signature '*specs("resnet50_training")' --save out.gscope
    python eight_graphs.py resnet50_training out.pb      # the same graph as a GraphDef, for other viewers

| name | ops (TensorFlow 2.21, Keras 3) |
|---|---|
| control_flow | 26, and 29 in 6 nested functions |
| mobilenetv2_forward | 1,087 |
| transformer12_training | 12,959 |
| resnet50_training | 14,480 |
| unrolled_20k, unrolled_20k_scoped | 18,757: one Python loop, without and with name scopes |
| unrolled_100k, unrolled_100k_scoped | 93,757: two nested Python loops |
"""

import contextlib
import functools
import sys

import tensorflow as tf


class _ControlFlow(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable(tf.ones((4, 4)), name="w")

    def __call__(self, x, n):
        y = tf.nn.relu(x @ self.w)
        if tf.reduce_sum(y) > 0:
            y = tf.sqrt(y) * 2.0
        else:
            y = y - 1.0
        i = tf.constant(0)
        while i < n:
            if i % 2 == 0:
                y = y + 1.0
            else:
                y = y * 0.5
            i += 1
        for k in range(2):
            y = y + float(k)
        return tf.reduce_mean(tf.exp(-y), axis=1)


def _control_flow():
    model = _ControlFlow()
    return model.__call__, [tf.TensorSpec((None, 4)), tf.TensorSpec((), tf.int32)], model


def _mobilenetv2_forward():
    import keras

    model = keras.applications.MobileNetV2(weights=None)

    def forward(x):
        return model(x, training=False)

    return forward, [tf.TensorSpec((None, 224, 224, 3))], model


def _training(model, x_spec, y_spec):
    import keras

    optimizer = keras.optimizers.Adam(1e-3)
    optimizer.build(model.trainable_variables)
    loss_function = keras.losses.SparseCategoricalCrossentropy(from_logits=True)

    def train_step(x, y):
        with tf.GradientTape() as tape:
            prediction = model(x, training=True)
            loss = loss_function(y, prediction)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        return loss

    return train_step, [x_spec, y_spec], (model, optimizer)


def _resnet50_training():
    import keras

    model = keras.applications.ResNet50(weights=None, input_shape=(64, 64, 3), classes=10, classifier_activation=None)
    return _training(model, tf.TensorSpec((8, 64, 64, 3)), tf.TensorSpec((8,), tf.int32))


def _transformer12_training():
    import keras

    layers, width, heads, length = keras.layers, 128, 4, 32
    tokens = keras.Input((length,), dtype="int32")
    x = layers.Embedding(1000, width, name="tokens")(tokens)
    for block in range(12):
        attended = layers.MultiHeadAttention(heads, width // heads, dropout=0.1, name=f"block{block}_attention")(x, x)
        x = layers.LayerNormalization(name=f"block{block}_norm1")(layers.Add(name=f"block{block}_add1")([x, attended]))
        wide = layers.Dense(4 * width, activation="gelu", name=f"block{block}_wide")(x)
        narrow = layers.Dropout(0.1, name=f"block{block}_dropout")(
            layers.Dense(width, name=f"block{block}_narrow")(wide)
        )
        x = layers.LayerNormalization(name=f"block{block}_norm2")(layers.Add(name=f"block{block}_add2")([x, narrow]))
    logits = layers.Dense(10, name="head")(layers.GlobalAveragePooling1D(name="pool")(x))
    model = keras.Model(tokens, logits, name="encoder")
    return _training(model, tf.TensorSpec((4, length), tf.int32), tf.TensorSpec((4,), tf.int32))


class _Unrolled(tf.Module):
    """An LSTM-like cell of about 15 ops, repeated by Python."""

    def __init__(self, layers, steps, scoped):
        super().__init__()
        self.layers, self.steps, self.scoped = layers, steps, scoped
        self.w = tf.Variable(tf.random.stateless_normal((16, 32), (1, 2)), name="w")
        self.b = tf.Variable(tf.zeros((32,)), name="b")

    def scope(self, name):
        return tf.name_scope(name) if self.scoped else contextlib.nullcontext()

    def __call__(self, x):
        h = c = x
        w, b = tf.convert_to_tensor(self.w), tf.convert_to_tensor(self.b)
        for layer in range(self.layers):
            with self.scope(f"layer_{layer}"):
                for step in range(self.steps):
                    with self.scope(f"step_{step}"):
                        with self.scope("gates"):
                            gates = tf.concat([h, c], 1) @ w + b
                            i, f, g, o = tf.split(gates, 4, axis=1)
                        with self.scope("state"):
                            c = tf.sigmoid(f) * c + tf.sigmoid(i) * tf.tanh(g)
                            h = tf.sigmoid(o) * tf.tanh(c)
        return h


def _unrolled(layers, steps, scoped):
    model = _Unrolled(layers, steps, scoped)
    return model.__call__, [tf.TensorSpec((2, 8))], model


GRAPHS = {
    "control_flow": _control_flow,
    "mobilenetv2_forward": _mobilenetv2_forward,
    "resnet50_training": _resnet50_training,
    "transformer12_training": _transformer12_training,
    "unrolled_20k": functools.partial(_unrolled, 1, 1250, False),
    "unrolled_20k_scoped": functools.partial(_unrolled, 1, 1250, True),
    "unrolled_100k": functools.partial(_unrolled, 10, 625, False),
    "unrolled_100k_scoped": functools.partial(_unrolled, 10, 625, True),
}


@functools.cache
def _made(name):
    function, signature, keep = GRAPHS[name]()
    return tf.function(function), signature, keep


def graph(name):
    """The tf.function of that name, the same object at every call."""
    return _made(name)[0]


def specs(name):
    """Its arguments as TensorSpecs."""
    return _made(name)[1]


if __name__ == "__main__":
    concrete = graph(sys.argv[1]).get_concrete_function(*specs(sys.argv[1]))
    definition = concrete.graph.as_graph_def(add_shapes=True)
    print(sys.argv[1], len(definition.node), "ops")
    if len(sys.argv) > 2:
        with open(sys.argv[2], "wb") as handle:
            handle.write(definition.SerializeToString())

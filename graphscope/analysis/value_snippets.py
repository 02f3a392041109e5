"""Mistakes of asking while tracing for what only the graph knows, for staging_snippets; texts only."""

from __future__ import annotations

from graphscope.analysis.staging_snippet import StagingSnippet

VALUE_SNIPPETS = (
    StagingSnippet(
        "used before assignment",
        "{name} has no value here: Python settled the statement that would have given it one, while tracing.",
        "float32[]",
        """@tf.function
def f(x, double=False):
    if double:
        y = x * 2.0
    return y + 1.0
""",
        """@tf.function
def f(x, double=False):
    y = x
    if double:
        y = x * 2.0
    return y + 1.0
""",
    ),
    StagingSnippet(
        "indexing a list by a tensor",
        "A list of Python's is indexed while tracing, and a tensor is no number until the graph runs.",
        "int32[]",
        """@tf.function
def f(i):
    return [1.0, 2.0, 4.0][i]
""",
        """@tf.function
def f(i):
    return tf.gather([1.0, 2.0, 4.0], i)
""",
    ),
    StagingSnippet(
        "NumPy asked a tensor",
        "NumPy works on values, and while tracing a tensor has none yet.",
        "float32[3]",
        """import numpy as np


@tf.function
def f(x):
    return np.sin(x) + 1.0
""",
        """@tf.function
def f(x):
    return tf.sin(x) + 1.0
""",
    ),
    StagingSnippet(
        "value asked while tracing",
        "The Python code asks for a tensor's value, which it has only when the graph runs.",
        "float32[]",
        """@tf.function
def f(x):
    print(x.numpy())
    return x * 2.0
""",
        """@tf.function
def f(x):
    tf.print(x)
    return x * 2.0
""",
    ),
    StagingSnippet(
        "assigning into a tensor",
        "A tensor never changes: only a tf.Variable can be assigned to.",
        "float32[3]",
        """@tf.function
def f(x):
    x[0] = 5.0
    return x
""",
        """@tf.function
def f(x):
    return tf.tensor_scatter_nd_update(x, [[0]], [5.0])
""",
    ),
    StagingSnippet(
        "tensor as a key",
        "A set or dict of Python's looks up by value, and while tracing a tensor has none yet.",
        "float32[]",
        """@tf.function
def f(x):
    seen = {x: 1.0}
    return seen[x]
""",
        """@tf.function
def f(x):
    seen = {x.ref(): 1.0}
    return seen[x.ref()]
""",
    ),
    StagingSnippet(
        "size not known while tracing",
        "The size is None while tracing, since the signature leaves it open; it is known when the graph runs.",
        "float32[None]",
        """@tf.function
def f(x):
    return x + tf.ones([x.shape[0]])
""",
        """@tf.function
def f(x):
    return x + tf.ones([tf.shape(x)[0]])
""",
    ),
    StagingSnippet(
        "variable made in the function",
        "A tf.Variable lives longer than a trace, and the function would make a new one at every trace.",
        "float32[]",
        """@tf.function
def f(x):
    total = tf.Variable(0.0)
    return total.assign_add(x)
""",
        """total = tf.Variable(0.0)


@tf.function
def f(x):
    return total.assign_add(x)
""",
    ),
    StagingSnippet(
        "returns what is no tensor",
        "What a tf.function returns comes out of a graph, so it must be tensors; this is an object of Python's.",
        "float32[]",
        """class Pair:
    def __init__(self, one, other):
        self.one, self.other = one, other


@tf.function
def f(x):
    return Pair(x, x * 2.0)
""",
        """@tf.function
def f(x):
    return {"one": x, "other": x * 2.0}
""",
    ),
    StagingSnippet(
        "two dtypes in one op",
        "An op is given tensors of two dtypes, and TensorFlow casts none by itself.",
        "float32[], int32[]",
        """@tf.function
def f(x, n):
    return x * n
""",
        """@tf.function
def f(x, n):
    return x * tf.cast(n, tf.float32)
""",
    ),
    StagingSnippet(
        "dtype that an op does not take",
        "An op is given a tensor of a dtype that it has no kernel for.",
        "int32[]",
        """@tf.function
def f(n):
    return tf.sqrt(n)
""",
        """@tf.function
def f(n):
    return tf.sqrt(tf.cast(n, tf.float32))
""",
    ),
)

"""Mistakes with shapes that an op refuses while tracing, for staging_snippets; texts only."""

from __future__ import annotations

from graphscope.analysis.staging_snippet import StagingSnippet

SHAPE_SNIPPETS = (
    StagingSnippet(
        "shapes that do not multiply",
        "A product of matrices sums over a size that both must share, and here it differs.",
        "float32[3, 4]",
        """@tf.function
def f(x):
    return tf.matmul(x, x)
""",
        """@tf.function
def f(x):
    return tf.matmul(x, x, transpose_b=True)
""",
    ),
    StagingSnippet(
        "rank that an op does not take",
        "An op is given a tensor with more or fewer dimensions than it takes.",
        "float32[2, 3], float32[3]",
        """@tf.function
def f(matrix, vector):
    return tf.matmul(matrix, vector)
""",
        """@tf.function
def f(matrix, vector):
    return tf.linalg.matvec(matrix, vector)
""",
    ),
    StagingSnippet(
        "shapes that do not broadcast",
        "An op goes element by element, and two sizes, compared from the last, are neither equal nor 1.",
        "float32[3, 2], float32[3]",
        """@tf.function
def f(rows, weights):
    return rows * weights
""",
        """@tf.function
def f(rows, weights):
    return rows * weights[:, tf.newaxis]
""",
    ),
    StagingSnippet(
        "shapes that do not join",
        "Tensors are put together along one axis, and their sizes differ along another.",
        "float32[3, 2], float32[3, 4]",
        """@tf.function
def f(left, right):
    return tf.concat([left, right], axis=0)
""",
        """@tf.function
def f(left, right):
    return tf.concat([left, right], axis=1)
""",
    ),
    StagingSnippet(
        "reshape to another count",
        "A tensor is given a shape that holds another number of elements than it has.",
        "float32[6]",
        """@tf.function
def f(x):
    return tf.reshape(x, [2, 2])
""",
        """@tf.function
def f(x):
    return tf.reshape(x, [2, -1])
""",
    ),
    StagingSnippet(
        "shapes that must be the same",
        "Two tensors must have one shape here, and none of them is stretched to fit the other.",
        "float32[3], float32[3, 1]",
        """@tf.function
def f(labels, logits):
    loss = tf.nn.sigmoid_cross_entropy_with_logits
    return loss(labels, logits)
""",
        """@tf.function
def f(labels, logits):
    loss = tf.nn.sigmoid_cross_entropy_with_logits
    return loss(labels, tf.squeeze(logits, -1))
""",
    ),
)

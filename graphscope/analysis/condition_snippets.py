"""Mistakes with conditions and with what is staged by hand, for staging_snippets; texts only."""

from __future__ import annotations

from graphscope.analysis.staging_snippet import StagingSnippet

CONDITION_SNIPPETS = (
    StagingSnippet(
        "condition of many elements",
        "An if or a loop asks for one truth, and the condition has many elements, each with its own.",
        "float32[3]",
        """@tf.function
def f(x):
    if x > 0.0:
        x = x - 1.0
    return x
""",
        """@tf.function
def f(x):
    return tf.where(x > 0.0, x - 1.0, x)
""",
    ),
    StagingSnippet(
        "condition that is no bool",
        "An if or a loop on a tensor asks for a bool; a number of TensorFlow's is neither true nor false.",
        "int32[]",
        """@tf.function
def f(n):
    if n:
        n = n - 1
    return n
""",
        """@tf.function
def f(n):
    if n != 0:
        n = n - 1
    return n
""",
    ),
    StagingSnippet(
        "and of other than bools",
        "and, or on tensors is staged as a tf.cond, whose two results must be alike: both sides must be bools.",
        "float32[]",
        """@tf.function
def f(x):
    return x and x > 0.0
""",
        """@tf.function
def f(x):
    return x != 0.0 and x > -1.0
""",
    ),
    StagingSnippet(
        "raise in a staged branch",
        "The if is staged, so its branch is traced whatever the tensor will be: the raise is met each time.",
        "float32[]",
        """@tf.function
def f(x):
    if x < 0.0:
        raise ValueError("x is negative")
    return tf.sqrt(x)
""",
        """@tf.function
def f(x):
    tf.debugging.assert_non_negative(x, "x is negative")
    return tf.sqrt(x)
""",
    ),
    StagingSnippet(
        "branches by hand do not fit",
        "What comes out of the call is one structure of one dtype; the functions that it was given return two.",
        "float32[]",
        """@tf.function
def f(x):
    return tf.cond(x > 1.0, lambda: 1, lambda: 0.5)
""",
        """@tf.function
def f(x):
    return tf.cond(x > 1.0, lambda: 1.0, lambda: 0.5)
""",
    ),
    StagingSnippet(
        "shape changes in tf.while_loop",
        "tf.while_loop carries {name} from round to round, in one shape; its body gives it another.",
        "float32[1]",
        """@tf.function
def f(x):
    return tf.while_loop(
        lambda row: tf.size(row) < 9,
        lambda row: tf.concat([row, row], 0),
        [x],
    )
""",
        """@tf.function
def f(x):
    return tf.while_loop(
        lambda row: tf.size(row) < 9,
        lambda row: tf.concat([row, row], 0),
        [x],
        shape_invariants=[tf.TensorShape([None])],
    )
""",
    ),
    StagingSnippet(
        "dtype changes in tf.while_loop",
        "tf.while_loop carries {name} from round to round, in one dtype; its body gives it another.",
        "int32[]",
        """@tf.function
def f(n):
    return tf.while_loop(
        lambda n: n < 9,
        lambda n: tf.cast(n, tf.float32) * 1.5,
        [n],
    )
""",
        """@tf.function
def f(n):
    return tf.while_loop(
        lambda n: n < 9.0,
        lambda n: n * 1.5,
        [tf.cast(n, tf.float32)],
    )
""",
    ),
    StagingSnippet(
        "structure changes in tf.while_loop",
        "The body of tf.while_loop gives other parts than it takes, and what it gives goes into the next round.",
        "int32[]",
        """@tf.function
def f(n):
    return tf.while_loop(
        lambda n: n < 9,
        lambda n: (n + 1, n),
        [n],
    )
""",
        """@tf.function
def f(n):
    return tf.while_loop(
        lambda n, last: n < 9,
        lambda n, last: (n + 1, n),
        [n, n],
    )
""",
    ),
)

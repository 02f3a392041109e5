"""The mistakes of staging that loops make, for staging_snippets; texts only."""

from __future__ import annotations

from graphscope.analysis.staging_snippet import StagingSnippet

LOOP_SNIPPETS = (
    StagingSnippet(
        "dtype changes over rounds",
        "A staged loop carries {name} from round to round, in one dtype; a round gives it another.",
        "int32[]",
        """@tf.function
def f(n):
    total = 0
    for _ in tf.range(n):
        total = total + 1.5
    return total
""",
        """@tf.function
def f(n):
    total = 0.0
    for _ in tf.range(n):
        total = total + 1.5
    return total
""",
    ),
    StagingSnippet(
        "shape changes over rounds",
        "A staged loop carries {name} from round to round, in one shape; a round gives it another.",
        "int32[]",
        """@tf.function
def f(n):
    row = tf.zeros([1])
    for _ in tf.range(n):
        row = tf.concat([row, [1.0]], 0)
    return row
""",
        """@tf.function
def f(n):
    row = tf.zeros([1])
    for _ in tf.range(n):
        tf.autograph.experimental.set_loop_options(
            shape_invariants=[(row, tf.TensorShape([None]))]
        )
        row = tf.concat([row, [1.0]], 0)
    return row
""",
    ),
    StagingSnippet(
        "structure changes over rounds",
        "A staged loop carries {name} from round to round, in one structure; a round gives it another.",
        "int32[]",
        """@tf.function
def f(n):
    found = []
    for i in tf.range(n):
        found = found + [i]
    return found
""",
        """@tf.function
def f(n):
    found = tf.TensorArray(tf.int32, n)
    for i in tf.range(n):
        found = found.write(i, i)
    return found.stack()
""",
    ),
    StagingSnippet(
        "condition turned into a tensor",
        "The loop began with a condition that Python settled, and its break asks a tensor: no graph was begun for it.",
        "float32[]",
        """@tf.function
def f(x):
    while True:
        x = x / 2.0
        if x < 1.0:
            break
    return x
""",
        """@tf.function
def f(x):
    while tf.constant(True):
        x = x / 2.0
        if x < 1.0:
            break
    return x
""",
    ),
    StagingSnippet(
        "return in a loop",
        "The loop is staged, and a graph cannot leave the function from the middle of a loop.",
        "float32[3]",
        """@tf.function
def f(values):
    for v in values:
        if v > 1.0:
            return v
    return 0.0
""",
        """@tf.function
def f(values):
    found = 0.0
    for v in values:
        if v > 1.0:
            found = v
            break
    return found
""",
    ),
    StagingSnippet(
        "break of a Python loop",
        "Python runs this loop while tracing, so it cannot leave it by what a tensor says: that is known only later.",
        "float32[]",
        """@tf.function
def f(x):
    for _ in range(3):
        if x > 1.0:
            break
        x = x + 1.0
    return x
""",
        """@tf.function
def f(x):
    for _ in tf.range(3):
        if x > 1.0:
            break
        x = x + 1.0
    return x
""",
    ),
)

"""More mistakes of staging that loops make, for staging_snippets; texts only."""

from __future__ import annotations

from graphscope.analysis.staging_snippet import StagingSnippet

MORE_LOOP_SNIPPETS = (
    StagingSnippet(
        "no value after a round",
        "A staged loop carries {name} from round to round, and a round ends with None in its place.",
        "int32[]",
        """@tf.function
def f(n):
    last = n
    for i in tf.range(n):
        last = None
    return last
""",
        """@tf.function
def f(n):
    last = n
    for i in tf.range(n):
        last = i
    return last
""",
    ),
    StagingSnippet(
        "object of a loop",
        "A staged loop carries {name} from round to round; tensors it can carry, but no None and no object.",
        "int32[]",
        """class Best:
    def __init__(self, value):
        self.value = value


@tf.function
def f(n):
    best = None
    for i in tf.range(n):
        best = Best(i)
    return best.value
""",
        """@tf.function
def f(n):
    best = tf.constant(0)
    for i in tf.range(n):
        best = tf.maximum(best, i)
    return best
""",
    ),
    StagingSnippet(
        "shape breaks its invariant",
        "The loop was told a shape for {name} that it does not have, before the loop or after a round.",
        "int32[]",
        """@tf.function
def f(n):
    row = tf.zeros([1])
    for _ in tf.range(n):
        tf.autograph.experimental.set_loop_options(
            shape_invariants=[(row, tf.TensorShape([2]))]
        )
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
        "loop over a ragged tensor",
        "The loop counts in int32, and the rows of {name} are counted in int64: TensorFlow compares the two.",
        "ragged(float32[None, None])",
        """@tf.function
def f(rows):
    total = tf.constant(0.0)
    for row in rows:
        total += tf.reduce_sum(row)
    return total
""",
        """@tf.function
def f(rows):
    total = tf.constant(0.0)
    for row in rows.with_row_splits_dtype(tf.int32):
        total += tf.reduce_sum(row)
    return total
""",
    ),
    StagingSnippet(
        "a scalar has no elements",
        "A loop goes over the elements of {name}, or asks for its length, and a scalar has none.",
        "int32[]",
        """@tf.function
def f(n):
    total = 0
    for i in n:
        total += i
    return total
""",
        """@tf.function
def f(n):
    total = 0
    for i in tf.range(n):
        total += i
    return total
""",
    ),
    StagingSnippet(
        "recursion on a tensor",
        "While tracing, both branches of an if on a tensor are run: a function that calls itself in one never ends.",
        "int32[]",
        """def factorial(n):
    if n < 2:
        return 1
    return n * factorial(n - 1)


@tf.function
def f(n):
    return factorial(n)
""",
        """@tf.function
def f(n):
    product = 1
    while n > 1:
        product *= n
        n -= 1
    return product
""",
    ),
)

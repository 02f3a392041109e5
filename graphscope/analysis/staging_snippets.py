"""What each mistake of staging is, in a sentence, with lines that make it and the same mended; texts only."""

from __future__ import annotations

from graphscope.analysis.condition_snippets import CONDITION_SNIPPETS
from graphscope.analysis.conversion_snippets import CONVERSION_SNIPPETS
from graphscope.analysis.loop_snippets import LOOP_SNIPPETS
from graphscope.analysis.more_loop_snippets import MORE_LOOP_SNIPPETS
from graphscope.analysis.shape_snippets import SHAPE_SNIPPETS
from graphscope.analysis.staging_snippet import StagingSnippet
from graphscope.analysis.value_snippets import VALUE_SNIPPETS
from graphscope.model.trace import UserError


def snippet(kind: str) -> StagingSnippet | None:
    """The snippet of a kind that the worker told, None for none."""
    return next((each for each in SNIPPETS if each.kind == kind), None)


def happened(error: UserError) -> str:
    """What happened, in a sentence with the variable's name; '' for an error that is no mistake of staging."""
    found = snippet(error.kind)
    return found.happened.format(name=error.variable or "a value") if found is not None else ""


SNIPPETS = (
    *LOOP_SNIPPETS,
    *MORE_LOOP_SNIPPETS,
    *CONDITION_SNIPPETS,
    *VALUE_SNIPPETS,
    *CONVERSION_SNIPPETS,
    *SHAPE_SNIPPETS,
    StagingSnippet(
        "undefined in one branch",
        "The if is staged: both branches are in the graph, so both must give {name}; one of them leaves it undefined.",
        "float32[]",
        """@tf.function
def f(score):
    if score > 50.0:
        note = "pass"
    return note
""",
        """@tf.function
def f(score):
    note = "fail"
    if score > 50.0:
        note = "pass"
    return note
""",
    ),
    StagingSnippet(
        "other dtype in each branch",
        "The if is staged, and what comes out of it has one dtype; its branches give {name} two.",
        "float32[]",
        """@tf.function
def f(x):
    if x > 0.0:
        y = 1
    else:
        y = 0.5
    return y
""",
        """@tf.function
def f(x):
    if x > 0.0:
        y = 1.0
    else:
        y = 0.5
    return y
""",
    ),
    StagingSnippet(
        "other structure in each branch",
        "The if is staged, and what comes out of it has one structure; its branches give {name} two.",
        "float32[]",
        """@tf.function
def f(x):
    if x > 0.0:
        pair = (x, x)
    else:
        pair = x
    return pair
""",
        """@tf.function
def f(x):
    if x > 0.0:
        pair = (x, x)
    else:
        pair = (x, 0.0)
    return pair
""",
    ),
    StagingSnippet(
        "return in one branch",
        "The if is staged, and one of its branches returns while the other goes on.",
        "float32[]",
        """@tf.function
def f(x):
    if x > 0.0:
        if x > 1.0:
            return x
        x = x + 1.0
    return x
""",
        """@tf.function
def f(x):
    if x > 0.0 and x <= 1.0:
        x = x + 1.0
    return x
""",
    ),
    StagingSnippet(
        "iterating a tensor",
        "Python itself goes over {name} here, and while tracing a tensor has no elements yet.",
        "float32[3]",
        """@tf.function
def f(values):
    return [v * 2.0 for v in values]
""",
        """@tf.function
def f(values):
    return tf.map_fn(lambda v: v * 2.0, values)
""",
    ),
    StagingSnippet(
        "bool of a tensor",
        "Python itself asks here whether a tensor is true, and while tracing it has no value yet.",
        "float32[]",
        """@tf.function
def f(x):
    assert x > 0.0
    return tf.sqrt(x)
""",
        """@tf.function
def f(x):
    tf.debugging.assert_greater(x, 0.0)
    return tf.sqrt(x)
""",
    ),
    StagingSnippet(
        "tensor out of its scope",
        "A tensor that was made inside a branch, a loop or another function is used outside of it, where it is not.",
        "int32[]",
        """@tf.function
def f(n):
    squares = []
    for i in tf.range(n):
        squares.append(i * i)
    return tf.stack(squares)
""",
        """@tf.function
def f(n):
    squares = tf.TensorArray(tf.int32, n)
    for i in tf.range(n):
        squares = squares.write(i, i * i)
    return squares.stack()
""",
    ),
    StagingSnippet(
        "source not at hand",
        "AutoGraph found no source of {name}, so Python ran it as it stands, and asked a tensor for its value.",
        "float32[]",
        """made = {}
exec("def absolute(x): return x if x > 0 else -x", made)


@tf.function
def f(x):
    return made["absolute"](x)
""",
        """def absolute(x):
    return x if x > 0 else -x


@tf.function
def f(x):
    return absolute(x)
""",
    ),
)

"""Mistakes in functions that AutoGraph leaves as they stand, for staging_snippets; texts only."""

from __future__ import annotations

from graphscope.analysis.staging_snippet import StagingSnippet

CONVERSION_SNIPPETS = (
    StagingSnippet(
        "marked do_not_convert",
        "AutoGraph leaves {name} as it stands, which do_not_convert asks for: Python itself asks the tensor there.",
        "float32[]",
        """@tf.autograph.experimental.do_not_convert
def absolute(x):
    return x if x > 0.0 else -x


@tf.function
def f(x):
    return absolute(x)
""",
        """def absolute(x):
    return x if x > 0.0 else -x


@tf.function
def f(x):
    return absolute(x)
""",
    ),
    StagingSnippet(
        "AutoGraph is off",
        "AutoGraph leaves {name} as it stands, as autograph=False says: Python itself asks the tensor there.",
        "float32[]",
        """@tf.function(autograph=False)
def f(x):
    if x > 0.0:
        x = x * 2.0
    return x
""",
        """@tf.function
def f(x):
    if x > 0.0:
        x = x * 2.0
    return x
""",
    ),
    StagingSnippet(
        "generator",
        "AutoGraph converts no generators: {name} stays as it stands, so Python itself goes over the tensor.",
        "float32[3]",
        """def doubled(values):
    for v in values:
        yield v * 2.0


@tf.function
def f(values):
    return list(doubled(values))
""",
        """@tf.function
def f(values):
    return tf.map_fn(lambda v: v * 2.0, values)
""",
    ),
    StagingSnippet(
        "two lambdas on one line",
        "AutoGraph cannot tell two lambdas with the same arguments on one line apart, so it leaves both as they stand.",
        "float32[]",
        """up, down = lambda v: v if v > 0.0 else -v, lambda v: v - 1.0


@tf.function
def f(x):
    return up(x) + down(x)
""",
        """def up(v):
    return v if v > 0.0 else -v


@tf.function
def f(x):
    return up(x) + x - 1.0
""",
    ),
    StagingSnippet(
        "match statement",
        "AutoGraph leaves {name} as it stands, since it knows no match, so Python itself asks the tensor there.",
        "int32[]",
        """@tf.function
def f(n):
    match n:
        case 0:
            return 1
        case _:
            return n
""",
        """@tf.function
def f(n):
    if n == 0:
        n = 1
    return n
""",
    ),
    StagingSnippet(
        "assignment by :=",
        "AutoGraph leaves {name} as it stands, since it knows no :=, so Python itself asks the tensor there.",
        "float32[]",
        """@tf.function
def f(x):
    if (y := x * 2.0) > 1.0:
        x = y
    return x
""",
        """@tf.function
def f(x):
    y = x * 2.0
    if y > 1.0:
        x = y
    return x
""",
    ),
    StagingSnippet(
        "else of a loop",
        "AutoGraph leaves {name} as it stands, as it knows no else of a loop: Python itself goes over the tensor.",
        "float32[3]",
        """@tf.function
def f(values):
    for v in values:
        if v > 9.0:
            break
    else:
        return 0.0
    return 1.0
""",
        """@tf.function
def f(values):
    found = 0.0
    for v in values:
        if v > 9.0:
            found = 1.0
            break
    return found
""",
    ),
)

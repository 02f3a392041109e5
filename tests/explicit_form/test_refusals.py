"""What cannot be written out is told in a sentence, and such a text never calls itself complete."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from graphscope.explicit_form.explicit_form import DIALECTS, Failure, TracedSource, explicit_form
from graphscope.model.trace import Statement

FILE = "model.py"
LOOKS_BACK = """def f(x):
    scale = 1.0
    scaled = lambda v: v * scale
    if x > 0.0:
        scale = 2.0
        x = scaled(x)
    return x
"""
HANDED_ON = """def f(x):
    scale = 1.0
    x = tf.map_fn(lambda v: v * scale, x)
    if x[0] > 0.0:
        scale = 2.0
    return x * scale
"""


def form(text: str, *staged: tuple[int, int, str], dialect: str = "TensorFlow", failed_at: int = 0):  # type: ignore[no-untyped-def]
    statements = [Statement(FILE, line, kind, "staged", column=column) for line, column, kind in staged]
    return explicit_form(
        TracedSource(text, FILE, 1, "f", Failure(failed_at, "Mend it.") if failed_at else None), statements, dialect
    )


@pytest.mark.parametrize("dialect", DIALECTS)
def test_that_a_function_that_would_see_an_old_value_is_refused(dialect: str) -> None:
    made = form(LOOKS_BACK, (4, 4, "if"), dialect=dialect)
    assert not made.complete
    assert "the lambda at line 3 reads `scale`, which the statement at line 4 assigns" in made.remarks[0]


def test_that_a_lambda_handed_to_a_call_is_no_reason_to_refuse() -> None:
    made = form(HANDED_ON, (4, 4, "if"))
    assert made.complete, made.remarks
    assert "tf.cond(" in made.text


@pytest.mark.parametrize("call", ["len(x)", "int(x)", "float(x)", "max(x, 1)", "sum(x)"])
def test_that_what_only_autograph_can_call_with_a_tensor_is_told(call: str) -> None:
    made = form(f"def f(x):\n    return {call}\n")
    assert not made.complete
    assert made.remarks[0].startswith(f"line 2: `{call}` works on Python values only; of a tensor, write tf.")


@pytest.mark.parametrize("call", ["len(x.shape)", "int(x.shape[0])", "float('inf')", "max([1, 2])"])
def test_that_calls_on_python_values_are_no_fault(call: str) -> None:
    assert form(f"def f(x):\n    return {call}\n").complete


def test_that_the_counter_of_a_loop_that_python_runs_is_no_tensor() -> None:
    assert form("def f(x):\n    for k in range(2):\n        x = x + float(k)\n    return x\n").complete


def test_that_a_staged_comparison_in_a_row_is_written_out_anywhere() -> None:
    made = form("def f(x):\n    return 0.0 < x < 3.0\n", (2, 11, "and"))
    assert "tf.logical_and(0.0 < x, x < 3.0)" in made.text


def test_that_a_failed_trace_is_told_with_its_line() -> None:
    made = form(HANDED_ON, (4, 4, "if"), failed_at=6)
    assert not made.complete
    assert made.remarks[0].startswith("the trace failed at line 6")


HALF = """def f(x):
    if x > 0.0:
        y = x
    return y
"""
HANDED = """def f(box, x):
    if x > 0.0:
        box.value = x
        x = total(box)
    return x + box.value
"""


def test_that_a_variable_with_a_value_in_one_branch_only_is_told() -> None:
    made = form(HALF, (2, 4, "if"))
    assert made.remarks == ("line 2: `y` has no value in the else-branch: give it one there, or before the `if`",)


def test_that_an_attribute_is_no_local_variable_where_its_object_is_handed_on() -> None:
    made = form(HANDED, (2, 4, "if"))
    assert made.remarks == ("line 2: it assigns `box.value`, which no branch can return: use a local variable",)


def test_that_a_function_called_outside_of_a_statement_may_read_what_it_assigns() -> None:
    text = LOOKS_BACK.replace("        x = scaled(x)\n", "") + "    x = scaled(x)\n"
    assert form(text, (4, 4, "if")).complete


def test_that_a_statement_in_which_the_trace_failed_is_told_with_what_mends_it() -> None:
    statements = [Statement(FILE, 2, "if", "failed", column=4)]
    made = explicit_form(TracedSource(HALF, FILE, 1, "f", Failure(2, "Set `y` first.")), statements, "JAX")
    assert made.remarks == ("The trace failed in the `if` at line 2, so there is nothing to write out. Set `y` first.",)


KINDS = {ast.If: "if", ast.While: "while", ast.For: "for", ast.IfExp: "conditional expression"}
MODULES = sorted((Path(__file__).parents[1] / "worker" / "modules").glob("*.py"))


@pytest.mark.parametrize("module", MODULES, ids=[each.stem for each in MODULES])
def test_that_whatever_is_staged_has_a_text_or_a_sentence(module: Path) -> None:
    text = module.read_text(encoding="utf-8")
    nodes = list(ast.walk(ast.parse(text)))
    staged = [
        Statement(FILE, node.lineno, KINDS[type(node)], "staged", column=node.col_offset)  # type: ignore[attr-defined]
        for node in nodes
        if type(node) in KINDS
    ]
    for node in nodes:
        for dialect in DIALECTS if isinstance(node, ast.FunctionDef) else ():
            made = explicit_form(TracedSource(text, FILE, node.lineno, node.name), staged, dialect)  # type: ignore[attr-defined]
            ast.parse(made.text)
            assert made.complete == (not made.remarks)


def test_that_a_builtin_is_told_in_the_words_of_the_library() -> None:
    assert (
        "of a tensor, write jnp.asarray(x, jnp.int32)"
        in form("def f(x):\n    return int(x)\n", dialect="JAX").remarks[0]
    )


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("tf.random.normal([2])", "JAX draws random numbers by a key"),
        ("tf.TensorArray(tf.float32, 0)", "JAX sets rows of an array"),
        ("x.assign_add(1.0)", "JAX has no variables"),
        ("tf.image.flip_up_down(x)", "write JAX's own in its place"),
    ],
)
def test_that_what_stays_tensorflows_is_told_with_what_jax_has_for_it(line: str, reason: str) -> None:
    (remark,) = form(f"def f(x):\n    return {line}\n", dialect="JAX").remarks
    assert reason in remark


@pytest.mark.parametrize("text", ["for v in iter(d):", "every = iter(d)\n    for v in every:"])
def test_that_a_loop_over_an_iterator_is_told(text: str) -> None:
    source = f"def f(x, d):\n    {text}\n        x = x + v\n    return x\n"
    line = source[: source.index("for")].count("\n") + 1
    (remark,) = form(source, (line, 4, "for")).remarks
    assert remark == f"line {line}: a loop over an iterator has no length to count to: go over its dataset"


def test_that_a_helper_called_with_python_values_and_with_tensors_is_told() -> None:
    text = "def f(x):\n    return g(x) + g(3)\n\n\ndef g(v):\n    if v > 2:\n        v = v + 1\n    return v\n"
    told = [Statement(FILE, 6, "if", outcome, column=4) for outcome in ("staged", "python")]
    (remark,) = explicit_form(TracedSource(text, FILE, 1, "f"), told, "TensorFlow").remarks
    assert remark.startswith("line 6: `g` is called with Python values too, for which its text gives tensors")

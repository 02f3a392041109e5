"""What became of every statement: told truly for each kind, at its true line."""

from __future__ import annotations

import inspect

import pytest

from graphscope.protocol.records import StatementRecord, TraceRecord
from tests.worker.traced_module import MODULES, expected_outcomes, traces

pytestmark = pytest.mark.worker


def told(trace: TraceRecord, line: int, statement: str) -> list[StatementRecord]:
    return [each for each in trace.control_flow if each.line == line and each.statement == statement]


@pytest.mark.parametrize(
    ("module", "function", "signature"),
    [
        ("lowered_jumps", "lowered", "float32[], int32[]"),
        ("continued_lines", "continued", "float32[2]"),
        ("continued_lines", "wrapped", "float32[None]"),
        ("left_alone", "calls", "float32[]"),
        ("left_alone", "off", "1, True"),
        ("left_alone", "matched", "float32[], 'double'"),
        ("both_ways", "mixed", "float32[], 12"),
        ("both_ways", "datasets", "1"),
        ("both_ways", "lazy.scale", "float32[3]"),
    ],
)
def test_that_each_statement_of_the_function_has_the_outcome_that_its_line_says(module, function, signature):
    path = MODULES / f"{module}.py"
    (trace,) = traces(path, function, signature)
    assert trace.outcome == "traced", trace.error
    reached = {each.function for each in trace.control_flow if each.outcome != "not reached"}
    lines = {each.line for each in trace.control_flow if each.function in reached}
    expected = {line: each for line, each in expected_outcomes(path).items() if line in lines}
    assert expected
    for line, outcomes in expected.items():
        for statement, outcome, op_types in outcomes:
            found = [each for each in told(trace, line, statement) if each.outcome == outcome]
            assert found, (line, statement, outcome, [each for each in trace.control_flow if each.line == line])
            assert op_types <= {op for each in found for op in each.op_types}, (line, statement)


def test_that_a_condition_over_continued_lines_is_told_at_its_first_line():
    path = MODULES / "continued_lines.py"
    (trace,) = traces(path, "continued", "float32[2]")
    line = next(n for n, text in enumerate(path.read_text().splitlines(), 1) if "if s > \\" in text)
    assert [each.outcome for each in told(trace, line, "if")] == ["staged"]
    assert [each.outcome for each in told(trace, line, "and")] == ["staged"]


def test_that_lowering_is_told_with_the_loop_and_never_as_an_if_that_nobody_wrote():
    path = MODULES / "lowered_jumps.py"
    (trace,) = traces(path, "lowered", "float32[], int32[]")
    written = {n for n, text in enumerate(path.read_text().splitlines(), 1) if text.strip().startswith("if ")}
    assert {each.line for each in trace.control_flow if each.statement == "if"} == written
    loop = next(each for each in trace.control_flow if each.statement == "for")
    assert "break, continue or return" in loop.detail


def test_that_an_operator_does_not_count_the_ops_of_the_one_inside_it():
    (trace,) = traces(MODULES / "lowered_jumps.py", "lowered", "float32[], int32[]")
    line = next(each.line for each in trace.control_flow if each.statement == "or")
    by_statement = {each.statement: set(each.ops) for each in trace.control_flow if each.line == line}
    assert not by_statement["and"] & by_statement["or"]


def test_that_details_tell_what_python_saw_and_how_often():
    (trace,) = traces(MODULES / "both_ways.py", "mixed", "float32[], 12")
    details = {(each.line, each.outcome): each.detail for each in trace.control_flow}
    assert "unrolled 4 times" in details.values()
    assert any("Python value True: then-branch taken" in each for each in details.values())
    assert any("StatelessWhile" in each for each in details.values())


def test_that_a_first_run_that_only_made_variables_is_not_counted_twice():
    (trace,) = traces(MODULES / "both_ways.py", "lazy.scale", "float32[3]")
    staged = [each for each in trace.control_flow if each.outcome == "staged"]
    assert [each.times for each in staged] == [1]


@pytest.mark.parametrize("function", ["left", "right"])
def test_that_twin_lambdas_are_told_apart(function):
    (trace,) = traces(MODULES / "left_alone.py", function, "2.0")
    ternaries = [each for each in trace.control_flow if each.function == "<lambda>"]
    assert sorted(each.outcome for each in ternaries) == ["not converted", "not reached"]
    converted = next(each for each in ternaries if each.outcome == "not converted")
    assert (converted.column < 50) == (function == "left")
    assert "one line" in converted.detail


def test_that_tensorflow_itself_reports_true_lines_for_ops_after_a_continuation():
    path = MODULES / "continued_lines.py"
    (trace,) = traces(path, "continued", "float32[2]")
    graph = trace.graph
    assert graph is not None
    frames = {graph.names[i]: graph.stack_table[stack] for i, stack in enumerate(graph.stacks)}
    lines = {graph.frame_table[frame][1] for stack in frames.values() for frame in stack}
    source = path.read_text().splitlines()
    assert any("for _ in range(2)" in source[line - 1] for line in lines)


def test_that_source_of_a_function_without_a_file_is_told_as_missing(tmp_path):
    path = tmp_path / "made_by_exec.py"
    path.write_text(
        inspect.cleandoc(
            """
            import tensorflow as tf
            names = {}
            exec("def hidden(x):\\n    if x is None:\\n        x = 1\\n    return x", names)

            @tf.function
            def outer(x):
                if x is not None:
                    x = names["hidden"](x)
                return x
            """
        )
    )
    (trace,) = traces(path, "outer", "float32[]")
    assert [each.outcome for each in trace.control_flow] == ["python"]


def test_that_functions_of_the_same_text_in_two_files_keep_their_own_lines(tmp_path):
    text = "import tensorflow as tf\n\n\n@tf.function\n"
    text += "def same(x):\n    for _ in range(2):\n        x = x + 1.0 if x > 0 else x\n    return x\n"
    for name in ("first.py", "second.py"):
        path = tmp_path / name
        path.write_text(text)
        (trace,) = traces(path, "same", "float32[]")
        assert [(each.file, each.line, each.outcome) for each in trace.control_flow] == [
            (str(path), 6, "python"),
            (str(path), 7, "staged"),
        ]


def test_that_loops_of_the_same_text_in_one_file_keep_their_own_lines(tmp_path):
    loop = "@tf.function\ndef {}(x):\n    for _ in range(2):\n        x = x + 1.0 if x > 0 else x\n    return x\n\n\n"
    path = tmp_path / "twice.py"
    path.write_text("import tensorflow as tf\n\n\n" + loop.format("f") + loop.format("g"))
    for function, lines in (("f", [6, 7]), ("g", [13, 14])):
        (trace,) = traces(path, function, "float32[]")
        assert [each.line for each in trace.control_flow if each.outcome != "not reached"] == lines

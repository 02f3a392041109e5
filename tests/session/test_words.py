"""The words of the gutter, the tables and the inspector."""

from __future__ import annotations

import pytest
from fake_worker import FILE, Desk, graph

from graphscope.model.from_protocol import concrete_function
from graphscope.model.grappler import GrapplerPass, GrapplerRun
from graphscope.model.trace import Statement
from graphscope.session.inspection import inspect
from graphscope.session.table_rows import pass_rows, retracing_rows
from graphscope.session.verdicts import line_verdicts, words_of


def statement(kind: str, outcome: str, detail: str = "", op_types: tuple[str, ...] = ()) -> Statement:
    return Statement(FILE, 5, kind, outcome, op_types=op_types, detail=detail)


@pytest.mark.parametrize(
    ("told", "look", "words"),
    [
        (statement("if", "staged", op_types=("StatelessIf",)), "if", "staged: tf.cond"),
        (statement("while", "staged", op_types=("While",)), "while", "staged: while_loop"),
        (statement("for", "staged", op_types=("ReduceDataset",)), "while", "staged: dataset loop"),
        (statement("for", "python", "unrolled 2 times"), "python", "Python: unrolled ×2"),
        (
            statement("if", "python", "the condition was the Python value True: then-branch taken"),
            "python",
            "Python: True",
        ),
        (
            statement("if", "python", "the condition was the list value: else-branch taken"),
            "python",
            "Python: else-branch",
        ),
        (
            statement(
                "if",
                "python",
                "the condition was the Python value 'a: b': then-branch taken 2 times; "
                "the condition was the Python value '': else-branch taken",
            ),
            "python",
            "Python: 'a: b' and ''",
        ),
        (statement("while", "python", "Python ran it while tracing: 3 rounds"), "python", "Python: 3 rounds"),
        (statement("if", "not reached"), "none", "not reached"),
        (statement("if", "failed"), "bad", "failed here"),
        (statement("tf.map_fn", "staged", op_types=("While",)), "hand", "✎ tf.map_fn (by hand)"),
        (statement("assert", "never staged"), "python", "Python: never staged"),
    ],
)
def test_that_the_gutter_says_what_became_of_a_statement(told: Statement, look: str, words: str) -> None:
    assert words_of(told) == (look, words)


def test_that_signatures_that_agree_are_told_once_and_others_apart() -> None:
    true = statement("if", "python", "the condition was the Python value True: then-branch taken")
    false = statement("if", "python", "the condition was the Python value False: else-branch taken")
    staged = statement("if", "staged", op_types=("If",))
    assert line_verdicts(FILE, [("A", [true]), ("B", [true])])[5].text == "Python: True"
    assert line_verdicts(FILE, [("A", [true]), ("B", [false])])[5].text == "Python: True in A, False in B"
    both = line_verdicts(FILE, [("A", [staged]), ("B", [true])])[5]
    assert (both.text, both.look) == ("staged: tf.cond in A, Python: True in B", "if")
    assert line_verdicts("other.py", [("A", [true])]) == {}


def test_that_a_table_of_passes_begins_with_the_graph_as_it_came() -> None:
    passes = (
        GrapplerPass(0, "constant_folding", 44, 38, 51, 44, True, 0.41),
        GrapplerPass(0, "layout", 38, 38, 44, 44, False, 0.1),
    )
    run = GrapplerRun("run", passes=passes)
    assert [cells for cells, _ in pass_rows(run, False)] == [
        ("as it reached Grappler", "44", "51", "", ""),
        ("constant_folding", "44 → 38", "51 → 44", "0.4", "6 nodes fewer"),
        ("layout", "38", "44", "0.1", "unchanged"),
    ]
    assert len(pass_rows(run, True)) == 2


def test_that_the_retracing_table_has_a_row_for_each_signature(desk: Desk) -> None:
    desk.open_and_trace("1", "2")
    desk.session.edits.add("3")
    assert [cells[:2] for cells, _ in retracing_rows(desk.session.state.rows)] == [
        ("A  1", "traced in 34 ms"),
        ("B  2", "traced in 34 ms"),
        ("C  3", "not traced yet"),
    ]


def test_that_the_inspector_tells_of_inputs_by_their_python_names(desk: Desk) -> None:
    desk.open_and_trace("1")
    concrete = concrete_function(graph(), ())
    told = inspect(concrete, ("double_1", "add"), (), desk.session.state.sources)
    assert told is not None
    facts = {fact.label: fact.lines for fact in told.facts}
    assert facts["inputs"] == ("x  int32[]", "x  int32[]")
    assert facts["made by"] == ("Python, line 2",)
    assert facts["device"] == ("not placed",)
    assert told.came_from[0].text == "return x + x"
    assert inspect(concrete, ("double_1", "gone"), (), desk.session.state.sources) is None

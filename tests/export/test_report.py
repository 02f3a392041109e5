"""Tests of the JSON report and of its summary for people: the contract's keys, whatever became of a signature."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from graphscope.export.report import Report, report_fields, report_text
from graphscope.export.source_place import in_sentence, split_cell
from graphscope.export.summary import Styles, letter, op_counts, summary
from graphscope.model.grappler import GrapplerRun, XlaCompilation
from graphscope.model.trace import UserError
from tests.export.reported import FILE, report


@pytest.fixture
def fields() -> dict[str, Any]:
    return report_fields(report())


def test_that_the_keys_are_those_of_the_contract(fields: dict[str, Any]) -> None:
    assert list(fields) == ["graphscope", "tensorflow", "python", "function", "traces", "grappler", "xla"]
    assert fields["function"] == {"name": "step", "file": FILE, "line": 5, "kind": "tf.function"}
    always = {"signature", "outcome", "reasons", "seconds", "graph", "functions", "control_flow", "by_hand", "output"}
    assert [set(trace) - always for trace in fields["traces"]] == [set(), {"reuses"}, {"error"}, set()]
    assert all(always <= set(trace) for trace in fields["traces"])


def test_that_a_graph_counts_every_node_and_both_kinds_of_edges(fields: dict[str, Any]) -> None:
    ops = {"Const": 1, "Greater": 1, "Identity": 2, "Placeholder": 1, "PrintV2": 1, "StatelessIf": 1}
    assert fields["traces"][0]["graph"] == {"nodes": 7, "edges": 8, "ops": ops}


def test_that_nested_functions_leave_their_placeholders_out(fields: dict[str, Any]) -> None:
    assert fields["traces"][0]["functions"] == {
        "cond_true_1": {"nodes": 1, "ops": {"Neg": 1}},
        "cond_false_2": {"nodes": 1, "ops": {"Identity": 1}},
    }


def test_that_a_statement_is_told_as_in_the_contract(fields: dict[str, Any]) -> None:
    assert fields["traces"][0]["control_flow"] == [
        {
            "file": FILE,
            "line": 7,
            "statement": "if",
            "outcome": "staged",
            "ops": ["cond"],
            "op_types": ["StatelessIf"],
            "times": 2,
            "detail": "",
        }
    ]


def test_that_a_reused_trace_tells_of_the_graph_it_reuses(fields: dict[str, Any]) -> None:
    first, second = fields["traces"][:2]
    assert second["reuses"] == 0
    assert all(second[key] == first[key] for key in ("graph", "functions", "control_flow"))
    assert second["output"] == ""


def test_that_a_failed_trace_points_into_the_cell_of_a_notebook(fields: dict[str, Any]) -> None:
    assert fields["traces"][2]["error"] == {
        "type": "ValueError",
        "message": "no such\nthing <&>",
        "file": "/code/lesson.ipynb",
        "line": 2,
        "cell": 3,
        "advice": "Make it first.",
    }
    assert fields["traces"][2]["graph"] is None


def test_that_flops_and_what_a_run_depends_on_are_told_where_they_are_known() -> None:
    told = report()
    concrete = told.traces[0].concrete
    assert concrete is not None
    (one, count), (other, others) = list(concrete.graph.op_counts.items())[:2]
    graph = replace(concrete.graph, flops={one: (48, count), other: (1, others - 1)})
    run = replace(told.grappler[0], before=replace(concrete, graph=graph), options={"remapping": "False"}, onednn=True)
    (fields,) = report_fields(replace(told, grappler={0: run}))["grappler"]
    assert fields["before"]["flops"] == {one: 48}
    assert "flops" not in fields["after"]
    assert (fields["options"], fields["onednn"]) == ({"remapping": "False"}, True)
    assert not {"only", "stopped"} & fields.keys()
    alone = replace(run, mode="static", only="remapper", stopped="The disk was full.")
    (fields,) = report_fields(replace(told, grappler={0: alone}))["grappler"]
    assert (fields["only"], fields["stopped"]) == ("remapper", "The disk was full.")


def test_that_grappler_and_xla_are_told_as_in_the_contract(fields: dict[str, Any]) -> None:
    (grappler,) = fields["grappler"]
    assert (grappler["trace"], grappler["mode"]) == (0, "run")
    assert grappler["before"]["nodes"] == 7
    assert grappler["after"] == {"nodes": 2, "ops": {"_Arg": 1, "_Retval": 1}, "functions": {}}
    assert grappler["passes"][0] == {
        "iteration": 0,
        "name": "constant_folding",
        "nodes_before": 9,
        "nodes_after": 7,
        "edges_before": 8,
        "edges_after": 6,
        "changed": True,
        "milliseconds": 0.4,
    }
    assert fields["xla"] == [
        {
            "trace": 0,
            "before": {"instructions": 9, "ops": {"add": 2}},
            "after": {"instructions": 4, "fusions": 1, "ops": {"fusion": 1}},
        }
    ]


def _broken() -> Report:
    error = UserError("WorkerError", "a pass aborted", advice="Leave it out.")
    return replace(
        report(), grappler={0: GrapplerRun("run", error=error)}, xla={0: XlaCompilation(error=error)}, traces=()
    )


def test_that_an_entry_that_failed_holds_its_error_alone() -> None:
    fields = report_fields(_broken())
    error = {"type": "WorkerError", "message": "a pass aborted", "file": None, "line": None, "advice": "Leave it out."}
    assert fields["grappler"] == [{"trace": 0, "mode": "run", "error": error}]
    assert fields["xla"] == [{"trace": 0, "error": error}]


def test_that_a_report_knows_whether_something_failed() -> None:
    whole = report()
    assert whole.failed
    assert not replace(whole, traces=whole.traces[:2]).failed
    assert _broken().failed


def test_that_the_text_is_json_even_with_half_a_character() -> None:
    whole = report()
    torn = replace(whole, traces=(replace(whole.traces[0], output="Größe \udc80"),))
    data = report_text(torn).encode("utf-8", "backslashreplace")
    assert json.loads(data)["traces"][0]["output"] == "Größe \udc80"


def test_that_the_summary_tells_all_that_the_report_holds() -> None:
    text = summary(report(), Styles())
    for part in (
        "A  (x: float32[None, 4])  traced in 30 ms",
        "B  (x: float32[None, 4])  reused A",
        "C  (x: float32[2])  failed",
        "because x differs in rank: float32[None, 4] → float32[2]. Reshape.",
        "ValueError: no such (/code/lesson.ipynb cell 3, line 2)",
        "line 7  if  staged  StatelessIf  ×2",
        "│ python",
        "7 ops, 8 edges, 2 nested functions: Identity ×2",
        "Grappler, as it ran: 7 ops before, 2 after",
        "constant_folding: 9 → 7 nodes, 8 → 6 edges",
        "1 pass changed nothing",
        "XLA: 9 instructions before, 4 after, 1 fusion",
        "4 signatures, 1 graph traced",
    ):
        assert part in text
    assert "\x1b" not in text
    assert "a pass aborted" in summary(replace(_broken(), traces=report().traces[:1]), Styles())


def test_that_statements_of_functions_that_were_not_called_are_left_out_of_the_summary() -> None:
    whole = report()
    (reached,) = whole.traces[0].control_flow
    beside = replace(reached, line=8, outcome="not reached", op_types=())
    elsewhere = replace(beside, line=20, function="other")
    trace = replace(whole.traces[0], control_flow=(reached, beside, elsewhere))
    text = summary(replace(whole, traces=(trace,)), Styles())
    assert "line 8  if  not reached" in text
    assert "line 20" not in text
    assert len(report_fields(replace(whole, traces=(trace,)))["traces"][0]["control_flow"]) == 3


def test_that_colour_adds_nothing_but_colour() -> None:
    coloured = summary(report(), Styles(coloured=True))
    assert "\x1b[32mtraced\x1b[0m" in coloured
    plain = coloured
    for code in range(40):
        plain = plain.replace(f"\x1b[{code}m", "")
    assert plain == summary(report(), Styles())


def test_that_rare_types_are_counted_together() -> None:
    assert op_counts({"A": 1, "B": 3, "C": 1, "D": 1}, most=2) == "B ×3, A, 2 other types"
    assert op_counts({}) == ""


@pytest.mark.parametrize(("number", "name"), [(0, "A"), (25, "Z"), (26, "AA"), (27, "AB"), (701, "ZZ"), (702, "AAA")])
def test_that_signatures_are_called_by_letters(number: int, name: str) -> None:
    assert letter(number) == name


def test_that_a_cell_is_split_from_its_file() -> None:
    assert split_cell("a.ipynb#cell=12") == ("a.ipynb", 12)
    assert split_cell("a#cell=b.py") == ("a#cell=b.py", None)


def test_that_a_file_of_the_working_folder_is_told_from_there(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert in_sentence(str(tmp_path / "sub" / "a.py"), 3) == "sub/a.py:3"
    assert in_sentence("/elsewhere/a.py", None) == "/elsewhere/a.py"
    assert in_sentence("a.ipynb#cell=2", 5) == "a.ipynb cell 2, line 5"
    assert in_sentence("a.ipynb#cell=2", None) == "a.ipynb cell 2"

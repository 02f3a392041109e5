"""What every single pass did, each on a real run: what it changed, and where its ops come from."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from graphscope.analysis.node_life import life_from, life_of
from graphscope.analysis.pass_graphs import graph_after, known_passes
from graphscope.analysis.pass_origins import Origin, origin_of, origins
from graphscope.launch.blocking_worker import BlockingWorker
from graphscope.launch.grappler_environment import grappler_environment
from graphscope.model.from_protocol import grappler_run
from graphscope.model.grappler import GrapplerRun
from graphscope.model.op_graph import OpGraph
from graphscope.protocol import messages as m

pytestmark = pytest.mark.worker
MODULE = Path(__file__).parent / "modules" / "passes.py"
SECONDS = 120.0


@pytest.fixture(scope="module")
def worker() -> Iterator[BlockingWorker]:
    with BlockingWorker((sys.executable,), grappler_environment()) as running:
        running.ask(m.OpenModule(0, str(MODULE)), SECONDS)
        yield running


def ran(worker: BlockingWorker, function: str, signature: str, **more: Any) -> GrapplerRun:
    """The run of a function; it must have given graphs."""
    worker.ask(m.ChooseFunction(0, function), SECONDS)
    reply, _ = worker.ask(m.RunGrappler(0, signature, **more), SECONDS)
    run = grappler_run(reply.grappler)
    assert run.error is None, run.error
    return run


def done_by(run: GrapplerRun, name: str, kind: str) -> list[Origin]:
    """What the passes of that name did of that kind, in the outermost graph."""
    places = [place for place, each in enumerate(run.passes) if each.name == name and not each.function]
    return [each for place in places for each in origins(run, place) if each.kind == kind]


def types(run: GrapplerRun, origin: Origin) -> list[str]:
    """The op types of what it was made of."""
    assert run.first is not None
    graph = run.first.graph
    return [graph.op_types[graph.index_of[name]] for name in origin.originals]


def of_type(graph: OpGraph, op_type: str) -> str:
    (name,) = [node.name for node in graph if node.op_type == op_type]
    return name


def traced(run: GrapplerRun, op_type: str, function: str = "") -> tuple[str, str]:
    """The one op of that type as it was traced, in a function whose name holds ``function``."""
    assert run.before is not None
    graphs = [run.before.graph] if not function else [g for n, g in run.before.functions.items() if function in n]
    return graphs[0].function, of_type(graphs[0], op_type)


def test_that_a_folded_constant_tells_what_it_was_made_of(worker):
    run = ran(worker, "folded", "float32[4]")
    (folded,) = done_by(run, "constant_folding", "folded")
    assert [each for each in types(run, folded) if each != "Const"] == ["Range", "Mul", "Sum"]
    assert folded.words == "this Const was folded from 3 ops (Range, Mul, Sum) in constant_folding"
    assert life_of(run, traced(run, "Range")).end == f"became {folded.node} in constant_folding, iteration 0"


def test_that_what_nothing_uses_is_dead_in_the_pruner_and_identities_are_passed_by(worker):
    run = ran(worker, "unused", "float32[2, 2]")
    assert [each.words for each in done_by(run, "model_pruner", "dead")] == [
        "MatMul was needed by nothing any more, and gone in model_pruner"
    ]
    passed = done_by(run, "model_pruner", "passed by")
    assert {name for each in passed for name in types(run, each)} == {"Identity"}
    assert len(passed) == 3
    assert life_of(run, traced(run, "MatMul")).end == "gone in model_pruner, iteration 0"


def test_that_one_stands_for_both_of_what_is_computed_twice(worker):
    run = ran(worker, "same_twice", "float32[4]")
    (merged,) = [each for each in done_by(run, "common_subgraph_elimination", "merged") if "Erf" in each.node]
    assert (merged.node, merged.words) == (
        "Erf_1",
        "Erf_1 gave the same as Erf, which stands for both since common_subgraph_elimination",
    )
    assert run.before is not None
    life = life_of(run, (run.before.graph.function, "Erf_1"))
    assert life.end == "became Erf in common_subgraph_elimination, iteration 0"
    assert life.names_after(-1) == ("Erf_1",)


def test_that_each_op_of_a_chain_computed_twice_is_merged_with_its_twin(worker):
    run = ran(worker, "same_chains", "float32[4]")
    merged = {each.node for each in done_by(run, "common_subgraph_elimination", "merged")}
    assert merged == {"Sin_1", "mul_1/y", "mul_1", "Erf_1"}
    assert run.before is not None
    life = life_of(run, (run.before.graph.function, "mul_1"))
    assert life.end == "became mul in common_subgraph_elimination, iteration 0"


def test_that_all_sums_which_became_one_are_named(worker):
    run = ran(worker, "summed", "float32[4], float32[4]")
    (made,) = done_by(run, "arithmetic_optimizer", "fused")
    assert made.words == "3 AddV2 became AddN in arithmetic_optimizer"
    assert made.originals == ("add", "add_1", "add_2")


def test_that_a_transpose_that_a_product_does_by_itself_went_into_it(worker):
    run = ran(worker, "turned_product", "float32[3, 3], float32[3, 3]")
    (made,) = done_by(run, "arithmetic_optimizer", "fused")
    assert made.words == "Transpose + MatMul became MatMul in arithmetic_optimizer"
    assert life_of(run, traced(run, "Transpose")).end == f"became {made.node} in arithmetic_optimizer, iteration 0"


def test_that_a_factor_that_was_folded_away_is_not_merged_with_what_stands_in_its_place(worker):
    run = ran(worker, "two_factors", "float32[3]")
    went = {each.node: each.words for each in done_by(run, "constant_folding", "became")}
    assert went["mul_1/y"] == "Const went into Const mul in constant_folding"


def test_that_an_op_that_is_still_used_has_no_fate_where_factors_change_places(worker):
    run = ran(worker, "gelu", "float32[3]")
    places = [place for place, each in enumerate(run.passes) if each.name == "arithmetic_optimizer"]
    told = [each for place in places for each in origins(run, place)]
    assert {each.kind for each in told} == {"rewired"}


def test_that_transposes_which_cancel_are_told_as_that_by_arithmetic(worker):
    run = ran(worker, "transposed", "float32[2, 3]")
    cancelled = done_by(run, "arithmetic_optimizer", "cancelled")
    assert [types(run, each) for each in cancelled] == [["Transpose"]] * 2
    for each in cancelled:
        assert each.words.startswith("Transpose and what undid it were passed by in arithmetic_optimizer: x")
    assert run.before is not None
    assert life_of(run, (run.before.graph.function, "transpose")).end == "gone in dependency_optimizer, iteration 0"


def test_that_a_product_with_itself_becomes_a_square_under_another_name(worker):
    run = ran(worker, "squared", "float32[3]")
    (became,) = [each for each in done_by(run, "arithmetic_optimizer", "became") if "became Square" in each.words]
    assert became.words == "Mul became Square in arithmetic_optimizer"
    assert life_of(run, traced(run, "Mul")).end == f"became {became.node} in arithmetic_optimizer, iteration 0"


@pytest.mark.parametrize(
    ("function", "signature", "first", "fused"),
    [
        ("dense", "float32[None, 4]", "MatMul", "_FusedMatMul"),
        ("convolved", "float32[1, 8, 8, 3]", "Conv2D", "_FusedConv2D"),
    ],
)
def test_that_a_fused_op_tells_its_parts_and_stays_away_without_remapping(worker, function, signature, first, fused):
    run = ran(worker, function, signature)
    (made,) = done_by(run, "remapper", "fused")
    assert made.words == f"{first} + BiasAdd + Relu became {fused} in remapper"
    assert sorted(types(run, made)) == sorted([first, "BiasAdd", "Relu"])
    assert life_of(run, traced(run, first)).end == f"became {made.node} in remapper, iteration 0"
    without = ran(worker, function, signature, options={"remapping": False})
    assert "remapper" not in {each.name for each in without.passes}
    assert without.after is not None
    assert fused not in without.after.graph.op_counts


def test_that_a_pass_after_all_rounds_has_its_graph_too(worker):
    run = ran(worker, "dense", "float32[None, 4]", options={"scoped_allocator_optimization": True})
    assert "scoped_allocator_optimizer" in {each.name for each in run.passes}
    assert known_passes(run) == len(run.passes)


def test_that_inlined_ops_name_the_function_they_come_from(worker):
    run = ran(worker, "through_helper", "float32[3]")
    (mul,) = [each for each in origins(run, -1) if each.node.endswith("/mul")]
    assert "inlined from" in mul.words
    assert "tripled" in mul.words
    life = life_of(run, traced(run, "Mul", "tripled"))
    assert life.steps[0].names == (mul.node,)
    assert life.end == f"still there after Grappler, as {mul.node}"


def test_that_static_inlines_in_a_pass_and_tells_so(worker):
    run = ran(worker, "through_helper", "float32[3]", mode="static")
    inlined = {each.node: each for each in done_by(run, "function_optimizer", "inlined")}
    assert "inlined from" in inlined["PartitionedCall/mul"].words
    assert inlined["PartitionedCall/mul"].originals == ("PartitionedCall",)


def test_that_a_branch_never_taken_is_cut_by_the_loop_pass_and_only_by_it(worker):
    run = ran(worker, "decided", "float32[3]")
    gone = done_by(run, "loop_optimizer", "never taken")
    told = "Erf was in a branch that is never taken, since Greater is True, and gone in loop_optimizer"
    assert told in [each.words for each in gone]
    erf = traced(run, "Erf", "false")
    assert life_of(run, erf).end == "gone in loop_optimizer, iteration 0"
    without = ran(worker, "decided", "float32[3]", options={"loop_optimization": False})
    assert without.after is not None
    assert without.after.graph.op_counts["Erf"] == 1


def test_that_what_is_waited_for_in_vain_is_pruned_and_waiting_is_told(worker):
    run = ran(worker, "waiting", "float32[3]")
    past = [each for each in done_by(run, "dependency_optimizer", "waited past") if types(run, each) == ["Sin"]]
    assert [each.words for each in past] == ["Sin is gone in dependency_optimizer: what waited for it waits for x"]
    moved = [each for each in done_by(run, "dependency_optimizer", "moved") if "no longer waits for" in each.words]
    assert any("Sin" in each.words for each in moved)


def test_that_a_function_which_stays_is_optimised_on_its_own_and_listed_as_that(worker):
    run = ran(worker, "twice_apart", "float32[4]")
    names = {each.function for each in run.passes}
    (body,) = names - {""}
    assert "apart" in body
    place, folding = next(
        (place, each) for place, each in enumerate(run.passes) if each.function and each.name == "constant_folding"
    )
    assert folding.changed
    assert "this Const was folded from" in " ".join(each.words for each in origins(run, place))
    before, after = graph_after(run, place - 1), graph_after(run, place)
    assert before is not None
    assert after is not None
    assert before.graph is after.graph
    assert before.functions[body].op_counts["Range"] == 1
    assert after.functions[body].op_counts["Range"] == 0
    (folded,) = [each for each in origins(run, place) if each.kind == "folded"]
    life = life_of(run, (body, of_type(before.functions[body], "Range")))
    assert (life.function, life.end) == (body, f"became {folded.node} in constant_folding, iteration 0")
    back = life_from(run, (body, folded.node), place)
    assert [step.words for step in back.steps if step.index == place and step.words] == [folded.words]


def test_that_the_size_told_is_that_of_the_graph_and_what_changed_is_told_beyond_sizes(worker):
    run = ran(worker, "looped", "float32[3], int32[]")
    for place, each in enumerate(run.passes):
        found = graph_after(run, place)
        assert found is not None
        assert (len(found.graph), found.graph.edge_count) == (each.nodes_after, each.edges_after), each
        assert each.changed == bool(each.change)
    assert any(each.changed and each.nodes_before == each.nodes_after for each in run.passes)


def test_that_specs_and_lines_of_new_ops_are_known(worker):
    run = ran(worker, "squared", "float32[3]")
    place = next(place for place, each in enumerate(run.passes) if each.name == "arithmetic_optimizer")
    found = graph_after(run, place)
    assert found is not None
    square = next(node for node in found.graph if node.op_type == "Square")
    assert square.outputs == ("float32[3]",)
    assert square.device.endswith("CPU:0")
    text = MODULE.read_text(encoding="utf-8").splitlines()
    assert text[square.frames[-1].line - 1].strip() == "return x * x"


def test_that_an_op_left_alone_has_no_origin(worker):
    run = ran(worker, "dense", "float32[None, 4]")
    place = next(place for place, each in enumerate(run.passes) if each.name == "remapper")
    assert origin_of(run, place, "x") is None

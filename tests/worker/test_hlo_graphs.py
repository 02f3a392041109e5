"""HLO before and after XLA's optimisation as graphs: what is nested in what, and whose op each instruction was."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator

import pytest

from graphscope.analysis.instruction_diff import diff_instructions
from graphscope.launch.blocking_worker import BlockingWorker
from graphscope.model.grappler import XlaCompilation
from graphscope.model.op_graph import OpNode
from graphscope.model.trace import ConcreteFunction
from tests.worker.optimised_functions import OPTIMISED, compiled

pytestmark = pytest.mark.worker
SOURCE = OPTIMISED.read_text(encoding="utf-8").splitlines()


@pytest.fixture(scope="module")
def worker() -> Iterator[BlockingWorker]:
    with BlockingWorker((sys.executable,)) as running:
        yield running


@pytest.fixture(scope="module")
def chain(worker: BlockingWorker) -> XlaCompilation:
    return compiled(worker, "chain", "float32[64]")


@pytest.fixture(scope="module")
def branch_and_loop(worker: BlockingWorker) -> XlaCompilation:
    return compiled(worker, "branch_and_loop", "float32[4], int32[]")


def instructions(concrete: ConcreteFunction, opcode: str) -> list[OpNode]:
    """Those of that opcode, in every computation."""
    graphs = (concrete.graph, *concrete.functions.values())
    return [node for graph in graphs for node in graph if node.op_type == opcode]


def line(node: OpNode) -> str:
    """The user's innermost line."""
    frame = node.frames[-1]
    assert frame.file == str(OPTIMISED)
    return SOURCE[frame.line - 1].strip()


def inside(concrete: ConcreteFunction, name: str) -> set[str]:
    """The opcodes in a computation, and in what that calls, at any depth."""
    graph = concrete.functions[name]
    called = {each for calls in graph.calls.values() for names in calls.values() for each in names}
    return set(graph.op_types).union(*(inside(concrete, each) for each in called))


def types_of(concrete: ConcreteFunction, name: str) -> set[object]:
    """The types of the traced ops that a computation was made of, with what it calls, at any depth."""
    graph = concrete.functions[name]
    called = {each for calls in graph.calls.values() for names in calls.values() for each in names}
    return {node.attributes.get("op_type") for node in graph}.union(*(types_of(concrete, each) for each in called))


@pytest.mark.parametrize("side", ["before", "after"])
def test_that_a_loop_holds_its_condition_and_its_body(branch_and_loop, side):
    concrete = getattr(branch_and_loop, side)
    (loop,) = instructions(concrete, "while")
    assert "compare" in inside(concrete, loop.calls["cond"][0])
    assert {"sine", "add"} <= inside(concrete, loop.calls["body"][0])
    assert line(loop) == "while i < n:"


def test_that_a_branch_holds_both_sides(branch_and_loop):
    (branch,) = instructions(branch_and_loop.before, "conditional")
    taken, other = (branch.calls[role][0] for role in ("then_branch", "else_branch"))
    told = {role: types_of(branch_and_loop.before, name) for role, name in (("then", taken), ("else", other))}
    assert "Mul" in told["then"] - told["else"]
    assert "Erf" in told["else"] - told["then"]


def test_that_what_stays_the_same_in_a_loop_is_worked_out_before_it(worker):
    compilation = compiled(worker, "invariant", "float32[3], float32[3], int32[]")
    for concrete, stays in ((compilation.before, True), (compilation.after, False)):
        (loop,) = instructions(concrete, "while")
        assert len(instructions(concrete, "sine")) == 1
        assert ("sine" in inside(concrete, loop.calls["body"][0])) == stays


def test_that_a_choice_by_number_holds_its_branches_in_order(worker):
    concrete = compiled(worker, "chosen_by_number", "int32[], float32[4]").before
    (choice,) = instructions(concrete, "conditional")
    branches = [inside(concrete, each) for each in choice.calls["branches"]]
    assert [each & {"add", "sine", "cosine"} for each in branches] == [{"add"}, {"sine"}, {"cosine"}]


def test_that_a_fusion_holds_its_instructions_and_tells_its_kind(chain):
    (fusion,) = instructions(chain.after, "fusion")
    assert fusion.attributes["kind"] == "kLoop"
    fused = chain.after.functions[fusion.calls["fused"][0]]
    assert {"tanh", "exponential", "add", "multiply", "subtract"} <= set(fused.op_types)
    assert [argument.spec for argument in fused.arguments] == ["f32[64]{0}"] * len(fused.arguments)


def test_that_shapes_tell_their_layout(worker):
    concrete = compiled(worker, "dense", "float32[2, 4]").before
    assert [argument.spec for argument in concrete.graph.arguments] == ["f32[2,4]{1,0}", "f32[4,4]{1,0}", "f32[4]{0}"]


def test_that_parameters_bear_the_names_of_pythons(branch_and_loop):
    assert [argument.name for argument in branch_and_loop.before.graph.arguments] == ["x", "n"]


@pytest.mark.parametrize("side", ["before", "after"])
def test_that_each_instruction_leads_to_the_line_of_its_op(branch_and_loop, side):
    concrete = getattr(branch_and_loop, side)
    assert {line(node) for node in instructions(concrete, "sine")} == {"x = tf.sin(x) + 2.0"}
    assert {line(node) for node in instructions(concrete, "multiply") if node.attributes["op_type"] == "Mul"} == {
        "return x * 3.0"
    }


def test_that_an_instruction_names_the_way_to_its_traced_op(branch_and_loop):
    ways = {node.attributes.get("traced_op") for node in instructions(branch_and_loop.after, "sine")}
    assert ways == {"while → body → while/Sin"}


def test_that_constants_tell_their_value(chain):
    values = {node.constant.text for node in instructions(chain.before, "constant") if node.constant is not None}
    assert "2.0" in values


def test_that_the_graphs_hold_as_many_instructions_as_are_counted(branch_and_loop):
    for concrete, count in (
        (branch_and_loop.before, branch_and_loop.instructions_before),
        (branch_and_loop.after, branch_and_loop.instructions_after),
    ):
        assert len(concrete.graph) + sum(map(len, concrete.functions.values())) == count


def test_that_it_says_what_it_was_compiled_for(worker, chain):
    assert (chain.inputs, chain.own_jit) == ("any values of these shapes", False)
    given = compiled(worker, "compiled", "tf.ones([3])")
    assert (given.inputs, given.own_jit) == ("the values in the signature", True)


def test_that_an_unknown_size_is_refused_at_the_function_and_names_the_argument(worker):
    found = compiled(worker, "looped", "float32[None, 4], int32[]").error
    assert SOURCE[found.line - 1].strip().startswith("def looped(")
    assert "`x`" in found.message


def test_that_an_argument_of_strings_is_refused_by_its_name_at_the_function(worker):
    found = compiled(worker, "lengths", "string[2]").error
    assert SOURCE[found.line - 1].strip() == "def lengths(words):"
    assert found.advice.startswith("XLA takes no string: have `words`")


def test_that_an_op_without_a_kernel_is_refused_at_its_line(worker):
    found = compiled(worker, "fails_in_python", "float32[2]").error
    assert SOURCE[found.line - 1].strip().startswith("return tf.py_function(")
    assert "EagerPyFunc" in found.message


def opcodes(concrete: ConcreteFunction, nodes: Iterable[tuple[str, str]]) -> Counter[str]:
    graphs = {graph.function: graph for graph in (concrete.graph, *concrete.functions.values())}
    return Counter(graphs[function].op_types[graphs[function].index_of[name]] for function, name in nodes)


def test_that_before_and_after_are_compared_by_the_ops_that_instructions_were_made_of(chain):
    diff = diff_instructions(chain.before, chain.after)
    arithmetic = {"tanh", "exponential", "multiply", "add", "subtract"}
    assert arithmetic <= set(opcodes(chain.before, diff.same))
    assert arithmetic.isdisjoint(opcodes(chain.before, diff.only_a) + opcodes(chain.after, diff.only_b))
    assert opcodes(chain.after, diff.only_b)["fusion"] == 1
    assert diff.matching.to_b[chain.before.graph.function, "arg0.1"] == (chain.after.graph.function, "arg0.1")


def test_that_a_loop_that_carries_less_after_is_the_same_loop_changed(branch_and_loop):
    diff = diff_instructions(branch_and_loop.before, branch_and_loop.after)
    assert opcodes(branch_and_loop.before, diff.changed)["while"] == 1
    assert opcodes(branch_and_loop.before, diff.same)["sine"] == 1

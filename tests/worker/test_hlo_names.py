"""Names of Python's in HLO: arguments, what loops carry, the user's words for a loop, and loops open at first sight."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

import pytest

from graphscope.analysis.default_view import default_picture
from graphscope.analysis.picture import Picture
from graphscope.analysis.regions import functions_of
from graphscope.launch.blocking_worker import BlockingWorker
from graphscope.model.grappler import XlaCompilation
from graphscope.model.trace import ConcreteFunction, Statement
from tests.worker.optimised_functions import OPTIMISED, compiled

pytestmark = pytest.mark.worker


@pytest.fixture(scope="module")
def worker() -> Iterator[BlockingWorker]:
    with BlockingWorker((sys.executable,)) as running:
        yield running


@pytest.fixture(scope="module")
def compact(worker: BlockingWorker) -> XlaCompilation:
    """The loop of a function some sizes of which are only known at run time, given them."""
    return compiled(worker, "compact", "float32[8, 4], 3")


def sides(compilation: XlaCompilation) -> tuple[ConcreteFunction, ConcreteFunction]:
    assert compilation.error is None
    assert compilation.before is not None
    assert compilation.after is not None
    return compilation.before, compilation.after


def carried(concrete: ConcreteFunction) -> list[str]:
    """What the body of the only loop is given."""
    graphs = (concrete.graph, *concrete.functions.values())
    (loop,) = (node for graph in graphs for node in graph if node.op_type == "while")
    return [argument.name for argument in concrete.functions[loop.calls["body"][0]].arguments]


def first_sight(concrete: ConcreteFunction, boxes: int, statements: tuple[Statement, ...] = ()) -> Picture:
    """The first view that has so many boxes at most."""
    sources = {str(OPTIMISED): OPTIMISED.read_text(encoding="utf-8")}
    return default_picture(concrete, statements, sources, lambda picture: len(picture.boxes) <= boxes)[1]


def test_that_what_a_loop_carries_bears_the_names_of_pythons_variables(compact):
    before, after = map(carried, sides(compact))
    assert {"i", "total", "x"} <= set(before)
    assert "total" in after
    assert len(after) < len(before)


def test_that_what_comes_out_of_a_loop_bears_its_name_too(compact):
    for concrete in sides(compact):
        names = [concrete.graph.input_names.get(node.index) for node in concrete.graph]
        assert ("total",) in names


def test_that_a_fusion_in_a_loop_takes_what_pythons_variables_hold(compact):
    _, after = sides(compact)
    fused = [graph for name, graph in after.functions.items() if "fused" in name or "wrapped" in name]
    assert "total" in {argument.name for graph in fused for argument in graph.arguments}


@pytest.mark.parametrize(
    ("function", "signature", "names"),
    [
        ("scaled_rows", "tf.ones([4]), tf.constant(2), tf.constant(3)", ["a", "b", "bias"]),
        ("shaped_by", "tf.ones([4]), tf.constant(2)", ["x"]),
        ("dense", "float32[2, 4]", ["x", "kernel", "bias"]),
    ],
)
def test_that_parameters_are_named_though_xla_knows_the_value_of_some_arguments(worker, function, signature, names):
    for concrete in sides(compiled(worker, function, signature)):
        assert [argument.name for argument in concrete.graph.arguments] == names


@pytest.mark.parametrize("side", [0, 1])
def test_that_a_loop_is_open_at_first_sight_before_anything_that_is_fused(compact, side):
    picture = first_sight(sides(compact)[side], 30)
    (loop,) = (box for box in picture.boxes.values() if box.title.startswith("while"))
    assert loop.is_open
    parts = [picture.boxes[each] for each in loop.children]
    assert [part.title for part in parts] == ["condition", "body"]
    words = {(picture.boxes[each].title, picture.boxes[each].subtitle) for each in parts[1].children}
    assert ("get-tuple-element", "total") in words


def test_that_the_condition_is_told_in_the_users_words(worker):
    before, _ = sides(compiled(worker, "branch_and_loop", "float32[4], int32[]"))
    line = OPTIMISED.read_text(encoding="utf-8").splitlines().index("    while i < n:") + 1
    staged = Statement(str(OPTIMISED), line, "while", "staged", ("while",), ("StatelessWhile",))
    picture = first_sight(before, 60, (staged,))
    titles = [box.title for box in picture.boxes.values()]
    assert f"while · line {line} (AutoGraph)" in titles
    assert "condition: i < n" in titles


def test_that_a_branch_is_called_as_it_was_written_and_a_choice_by_number_as_one(worker):
    signatures = {"branch_and_loop": "float32[4], int32[]", "chosen_by_number": "int32[], float32[4]"}
    for (function, signature), word in zip(signatures.items(), ("if", "case"), strict=True):
        before, _ = sides(compiled(worker, function, signature))
        assert [t for t in (box.title for box in first_sight(before, 60).boxes.values()) if t.startswith(f"{word} · ")]


def test_that_what_only_wraps_a_loop_or_its_condition_is_looked_through_and_told_as_hidden(compact):
    for concrete in sides(compact):
        picture = first_sight(concrete, 60)
        kinds = [box.title.partition(" ")[0] for box in picture.boxes.values() if box.kind == "region"]
        assert kinds.count("while") == 1
        assert "call" not in kinds
        assert picture.hidden["identities"] > 0
        every = [(graph.function, name) for graph in functions_of(concrete) for name in graph.names]
        shown = {node for node in every if picture.box_of.get(node) is not None}
        wrapped = [node for node in every if re.fullmatch(r"cond_wrapper\.\d+|while\.\d+_computation", node[0])]
        assert shown.issuperset(wrapped)

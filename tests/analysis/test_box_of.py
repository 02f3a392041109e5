"""Which box shows an op: the same whether asked for one op or for many."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import replace

import pytest

from graphscope.analysis.box_of import BoxOf, boxes_with_counts
from graphscope.analysis.build_picture import build_picture
from graphscope.analysis.default_view import default_view
from graphscope.analysis.node_ids import node_ids
from graphscope.analysis.view_state import ViewState
from graphscope.model.trace import ConcreteFunction
from tests.analysis.small_graphs import branches, loop
from tests.analysis.unrolled_graph import unrolled


@pytest.mark.parametrize("concrete", [branches(), loop(), unrolled(1, 20)])
@pytest.mark.parametrize("hide", [frozenset(), frozenset({"constants"})])
def test_that_many_ops_are_counted_as_each_alone(concrete: ConcreteFunction, hide: frozenset[str]) -> None:
    state = ViewState(hide=hide, grouping="source")
    for _ in range(4):
        picture = build_picture(concrete, state)
        every = [node for graph in (concrete.graph, *concrete.functions.values()) for node in node_ids(graph)]
        shown = [node for node in every if node in picture.box_of]
        assert set(picture.box_of) == set(shown)
        assert len(picture.box_of) == len(shown)
        assert isinstance(picture.box_of, BoxOf)
        assert boxes_with_counts(picture.box_of, every) == Counter(picture.box_of[node] for node in shown)
        assert boxes_with_counts(dict(picture.box_of), every) == boxes_with_counts(picture.box_of, every)
        state = replace(state, opened=state.opened | {box.id for box in picture.boxes.values() if box.can_open})


def test_that_a_graph_of_90_000_ops_is_selected_without_a_stall() -> None:
    concrete = unrolled(10, 600)
    picture = build_picture(concrete, default_view(concrete))
    every = frozenset(node_ids(concrete.graph))
    started = time.process_time()
    assert sum(boxes_with_counts(picture.box_of, every).values()) > 50_000
    assert time.process_time() - started < 1.0

"""Verdicts of random functions agree with an independent reading of what tracing does with them.

``GRAPHSCOPE_EXAMPLES=500`` tries more of them.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from graphscope.protocol.records import TraceRecord
from tests.worker.random_functions import Node, Reading, Written, blocks, write
from tests.worker.traced_module import traces

EXAMPLES = int(os.environ.get("GRAPHSCOPE_EXAMPLES", "20"))
pytestmark = [pytest.mark.worker, pytest.mark.timeout(300 + 10 * EXAMPLES)]


def traced(nodes: tuple[Node, ...], k: int, folder: Path) -> tuple[Written, TraceRecord]:
    """The function written to a module of its own, and its trace."""
    written = Written()
    name = f"random_{abs(hash((nodes, k)))}"
    for line in ("import tensorflow as tf", "", "", "@tf.function", f"def {name}(x, n, k):"):
        written.add(0, line)
    write(nodes, written, 1)
    written.add(1, "return x")
    path = folder / f"{name}.py"
    path.write_text("\n".join(written.lines) + "\n")
    note(path.read_text())
    (trace,) = traces(path, name, f"float32[], int32[], {k}")
    return written, trace


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("random")


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(nodes=blocks(3), k=st.integers(0, 3))
def test_that_every_verdict_agrees_with_an_independent_reading(nodes, k, folder):
    written, trace = traced(nodes, k, folder)
    assert trace.outcome == "traced", trace.error
    reading = Reading(written, k)
    reading.block(nodes)
    told: Counter[tuple[int, str, str]] = Counter()
    for each in trace.control_flow:
        if each.outcome != "not reached":
            told[each.line, each.statement, each.outcome] += each.times
    assert told == reading.outcomes


@settings(max_examples=max(EXAMPLES // 4, 5), deadline=None, suppress_health_check=list(HealthCheck))
@given(nodes=blocks(2), k=st.integers(0, 3))
def test_that_unrolled_rounds_and_op_counts_agree(nodes, k, folder):
    written, trace = traced(nodes, k, folder)
    assert trace.outcome == "traced", trace.error
    reading = Reading(written, k)
    reading.block(nodes)
    for each in trace.control_flow:
        if each.statement == "for" and each.outcome == "python":
            numbers = [int(number) for number in re.findall(r"(\d+) time", each.detail)]
            assert set(numbers) == set(reading.rounds[each.line])
    graphs = [graph for graph in (trace.graph, *trace.functions) if graph is not None]
    ops = Counter(graph.op_type_table[kind] for graph in graphs for kind in graph.op_types)
    whiles = sum(n for (_, statement, outcome), n in reading.outcomes.items() if (statement, outcome) in LOOPS)
    assert ops["StatelessWhile"] + ops["While"] == whiles


LOOPS = {("for", "staged"), ("while", "staged")}

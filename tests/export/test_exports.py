"""Tests of the exported graphs: side by side in one drawing, and as DOT, GraphML and JSON for other tools."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from xml.etree import ElementTree

import networkx as nx
import pygraphviz
import pytest

from graphscope.export.dot import to_dot
from graphscope.export.exhibition_drawing import draw
from graphscope.export.exhibits import Exhibition, exhibition, pass_exhibition, pass_names
from graphscope.export.graphml import to_graphml
from graphscope.export.json_graph import to_json
from graphscope.export.shapes import Text
from graphscope.export.svg import to_svg
from graphscope.model.grappler import Partition, PassChange
from tests.export.reported import FILE, report

NODES = 7 + 2 + 2 + 2
EDGES = 8 + 1 + 1 + 1


@pytest.fixture
def shown() -> Exhibition:
    return exhibition(report(), {})


def test_that_each_graph_is_shown_once_and_followed_by_what_grappler_made_of_it(shown: Exhibition) -> None:
    assert shown.name == "step"
    assert [(each.key, each.title) for each in shown.exhibits] == [
        ("A", "A  x: float32[None, 4]"),
        ("A after", "A  x: float32[None, 4]  after Grappler"),
    ]
    assert shown.exhibits[0].statements == report().traces[0].control_flow


def test_that_drawings_stand_side_by_side_under_their_titles(shown: Exhibition) -> None:
    told: list[str] = []
    drawing = draw(shown, tell=told.append)
    assert told == [f"drawing {each.title}" for each in shown.exhibits]
    texts = [shape for figure in drawing.figures for shape in figure.shapes if isinstance(shape, Text)]
    titles = [text for text in texts if text.text.startswith("A  x: float32[None, 4]")]
    assert len(titles) == 2
    assert titles[0].x < titles[1].x < drawing.width
    svg = ElementTree.fromstring(to_svg(drawing))
    assert float(svg.attrib["width"]) == pytest.approx(drawing.width, abs=0.01)
    words = "".join(svg.itertext())
    assert "StatelessIf" in words or "if" in words
    assert "_Retval" in words


def test_that_dot_is_read_by_graphviz_with_every_node_and_edge(shown: Exhibition) -> None:
    read = pygraphviz.AGraph(string=to_dot(shown))
    assert (read.number_of_nodes(), read.number_of_edges()) == (NODES, EDGES)
    assert read.get_node("A/step/cond").attr["shape"] == "diamond"
    assert read.get_edge("A/step/Greater", "A/step/note").attr["style"] == "dashed"
    assert read.get_node("A/step/cond").attr["tooltip"] == f"{FILE}:7"


def test_that_dot_names_the_variables_that_a_lowered_loop_carries(shown: Exhibition) -> None:
    first = shown.exhibits[0]
    row = first.concrete.graph.index_of["Greater"]
    types = tuple("Enter" if at == row else each for at, each in enumerate(first.concrete.graph.op_types))
    graph = replace(first.concrete.graph, op_types=types, input_names={row: ("total",)})
    exhibits = (replace(first, concrete=replace(first.concrete, graph=graph)),)
    read = pygraphviz.AGraph(string=to_dot(replace(shown, exhibits=exhibits)))
    assert read.get_node("A/step/Greater").attr["label"].endswith("total")


def test_that_graphml_is_read_by_networkx_with_every_node_and_edge(shown: Exhibition) -> None:
    read = nx.read_graphml(io.BytesIO(to_graphml(shown).encode()))
    assert (read.number_of_nodes(), read.number_of_edges()) == (NODES, EDGES)
    assert read.nodes["A/step/cond"]["op"] == "StatelessIf"
    assert read.nodes["A/step/cond"]["line"] == 7


def test_that_json_holds_every_node_with_its_inputs_and_lines(shown: Exhibition) -> None:
    read = json.loads(to_json(shown))
    step = read["graphs"][0]["functions"][0]
    assert [each["name"] for each in read["graphs"][0]["functions"]] == ["step", "cond_true_1", "cond_false_2"]
    assert step["nodes"][2]["inputs"] == ["x:0", "zero:0"]
    assert step["nodes"][3]["calls"] == {"then_branch": ["cond_true_1"], "else_branch": ["cond_false_2"]}
    assert step["nodes"][1]["value"] == {"dtype": "float32", "shape": [], "text": "0.0"}
    assert step["nodes"][4]["control_inputs"] == ["Greater"]
    assert step["nodes"][0]["lines"] == [{"file": FILE, "line": 7, "function": "step"}]
    assert step["results"] == ["Identity:0"]


def test_that_awkward_names_do_not_break_a_format() -> None:
    whole = report()
    awkward = replace(whole.traces[0], signature='x: "quote" \\ <&> \x01\n')
    shown = exhibition(replace(whole, traces=(awkward,), grappler={}), {})
    assert pygraphviz.AGraph(string=to_dot(shown)).number_of_nodes() == 11
    assert nx.read_graphml(io.BytesIO(to_graphml(shown).encode())).number_of_nodes() == 11
    assert json.loads(to_json(shown))["graphs"][0]["title"].endswith('x: "quote" \\ <&> \x01\n')


def test_that_the_graph_after_a_pass_is_shown_alone_where_its_change_is_known() -> None:
    whole = report()
    run = whole.grappler[0]
    nothing = PassChange((), replace(whole.traces[0].concrete.graph, names=(), op_types=()))
    known = replace(run, first=run.before, passes=(replace(run.passes[0], change=nothing), run.passes[1]))
    shown = pass_exhibition(replace(whole, grappler={0: known}), {}, [("constant_folding", 0), ("remapper", 0)])
    assert [(each.key, each.concrete) for each in shown.exhibits] == [("A constant_folding:0", run.before)]


def test_that_what_each_device_runs_is_shown_among_the_passes() -> None:
    whole = report()
    run = whole.grappler[0]
    parted = replace(run, partitions=(Partition("CPU:0", run.before), Partition("CPU:1", run.after)))
    parts = replace(whole, grappler={0: parted})
    assert pass_names(parts)[-2:] == ("partition:0", "partition:1")
    shown = pass_exhibition(parts, {}, [("partition", 1), ("partition", 2)])
    assert [(each.title, each.concrete) for each in shown.exhibits] == [("A  what CPU:1 runs", run.after)]

"""Graphviz's dot in a process of its own: JSON lines in, JSON lines out; it may be killed at any time."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import Any

import pygraphviz

_POINTS = 72.0
Point = list[float]


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """Corners and ways of one level; ``{"error": …}`` where Graphviz refuses it."""
    graph = pygraphviz.AGraph(directed=True, strict=False)
    across = request["direction"] == "right"
    graph.graph_attr.update(
        rankdir="LR" if across else "TB", nodesep="0.4", ranksep="0.5", splines="spline", ordering="", dpi="72"
    )
    graph.node_attr.update(shape="box", fixedsize="true", label="", margin="0")
    graph.edge_attr.update(arrowhead="none", arrowsize="0")
    for number, (width, height) in enumerate(request["sizes"]):
        graph.add_node(f"n{number}", width=f"{width / _POINTS:.5f}", height=f"{height / _POINTS:.5f}")
    for number, (source, target, weight) in enumerate(request["links"]):
        graph.add_edge(f"n{source}", f"n{target}", key=f"e{number}", weight=str(weight))
    try:
        graph.layout("dot")
    except (OSError, ValueError) as error:
        return {"error": str(error)}
    corners = [_corner(graph.get_node(f"n{number}"), size) for number, size in enumerate(request["sizes"])]
    ways = [
        _way(graph.get_edge(f"n{source}", f"n{target}", f"e{number}").attr["pos"])
        for number, (source, target, _) in enumerate(request["links"])
    ]
    return {"corners": corners, "ways": ways}


def _corner(node: Any, size: Point) -> Point:
    x, y = (float(each) for each in node.attr["pos"].split(","))
    return [x - size[0] / 2, -y - size[1] / 2]


def _way(position: str) -> list[Point]:
    """The points of an edge's spline, one start and Bezier triples; y grows downwards."""
    points = []
    for each in position.replace("\\\n", "").split():
        if each[:2] not in ("e,", "s,"):
            x, y = each.split(",")[:2]
            points.append([float(x), -float(y)])
    return points


def serve(lines: Iterable[str]) -> None:
    """Answer each line of requests with one line, until they end."""
    print(json.dumps({"ready": True}), flush=True)
    for line in lines:
        print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    serve(sys.stdin)

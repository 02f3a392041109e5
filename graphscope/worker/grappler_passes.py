"""The passes of one Grappler run, read from what the meta optimizer logged; where the lines come from is no matter."""

from __future__ import annotations

import re
from typing import Iterable, List, Set, Tuple

from graphscope.protocol.records import PassRecord

_RUN = re.compile(r"Starting optimization for grappler item: (?P<name>\S+)")
_ITEM = re.compile(r"Optimize GrapplerItem: item\.id=(?P<name>\S+) ")
_PASS = re.compile(
    r"(?P<name>[\w.-]+)(?:\{.*\})?: Graph size after: (?P<nodes>\d+) nodes \((?P<more_nodes>[-+]?\d+)\), "
    r"(?P<edges>\d+) edges \((?P<more_edges>[-+]?\d+)\), time = (?P<time>[\d.e+-]+)ms"
)


def passes_of(function: str, lines: Iterable[str]) -> Tuple[PassRecord, ...]:
    """Each pass over the graph of ``function``, in order; of its last run where there were several.

    A pass that declined to do anything is not logged, and is not among them.
    """
    found: List[PassRecord] = []
    ours, iteration = False, 0
    seen: Set[str] = set()
    for line in lines:
        run, item = _RUN.match(line), _ITEM.match(line)
        if run is not None and run["name"] == function:
            found = []
        if item is not None:
            ours, iteration, seen = item["name"] == function, 0, set()
        done = _PASS.match(line) if ours else None
        if done is None:
            continue
        # The log does not say where an iteration begins; in each, every pass runs once.
        if done["name"] in seen:
            iteration, seen = iteration + 1, set()
        seen.add(done["name"])
        found.append(_record(iteration, done))
    return tuple(found)


def _record(iteration: int, done: "re.Match[str]") -> PassRecord:
    nodes, edges = int(done["nodes"]), int(done["edges"])
    more_nodes, more_edges = int(done["more_nodes"]), int(done["more_edges"])
    return PassRecord(
        iteration=iteration,
        name=done["name"],
        nodes_before=nodes - more_nodes,
        nodes_after=nodes,
        edges_before=edges - more_edges,
        edges_after=edges,
        changed=bool(more_nodes or more_edges),
        milliseconds=float(done["time"]),
    )

"""GroupTree: one graph's ops in groups by source line, name scope or phase, each level worked out when it is opened."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import numpy as np

from graphscope.analysis.edges import Rows
from graphscope.analysis.folding import folded, in_order, joined_by_number, paged, paged_rows
from graphscope.analysis.group_entries import Entry, Stage
from graphscope.analysis.hlo import is_hlo
from graphscope.analysis.lowered_regions import lowered_paths
from graphscope.analysis.phase_groups import phase_split
from graphscope.analysis.regions import regions
from graphscope.analysis.scope_groups import scope_split
from graphscope.analysis.shown_ops import ShownOps
from graphscope.analysis.source_groups import source_split
from graphscope.analysis.unrolled_loops import Rounds, unrolled_entries
from graphscope.model.op_graph import Frame, OpGraph

_MOST_FLOW = 12
_LEAST_GROUP = 3
_FLAT = 24
"""Ops up to which a level is shown as it is, without groups."""


@dataclass(frozen=True, eq=False)
class LevelWishes:
    """How a graph is split into levels. ``most`` children a level may have."""

    grouping: str
    rounds: Rounds
    failed: tuple[tuple[str, int], ...]
    """(file, line) of statements in which the trace ended, outer ones first."""
    most: int


class GroupTree:
    """The levels of one graph for one grouping and one choice of hidden ops."""

    def __init__(self, graph: OpGraph, shown: ShownOps, wishes: LevelWishes) -> None:
        self._graph = graph
        self._most = wishes.most
        self._shown = shown
        self._rounds = wishes.rounds
        self._failed = wishes.failed
        self._first = {"source": "source", "scope": "scope", "phase": "phase"}.get(wishes.grouping, "flat")
        self._lowered = lowered_paths(graph)
        self._levels: dict[int, tuple[Entry, list[Entry]]] = {}
        self._roots: list[Entry] | None = None

    def roots(self) -> list[Entry]:
        """The outermost level."""
        if self._roots is None:
            failed, members = self._failed_entries(np.flatnonzero(self._shown.shown))
            phases = phase_split(self._graph, members) if self._first == "phase" else None
            stage = Stage("source" if self._first == "phase" else self._first)
            level = self._split(members, stage) if phases is None else phases
            self._roots = in_order(failed + level) if failed else level
        return self._roots

    def _failed_entries(self, members: Rows) -> tuple[list[Entry], Rows]:
        """What had been traced of the statement in which the trace ended, the outermost one, and the other ops."""
        for file, line in self._failed:
            wanted = {each for each in set(self._graph.stacks) if any((f.file, f.line) == (file, line) for f in each)}
            chosen = np.array([self._graph.stacks[node] in wanted for node in members.tolist()], dtype=np.bool_)
            if chosen.any():
                frame = Frame(file, line, "")
                entry = Entry(f"failed {line}", "failed", f"line {line}", members[chosen], Stage("flat"), None, frame)
                return [entry], members[~chosen]
        return [], members

    def inside(self, entry: Entry) -> list[Entry]:
        """The level inside a group."""
        known = self._levels.get(id(entry))
        if known is None:
            known = self._levels[id(entry)] = (entry, self._opened(entry))
        return known[1]

    def _opened(self, entry: Entry) -> list[Entry]:
        if entry.inside is not None:
            return paged(list(entry.inside), self._most)
        if entry.stage.kind == "listed":
            return paged_rows(self._graph, entry.members, self._most)
        return self._split(entry.members, entry.stage)

    def _split(self, members: Rows, stage: Stage) -> list[Entry]:
        regions, rest = self._lowered_entries(members, stage) if self._lowered else ([], members)
        if len(rest) <= min(_FLAT, self._most) or stage.kind == "flat":
            loops, rest = unrolled_entries(self._graph, rest, stage, self._rounds)
            return folded(self._graph, regions + loops, rest, self._most)
        kept, rest = self._control_flow(rest)
        groups, loose = self._grouped(rest, stage)
        groups = joined_by_number(groups, self._most)
        small = [entry for entry in groups if len(entry.members) < _LEAST_GROUP and entry.kind != "unrolled"]
        groups = [entry for entry in groups if len(entry.members) >= _LEAST_GROUP or entry.kind == "unrolled"]
        loose = np.sort(np.concatenate([kept, loose, *(entry.members for entry in small)]))
        return folded(self._graph, regions + groups, loose, self._most)

    def _control_flow(self, members: Rows) -> tuple[Rows, Rows]:
        """The branches and loops among the members, which stay in sight where they are few, and the other ops."""
        # XLA calls what it made of a loop.
        kinds = ("if", "case", "while", "call") if is_hlo(self._graph) else ("if", "case", "while")
        flow = [node for node, region in regions(self._graph).items() if region.kind in kinds]
        chosen = np.isin(members, flow) if flow else np.zeros(len(members), dtype=np.bool_)
        if int(chosen.sum()) > _MOST_FLOW:
            chosen[:] = False
        return members[chosen], members[~chosen]

    def _grouped(self, members: Rows, stage: Stage) -> tuple[list[Entry], Rows]:
        """By source lines while they differ, then by name scopes; what has no line is split by its scopes at once."""
        if stage.kind == "source":
            split = source_split(self._graph, members, stage, self._rounds)
            if split is not None:
                groups, loose = split
                if len(loose) > _FLAT:
                    more, loose = self._grouped(loose, Stage("scope", 0, stage.lowered))
                    groups = groups + more
                return groups, loose
            stage = Stage("scope", 0, stage.lowered)
        return scope_split(self._graph, members, stage) or ([], members)

    def _lowered_entries(self, members: Rows, stage: Stage) -> tuple[list[Entry], Rows]:
        """Loops and branches that were taken apart, kept together as groups, and the other ops."""
        chosen: dict[str, list[int]] = {}
        rest = []
        for node in members.tolist():
            path = self._lowered.get(node, ())
            if len(path) > stage.lowered:
                chosen.setdefault(path[stage.lowered], []).append(node)
            else:
                rest.append(node)
        inner = Stage(stage.kind, stage.depth, stage.lowered + 1)
        entries = [
            Entry(region, _lowered_kind(region), region, np.array(nodes, dtype=np.int64), inner)
            for region, nodes in chosen.items()
            if len(nodes) > 1 or _lowered_kind(region) == "part"
        ]
        grouped = {entry.key for entry in entries}
        single = [nodes[0] for region, nodes in chosen.items() if region not in grouped]
        return entries, np.array(sorted(rest + single), dtype=np.int64)


def _lowered_kind(region: str) -> str:
    return "part" if region.startswith("part ") else "lowered"


def group_tree(graph: OpGraph, shown: ShownOps, wishes: LevelWishes) -> GroupTree:
    """The tree, kept with the shown ops that it is of."""
    question = (wishes.grouping, tuple(sorted(wishes.rounds.items())), wishes.failed, wishes.most)
    known = shown.trees.get(question)
    if known is None:
        known = shown.trees[question] = GroupTree(graph, shown, wishes)
    return cast("GroupTree", known)

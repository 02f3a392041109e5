"""What became in one pass of the ops that were there before it: told by who takes whose results now, not by names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from graphscope.model.grappler import PassChange
from graphscope.model.op_graph import OpGraph

_FARTHEST = 12
_PASSING = frozenset({"Identity", "Snapshot", "StopGradient", "PreventGradient", "CheckNumerics"})
"""Ops that give on what they take."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of an op. ``heir`` is the op of the graph after the pass that stands in its place, '' for none.

    ``kind``: ``became`` (its value is the heir's), ``merged`` (the heir computed the same), ``passed by`` (the heir's
    value was its own input), ``cancelled`` (with others it undid what it did), ``never taken`` (it was in a branch that
    is never taken, and the heir stands where branches met), or ``dead`` (nothing used it).
    """

    kind: str
    heir: str = ""


def fates(before: OpGraph, after: OpGraph, change: PassChange) -> dict[str, Fate]:
    """The fate of each op that the pass took away, or that other ops no longer take their inputs from."""
    return _Fates(before, after, change).found()


class _Fates:
    """Follows results to their takers, and takers that are gone to theirs."""

    def __init__(self, before: OpGraph, after: OpGraph, change: PassChange) -> None:
        self._before, self._after = before, after
        self._gone = {name for name in change.removed if name in before.index_of}
        self._told = {
            name for row, name in enumerate(change.nodes.names) if change.nodes.op_types[row] and name in after.index_of
        }
        self._new = {name for name in self._told if not self._kept_its_op(name)}
        self._rewired = self._rewirings()
        self._found: dict[str, Fate] = {}

    def found(self) -> dict[str, Fate]:
        """All fates."""
        for name in (*self._rewired, *self._gone):
            self._fate(name)
        return self._found

    def _kept_its_op(self, name: str) -> bool:
        old = self._before.index_of.get(name)
        return old is not None and self._before.op_types[old] == self._after.op_types[self._after.index_of[name]]

    def _rewirings(self) -> dict[str, Counter[str]]:
        """Op before → the ops after that its takers take now, where only that changed in the taker."""
        found: dict[str, Counter[str]] = {}
        for name in self._told - self._new:
            was, now = _sources(self._before, name), _sources(self._after, name)
            if len(was) != len(now) or Counter(was) == Counter(now):
                continue
            for old, new in zip(was, now, strict=True):
                if old != new:
                    found.setdefault(old[0], Counter())[new[0]] += 1
        return found

    def _fate(self, name: str) -> Fate:
        """Takers first, in a loop, since a chain of ops may be longer than Python's stack."""
        waiting = [name]
        while waiting:
            one = waiting[-1]
            open_takers = [
                taker for taker in self._gone_takers(one) if taker not in self._found and taker not in waiting
            ]
            if one in self._found or not open_takers:
                waiting.pop()
                self._found.setdefault(one, self._decided(one))
            else:
                waiting.extend(open_takers)
        return self._found[name]

    def _gone_takers(self, name: str) -> list[str]:
        return [taker for taker in self._takers(name) if taker in self._gone] if name in self._gone else []

    def _takers(self, name: str) -> Iterator[str]:
        row = self._before.index_of[name]
        for taker in self._before.consumers[row]:
            if row in self._before.inputs[taker][::2]:
                yield self._before.names[taker]

    def _decided(self, name: str) -> Fate:
        if name in self._rewired:
            return self._replaced(name, self._rewired[name].most_common(1)[0][0])
        absorbing = next((taker for taker in self._takers(name) if taker in self._new), None)
        if absorbing is not None:
            return Fate("never taken" if self._was_a_meeting(absorbing) else "became", absorbing)
        inherited = [self._found[taker] for taker in self._gone_takers(name) if taker in self._found]
        passing = ("passed by",) if self._before.op_types[self._before.index_of[name]] in _PASSING else ()
        for kind in ("became", "never taken", "cancelled", *passing):
            fate = next((each for each in inherited if each.kind == kind), None)
            if fate is not None:
                return fate
        return Fate("dead")

    def _was_a_meeting(self, name: str) -> bool:
        """Whether branches met in it, of which one is left."""
        row = self._before.index_of.get(name)
        now = self._after.op_types[self._after.index_of[name]]
        return row is not None and self._before.op_types[row] == "Merge" and now == "Identity"

    def _replaced(self, name: str, heir: str) -> Fate:
        if heir in self._new:
            return Fate("became", heir)
        between = self._way_back(name, heir)
        if between:
            types = [self._before.op_types[self._before.index_of[each]] for each in between]
            undone = types[0] in types[1:] and types[0] not in _PASSING
            return Fate("cancelled" if undone else "passed by", heir)
        return Fate("merged", heir)

    def _way_back(self, name: str, heir: str) -> list[str]:
        """The op and those before it on the way back to where it got its first input from, which is the heir."""
        way = [name]
        for _ in range(_FARTHEST):
            sources = _sources(self._before, way[-1])
            if any(source == heir for source, _ in sources):
                return way
            if not sources:
                return []
            way.append(sources[0][0])
        return []


def _sources(graph: OpGraph, name: str) -> list[tuple[str, int]]:
    flat = graph.inputs[graph.index_of[name]]
    return [(graph.names[source], output) for source, output in zip(flat[::2], flat[1::2], strict=True)]

"""Specs round lowered loops: TensorFlow infers none where a loop's values meet, so one is assumed there and proven."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Set, Tuple

from graphscope.worker.spec_shapes import either, is_open

Specs = Mapping[str, Tuple[str, ...]]


class LoopSpecs:
    """The places of a graph where what enters a loop meets what comes round."""

    def __init__(self, graph: Any) -> None:
        kinds = {node.name: node.op for node in graph.node}
        self._enters: Dict[str, str] = {}
        self._meetings: Dict[str, List[str]] = {}
        for node in graph.node:
            taken = [tensor for tensor in node.input if not tensor.startswith("^")]
            if node.op == "Enter":
                self._enters[node.name] = taken[0]
            elif node.op == "Merge" and any(kinds.get(_name(each)) == "NextIteration" for each in taken):
                self._meetings[node.name] = taken
        self.hopeless: Set[str] = set()
        """Meetings of which nothing could be proven."""

    def assumed(self, specs: Specs) -> Dict[str, Tuple[str, ...]]:
        """What each would be if only those specs came there that are known by now."""
        found: Dict[str, Tuple[str, ...]] = {}
        for name, source in self._enters.items():
            spec = _spec(source, specs)
            if not is_open(spec):
                found[name] = (spec,)
        for name, sources in self._meetings.items():
            known = [each for each in [_spec(source, specs) for source in sources] if not is_open(each)]
            spec = either(known) if known else "?"
            if name not in self.hopeless and not is_open(spec):
                found[name] = (spec, "int32[]")
        return found

    def unproven(self, specs: Specs) -> Set[str]:
        """The meetings of which ``specs`` tell something that does not follow from all that comes there."""
        wrong = set()
        for name, sources in self._meetings.items():
            spec, coming = _spec(name, specs), [_spec(source, specs) for source in sources]
            if not is_open(spec) and (any(map(is_open, coming)) or either([spec, *coming]) != spec):
                wrong.add(name)
        return wrong


def _name(tensor: str) -> str:
    return tensor.partition(":")[0]


def _spec(tensor: str, specs: Specs) -> str:
    name, _, output = tensor.partition(":")
    row = specs.get(name, ())
    return row[int(output or 0)] if int(output or 0) < len(row) else "?"

"""Node matching: which op of one graph is which op of another of the same Python function; nothing is compared."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field

from graphscope.analysis.inlined_names import original_of
from graphscope.analysis.matched_rows import MatchedRows
from graphscope.analysis.picture import NodeId
from graphscope.analysis.regions import regions
from graphscope.model.op_graph import OpGraph
from graphscope.model.trace import ConcreteFunction

Pair = tuple[int, int]
Key = Callable[[OpGraph, int], Hashable]


@dataclass(frozen=True)
class Matching:
    """Pairs of ops that are the same op of the user's, both ways round."""

    to_b: Mapping[NodeId, NodeId]
    to_a: Mapping[NodeId, NodeId]
    functions: Mapping[str, str]
    """Function of A → the function of B that is run in the same place."""
    _rows: dict[bool, MatchedRows] = field(default_factory=dict, repr=False, compare=False)

    def rows(self, a: ConcreteFunction, b: ConcreteFunction, back: bool = False) -> MatchedRows:
        """The pairs by rows, ``back`` those from B to A; worked out for who asks first, which should be a thread."""
        if back not in self._rows:
            self._rows[back] = MatchedRows(b, a, self.to_a) if back else MatchedRows(a, b, self.to_b)
        return self._rows[back]


def match_nodes(a: ConcreteFunction, b: ConcreteFunction) -> Matching:
    """Match two graphs. Nested functions are matched by the op that runs them and their role, never by their name."""
    functions = {a.graph.function: b.graph.function}
    pairs: dict[NodeId, NodeId] = {}
    waiting = [(a.graph, b.graph)]
    for first, second in waiting:
        for one, other in _matched(first, second):
            pairs[(first.function, first.names[one])] = (second.function, second.names[other])
            for inner, outer in _same_parts(first, one, second, other):
                inner_graph, outer_graph = a.function(inner), b.function(outer)
                if inner_graph is not None and outer_graph is not None and inner not in functions:
                    functions[inner] = outer
                    waiting.append((inner_graph, outer_graph))
    back = {other: one for one, other in pairs.items()}
    for nested, copy in _inlined(a, b, pairs, back):
        pairs[nested], back[copy] = copy, nested
    for nested, copy in _inlined(b, a, back, pairs):
        pairs[copy], back[nested] = nested, copy
    return Matching(pairs, back, functions)


def _inlined(
    a: ConcreteFunction, b: ConcreteFunction, matched_a: Mapping[NodeId, NodeId], matched_b: Mapping[NodeId, NodeId]
) -> list[tuple[NodeId, NodeId]]:
    """Pairs of a nested op of A and the node of B's outermost graph that was copied from it; the first copy counts."""
    found: dict[NodeId, NodeId] = {}
    for name in b.graph.names:
        node = (b.graph.function, name)
        original = original_of(a, name) if "/" in name and node not in matched_b else None
        if original is not None and original not in matched_a:
            found.setdefault(original, node)
    return list(found.items())


def _matched(a: OpGraph, b: OpGraph) -> list[Pair]:
    """By name, type and line; then by ever less, each op once. What is left by number of order is matched within it."""
    left_a, left_b = dict.fromkeys(range(len(a))), dict.fromkeys(range(len(b)))
    found: list[Pair] = []
    for key in (_name_type_line, _argument, _name_type, _type_line_order, _name):
        for one, other in _by_key(a, left_a, b, left_b, key):
            found.append((one, other))
            del left_a[one]
            del left_b[other]
    return sorted(found)


def _by_key(a: OpGraph, rows_a: Iterable[int], b: OpGraph, rows_b: Iterable[int], key: Key) -> list[Pair]:
    waiting: dict[Hashable, list[int]] = {}
    for row in rows_b:
        found = key(b, row)
        if found is not None:
            waiting.setdefault(found, []).append(row)
    for rows in waiting.values():
        rows.reverse()
    pairs = []
    for row in rows_a:
        found = key(a, row)
        if found is not None and waiting.get(found):
            pairs.append((row, waiting[found].pop()))
    return pairs


def _lines(graph: OpGraph, row: int) -> tuple[tuple[str, int], ...]:
    return tuple((frame.file, frame.line) for frame in graph.stacks[row])


def _name_type_line(graph: OpGraph, row: int) -> Hashable:
    return graph.names[row], graph.op_types[row], graph.stacks[row]


def _argument(graph: OpGraph, row: int) -> Hashable:
    argument = graph.argument_of.get(row)
    return None if argument is None else ("argument", argument.name, argument.captured)


def _name_type(graph: OpGraph, row: int) -> Hashable:
    """Only where no line tells better: the same name at another line is another op."""
    return None if graph.stacks[row] else (graph.names[row], graph.op_types[row])


def _type_line_order(graph: OpGraph, row: int) -> Hashable:
    return (graph.op_types[row], _lines(graph, row)) if graph.stacks[row] else None


def _name(graph: OpGraph, row: int) -> Hashable:
    """What Grappler fused keeps its name and changes its type."""
    return graph.names[row]


def _same_parts(a: OpGraph, one: int, b: OpGraph, other: int) -> list[tuple[str, str]]:
    first, second = regions(a).get(one), regions(b).get(other)
    if first is None or second is None:
        return []
    roles = {part.role: part.function for part in second.parts}
    return [(part.function, roles[part.role]) for part in first.parts if part.role in roles]

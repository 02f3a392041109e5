"""Control flow that the user staged by hand: which ``tf.cond``, ``tf.map_fn`` and the like, at which line, made what.

It is read off the stacks of the ops, so it does not matter how the function was imported or who converted the code.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, Iterable, List, Optional, Tuple

from graphscope.protocol.records import HandRecord
from graphscope.worker import tensorflow_hand_staging as staging
from graphscope.worker import tensorflow_internals as internals
from graphscope.worker.user_frames import OWN_PACKAGE, is_user_file

CONTROL_FLOW = ("If", "StatelessIf", "Case", "StatelessCase", "While", "StatelessWhile")
Place = Tuple[str, str, int, str]
"""The call's public name, then the user's file, line and function."""


@dataclass
class _Made:
    ops: List[Any] = field(default_factory=list)
    times: int = 0
    vectorised: int = 0


class VectorizedCalls:
    """Every ``tf.vectorized_map`` call of the user's since ``begin``, with its graph and how many ops it made."""

    def __init__(self) -> None:
        self._seen: List[Tuple[Place, Any, int]] = []

    def begin(self) -> None:
        """Forget what was seen."""
        self._seen = []

    def made_in(self, graphs: Iterable[Any]) -> List[Tuple[Place, int]]:
        """The calls made while one of ``graphs`` was being built."""
        wanted = {id(graph) for graph in graphs}
        return [(place, ops) for place, graph, ops in self._seen if id(graph) in wanted]

    def wrap(self, original: Any) -> Any:
        """For the function that does ``tf.vectorized_map``'s work."""

        def pfor(*args: Any, **options: Any) -> Any:
            graph = internals.default_graph()
            call = None if graph is None else _call_on(list(staging.current_stack()))
            if call is None:
                return original(*args, **options)
            before = internals.op_count(graph)
            result = original(*args, **options)
            self._seen.append((call[0], graph, internals.op_count(graph) - before))
            return result

        return pfor


def hand_records(graphs: Iterable[Any], vectorized: VectorizedCalls) -> Tuple[HandRecord, ...]:
    """One record for each place in the user's code, in line order."""
    graphs = list(graphs)
    found: Dict[Place, _Made] = {}
    for graph in graphs:
        for op in internals.ops_since(graph, 0):
            call = _call_on(list(op.traceback or ())) if op.type in CONTROL_FLOW else None
            if call is not None:
                made = found.setdefault(call[0], _Made())
                made.ops.append(op)
                made.times += not call[1]
    for place, ops in vectorized.made_in(graphs):
        made = found.setdefault(place, _Made())
        made.times += 1
        made.vectorised += ops
    return tuple(_record(place, found[place]) for place in sorted(found, key=lambda each: (each[1:3], each[0])))


def _call_on(stack: List[Any]) -> Optional[Tuple[Place, bool]]:
    """The call by hand that the user's last line on a stack made, and whether this is the inside of that call."""
    last = next((at for at in range(len(stack) - 1, -1, -1) if is_user_file(stack[at].filename)), None)
    if last is None:
        return None
    inner = [frame for frame in stack[last + 1 :] if not _on_the_way(frame.filename)]
    call = staging.staging_call(inner[0].filename, inner[0].name) if inner else ""
    if not call:
        return None
    user = stack[last]
    name = user.name[4:] if user.name.startswith("tf__") else user.name
    return (call, user.filename, user.lineno, name), any(frame.name == staging.NEW_FUNCTION for frame in inner)


def _on_the_way(file: str) -> bool:
    return file.startswith(OWN_PACKAGE) or staging.is_on_the_way(file)


def _record(place: Place, made: _Made) -> HandRecord:
    types = tuple(dict.fromkeys(op.type for op in made.ops))
    if types:
        detail = f"staged by hand as {', '.join(types)}"
    else:
        detail = f"vectorised by hand: no loop is left of it, {made.vectorised} ops work on all elements at once"
    call, file, line, function = place
    names = tuple(dict.fromkeys(op.name for op in made.ops))
    return HandRecord(call, file, line, "staged", names, types, max(1, made.times), detail, function)

"""Leads from an HLO instruction back to the traced op that it was made of, by the name that XLA kept of that op."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Dict, Iterator, List, Sequence, Set, Tuple

from graphscope.protocol.records import ArgumentRecord
from graphscope.worker.traced_lines import Stack, TracedLines, step_of

JOINT = " → "
"""Stands between the steps of a way."""


@dataclass(frozen=True)
class Origin:
    """A traced op. ``way`` leads to it from the outermost graph: ``while → body → Tanh``; it names no function, since
    their names are others in each process.
    """

    way: str
    function: str
    node: str
    stack: Stack


class HloOrigins:
    """The ops of one trace, found by what instructions remember of them."""

    def __init__(self, lines: TracedLines) -> None:
        self._lines = lines
        self._functions = _functions(lines)
        self._known: Dict[Tuple[str, str, Tuple[str, ...]], Tuple[Origin, ...]] = {}

    def of(self, op_name: str, op_type: str, within: Tuple[str, ...]) -> Tuple[Origin, ...]:
        """The op of an instruction, () where it is none of the trace's; ``within`` are the computations around it."""
        key = (op_name, op_type, within)
        if key not in self._known:
            self._known[key] = tuple(self._best(op_name, op_type, within))
        return self._known[key]

    def of_caller(self, called: Sequence[str]) -> Tuple[Origin, ...]:
        """The op that runs the functions these computations were made of, for a loop that tells no name of its op."""
        for function, way in self._functions.items():
            for node, _, name in self._lines.called_by(function):
                if _depth(name, called) >= 0:
                    return (Origin(JOINT.join((*way, node)), function, node, self._lines.stack(function, node)),)
        return ()

    def loop_variables(self, called: Sequence[str]) -> Tuple[ArgumentRecord, ...]:
        """What the traced loop carries that these computations were made of, in its order; () where none was."""
        for function in self._functions:
            for _, step, name in self._lines.called_by(function):
                if step == "body" and _depth(name, called) >= 0:
                    return self._lines.arguments_of(name)
        return ()

    def variable_written(self, origin: Origin) -> str:
        """The loop variable that the body of a loop writes with this op; '' where it is no such op."""
        arguments = self._lines.arguments_of(origin.function)
        results = self._lines.results_of(origin.function)
        if len(arguments) == len(results) and origin.node in results:
            return arguments[results.index(origin.node)].name
        return ""

    def arguments_taken(self, origin: Origin) -> Set[int]:
        """The places of the outermost graph's arguments that an op takes."""
        return set(self._lines.arguments_taken(origin.node) if origin.function == self._lines.top else ())

    def _best(self, op_name: str, op_type: str, within: Sequence[str]) -> List[Origin]:
        # Several ops that became one instruction are named one after another; the longest name is the fullest way.
        for name in sorted(op_name.split(";"), key=len, reverse=True):
            parts = name.split("/")
            found = list(self._ways(self._lines.top, parts, ()))
            typed = [each for each in found if self._lines.op_type(each.function, each.node) == op_type]
            found = typed or found or self._anywhere(parts, op_type)
            if found:
                return [max(found, key=lambda each: _depth(each.function, within))]
        return []

    def _anywhere(self, parts: List[str], op_type: str) -> List[Origin]:
        """Ops of that type in any function that the end of a name may be that of: a call may be left out of it."""
        for start in range(len(parts)):
            node = "/".join(parts[start:])
            found = [
                Origin(JOINT.join((*way, node)), function, node, self._lines.stack(function, node))
                for function, way in self._functions.items()
                if self._lines.has(function, node) and self._lines.op_type(function, node) == op_type
            ]
            if found:
                return found
        return []

    def _ways(self, function: str, parts: List[str], way: Tuple[str, ...]) -> Iterator[Origin]:
        """Every op that these parts of a name may lead to, one in this graph itself before those in what it calls."""
        node = "/".join(parts)
        if self._lines.has(function, node):
            yield Origin(JOINT.join((*way, node)), function, node, self._lines.stack(function, node))
        for length in range(len(parts) - 1, 0, -1):
            caller = "/".join(parts[:length])
            for attribute, names in self._lines.calls(function, caller).items():
                for number, name in enumerate(names):
                    # Where the called function was taken in, its caller's name came before those of its ops; where
                    # not, they are as they were traced, and those of a loop or branch begin with its name anyway.
                    for rest in (parts[length:], parts):
                        yield from self._ways(name, rest, (*way, caller, step_of(attribute, number, names)))


def _depth(function: str, within: Sequence[str]) -> int:
    """How deep lies the innermost of these computations that was made of the function, -1 where none was.

    ``while_body_13_const_0__.5.clone`` is made of ``while_body_13``.
    """
    pattern = re.compile(rf"(?<![a-zA-Z]){re.escape(function.strip('_'))}(?!\d)")
    return max((depth for depth, each in enumerate(within) if pattern.search(each)), default=-1)


def _functions(lines: TracedLines) -> Dict[str, Tuple[str, ...]]:
    """Each function that the graph runs → one way to it, the shortest."""
    found: Dict[str, Tuple[str, ...]] = {lines.top: ()}
    waiting = [lines.top]
    for function in waiting:
        for node, attribute, name in lines.called_by(function):
            if name not in found:
                found[name] = (*found[function], node, attribute)
                waiting.append(name)
    return found

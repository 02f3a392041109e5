"""Leads from a node of an optimised graph back to the traced graph it came from: the user's lines, names, specs."""

from __future__ import annotations

import re
from typing import Any, Dict, Iterable, List, Optional, Tuple

from graphscope.protocol.records import ArgumentRecord, GraphRecord

Frame = Tuple[str, int, str]
Stack = Tuple[Frame, ...]
Place = Tuple[str, str]
"""A function, and a node in it."""

_CALLED_AS = {"then": "then_branch", "else": "else_branch", "cond": "cond", "body": "body"}
"""How lowering calls a function's part of a node's name → the attribute that names the function."""
_FUNC = "Func/"
"""What lowering writes before the names of what it puts around a function that it takes in."""
_WRITTEN = re.compile(r"[^a-z0-9_]")
_BY_SHAPE = ("Shape", "Rank", "Size", "ShapeN")
"""Ops that need nothing of what they take but its shape."""
_BRANCH = re.compile(r"branch(\d+)$")
_NUMBER = re.compile(r"_\d+$")
_OPTIMIZER = re.compile(r"(?P<scope>(?:.*/)?)(?:\w+Optimizer|ConstantFolding\w*|\w+Rewrite\w*)/(?P<rest>.*)")
_ADDED = re.compile(
    r"(?:_const_axis$|/unary_ops_composition$|-matshapes-\d+$|"
    r"-\d+-|-folded|-Layout|-Transpose|_fused|_Fused|/_fused|_bn_|_recip).*$"
)
_AXIS = re.compile(r"_\d+_const_axis$")


class TracedLines:
    """The lines of one trace: its own graph and the functions reached from it."""

    def __init__(self, top: GraphRecord, functions: Iterable[GraphRecord] = ()) -> None:
        self.top = top.function
        self._graphs = {graph.function: graph for graph in (top, *functions)}
        self._rows = {name: {node: row for row, node in enumerate(graph.names)} for name, graph in self._graphs.items()}

    def argument(self, function: str, node: str, position: int) -> Optional[ArgumentRecord]:
        """What is known of the argument that ``node`` stands for: by its name, else by its position."""
        graph = self._graphs.get(function)
        if graph is None:
            return None
        row = self._rows[function].get(node)
        for each in graph.arguments:
            if each.node == row:
                return each
        return graph.arguments[position] if position < len(graph.arguments) else None

    @property
    def arguments(self) -> Tuple[ArgumentRecord, ...]:
        """What the outermost graph takes."""
        return self._graphs[self.top].arguments

    def arguments_of(self, function: str) -> Tuple[ArgumentRecord, ...]:
        """What a function takes; () where it was not traced."""
        return self._graphs[function].arguments if function in self._graphs else ()

    def results_of(self, function: str) -> Tuple[str, ...]:
        """The nodes that give what a function returns, behind identities; () where it was not traced."""
        graph = self._graphs.get(function)
        return () if graph is None else tuple([graph.names[_behind(graph, row)] for row, _ in graph.results])

    def arguments_taken(self, node: str) -> Tuple[int, ...]:
        """The places of the outermost graph's arguments that a node of it takes, behind identities."""
        graph, row = self._graphs[self.top], self._rows[self.top].get(node)
        taken = {_behind(graph, each) for each in graph.inputs[row][::2]} if row is not None else set()
        return tuple([place for place, each in enumerate(graph.arguments) if each.node in taken])

    def body_variables(self, function: str, node: str) -> Tuple[str, ...]:
        """What a loop's variables are called, in its order; () where the node is no loop."""
        bodies = self.calls(function, node).get("body", ())
        return tuple([each.name for body in bodies[:1] for each in self.arguments_of(body)])

    def specs_around(self, function: str, node: str) -> Tuple[str, ...]:
        """The specs of what a traced node takes and gives."""
        graph, row = self._graphs[function], self._rows[function][node]
        flat = graph.inputs[row]
        taken = [graph.outputs[source][output] for source, output in zip(flat[::2], flat[1::2])]
        return tuple([graph.spec_table[spec] for spec in (*taken, *graph.outputs[row])])

    def made_of(self, function: str, node: str, place: int) -> Tuple[Tuple[str, str], ...]:
        """(name, spec) of the function's arguments that one of a node's inputs is worked out from, by their values."""
        graph, row = self._graphs[function], self._rows[function][node]
        waiting = list(graph.inputs[row][2 * place : 2 * place + 1])
        for each in waiting:
            if graph.op_type_table[graph.op_types[each]] not in _BY_SHAPE:
                waiting.extend([source for source in graph.inputs[each][::2] if source not in waiting])
        return tuple([(each.name, each.spec) for each in graph.arguments if each.node in waiting])

    def resource_called(self, name: str) -> str:
        """The Python name of a captured resource that the runtime calls by ``name``, as it writes nodes' names."""
        graph = self._graphs[self.top]
        written = {_WRITTEN.sub("_", graph.names[each.node].lower()): each.name for each in graph.arguments}
        return written.get(name, "")

    def count(self, types: Iterable[str]) -> Dict[str, int]:
        """How many nodes of each of these types were traced, in all graphs; those that there are."""
        found = dict.fromkeys(types, 0)
        for graph in self._graphs.values():
            for code in graph.op_types:
                if graph.op_type_table[code] in found:
                    found[graph.op_type_table[code]] += 1
        return {each: count for each, count in found.items() if count}

    def resources_used(self) -> Iterable[Tuple[str, str, str]]:
        """(node, op type, argument) of each node of the outermost graph that takes a captured resource."""
        graph = self._graphs[self.top]
        resources = {each.node: each.name for each in graph.arguments if each.variable}
        for row, flat in enumerate(graph.inputs):
            for source in flat[::2]:
                if source in resources:
                    yield graph.names[row], graph.op_type_table[graph.op_types[row]], resources[source]

    def has(self, function: str, node: str) -> bool:
        """Whether the function was traced and has a node of that very name."""
        return node in self._rows.get(function, {})

    def op_type(self, function: str, node: str) -> str:
        """The type of a node that is there."""
        graph = self._graphs[function]
        return graph.op_type_table[graph.op_types[self._rows[function][node]]]

    def calls(self, function: str, node: str) -> Dict[str, Tuple[str, ...]]:
        """Attribute → the functions that the node runs; empty where there is no such node."""
        row = self._rows.get(function, {}).get(node)
        return {} if row is None else self._graphs[function].calls.get(str(row), {})

    def called_by(self, function: str) -> Iterable[Tuple[str, str, str]]:
        """(node, step, function) of each function that one of these nodes runs; a step names the attribute."""
        graph = self._graphs[function]
        for row, calls in graph.calls.items():
            for attribute, names in calls.items():
                for number, name in enumerate(names):
                    if name in self._graphs:
                        yield graph.names[int(row)], step_of(attribute, number, names), name

    def stack(self, function: str, node: str) -> Stack:
        """The user's lines of a node that is there."""
        return self._stack(function, node)

    def outputs(self, function: str, node: str) -> Tuple[str, ...]:
        """The specs of a traced node's outputs, () where there is no such node."""
        graph, row = self._graphs.get(function), self._rows.get(function, {}).get(node)
        if graph is None or row is None:
            return ()
        return tuple([graph.spec_table[spec] for spec in graph.outputs[row]])

    def outputs_of(self, function: str, node: Any) -> Tuple[str, ...]:
        """The specs with which a node of ``function`` as optimised was traced; () unless it is still that op."""
        place = self._place(function, node.name, told_origin(node), exact=True)
        same = place is not None and self.op_type(*place) == node.op
        return self.outputs(*place) if place is not None and same else ()

    def frames(self, function: str, node: str, origin: Optional[Place] = None) -> Stack:
        """The user's lines of a node of ``function`` as optimised. ``origin`` is what the runtime says it came from."""
        place = self._place(function, node, origin, exact=False)
        return self._stack(*place) if place is not None else ()

    def _place(self, function: str, name: str, origin: Optional[Place], exact: bool) -> Optional[Place]:
        """The traced node that it was, or else, unless ``exact``, the one that it was made of or for."""
        if origin is not None and self.has(*origin):
            return origin
        plain = name[len(_FUNC) :] if name.startswith(_FUNC) else name
        return self._found(function if function in self._graphs else self.top, plain, exact)

    def _found(self, function: str, node: str, exact: bool) -> Optional[Place]:
        if self.has(function, node):
            return function, node
        if exact:
            return self._inlined(function, node, exact)
        originals = list(_originals(node))
        for name in originals:
            if self.has(function, name):
                return function, name
        places = (self._inlined(function, name, exact) for name in (node, *originals))
        return next((each for each in places if each is not None), None)

    def _inlined(self, function: str, node: str, exact: bool) -> Optional[Place]:
        """A node that was in a function called from here: its name begins with that of the caller."""
        parts = node.split("/")
        for length in range(len(parts) - 1, 0, -1):
            caller = "/".join(parts[:length])
            row = self._rows[function].get(caller)
            called = self._graphs[function].calls.get(str(row)) if row is not None else None
            if called is not None:
                return self._in_called(called, parts[length:], exact) or (None if exact else (function, caller))
        return None

    def _in_called(self, called: Dict[str, Tuple[str, ...]], parts: List[str], exact: bool) -> Optional[Place]:
        attribute, number = _CALLED_AS.get(parts[0], "f"), 0
        branch = _BRANCH.match(parts[0])
        if branch is not None:
            attribute, number = "branches", int(branch[1])
        if attribute != "f" or branch is not None:
            parts = parts[2:] if len(parts) > 1 and _NUMBER.match(parts[1]) else parts[1:]
        names = called.get(attribute, ())
        if number >= len(names) or names[number] not in self._graphs or not parts:
            return None
        return self._found(names[number], "/".join(parts), exact)

    def _stack(self, function: str, node: str) -> Stack:
        graph = self._graphs[function]
        stack = graph.stack_table[graph.stacks[self._rows[function][node]]]
        return tuple([graph.frame_table[frame] for frame in stack])


def _behind(graph: GraphRecord, row: int) -> int:
    """The row whose tensor an identity hands on."""
    while graph.op_type_table[graph.op_types[row]] == "Identity" and graph.inputs[row]:
        row = graph.inputs[row][0]
    return row


def step_of(attribute: str, number: int, names: Tuple[str, ...]) -> str:
    """The step from a node into one of the functions that an attribute of it names: ``body``, ``branches 2``."""
    return f"{attribute} {number}" if len(names) > 1 else attribute


def told_origin(node: Any) -> Optional[Place]:
    """What the runtime itself says that a node came from."""
    told = node.experimental_debug_info
    if not told.original_node_names or not told.original_func_names:
        return None
    return str(told.original_func_names[-1]), str(told.original_node_names[-1])


def _originals(node: str) -> Iterable[str]:
    """Names that a node may have had before a pass gave it this one, the longest first."""
    scoped = _OPTIMIZER.match(node)
    if scoped is not None:
        pieces = scoped["rest"].split("_")
        for start in range(len(pieces)):
            rest = "_".join(pieces[start:])
            yield scoped["scope"] + rest
            yield scoped["scope"] + _ADDED.sub("", rest)
            yield scoped["scope"] + _AXIS.sub("", rest)
    yield _ADDED.sub("", node)
    parts = node.split("/")
    # Numbered for uniqueness: mul/_5__cf__5, cond/Merge/_12.
    if len(parts) > 1 and parts[-1].startswith("_"):
        yield "/".join(parts[:-1])

"""The Python names of tensors, where they can be told: parameters, loop variables, captured variables and inputs."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Tuple

from graphscope.worker import tensorflow_internals as internals

LoopNames = Mapping[Tuple[int, str], Tuple[str, ...]]
"""(id of a graph, name of a While op in it) → the Python variables that the loop carries."""
UNFINISHED = ""
"""Stands for the name of the loop that was being traced in a graph when the trace failed."""


class TensorNames:
    """Names of tensors in the graphs of one trace, learnt from the outermost graph inwards."""

    def __init__(self, loops: LoopNames, function: str, parameters: Tuple[str, ...]) -> None:
        self._loops = loops
        self._carried: Dict[str, Tuple[str, ...]] = {function: parameters}
        """Function → the names of its first arguments."""
        self._known: Dict[Tuple[int, str, int], str] = {}
        """(id of a graph, op, output) → name."""

    def arguments(self, function: str, graph: Any) -> Dict[str, Tuple[str, bool]]:
        """Placeholder → (name, whether it is captured) of a function's graph."""
        captured = internals.captures_of(graph)
        carried = self._carried.get(function, ())
        own = len(graph.inputs) - len(captured)
        carried = carried if len(carried) == own else ()
        variables = {id(each.handle): str(each.name).partition(":")[0] for each in getattr(graph, "variables", ())}
        found = {}
        for position, tensor in enumerate(graph.inputs):
            if getattr(tensor, "op", None) is None:
                continue  # a graph that was never finished may still hold a variable's own handle
            outside = captured.get(id(tensor))
            if outside is not None:
                name = variables.get(id(outside)) or self._outside(outside)
            else:
                name = carried[position] if position < len(carried) else _users_name(tensor)
            self._known[id(graph), tensor.op.name, 0] = name
            found[tensor.op.name] = (name, outside is not None)
        return found

    def loop(self, graph: Any, op: str, called: Mapping[str, Tuple[str, ...]], body: Any) -> None:
        """Learn the names a While op of ``graph`` gives to its condition's and body's arguments and its outputs.

        They are left out where they do not fit: a Python variable may be more than one tensor.
        """
        names = self._loops.get((id(graph), op))
        if names is None or body is None:
            return
        names = ("loop counter", "maximum iterations", *names)
        self._carried.update({function: names for functions in called.values() for function in functions})
        if len(body.inputs) - len(internals.captures_of(body)) == len(names):
            self._known.update({(id(graph), op, index): name for index, name in enumerate(names)})

    def _outside(self, outside: Any) -> str:
        """The name of the outside tensor that a captured placeholder stands for."""
        try:
            op, output = outside.op, outside.value_index
        except (AttributeError, ValueError):
            return "captured constant"
        return self._known.get((id(op.graph), op.name, output), str(op.name))


def _users_name(tensor: Any) -> str:
    """The Python parameter a placeholder stands for, as TensorFlow notes it on the op."""
    try:
        given = tensor.op.get_attr("_user_specified_name").decode("utf-8")
    except (ValueError, UnicodeDecodeError):
        given = ""
    return given or str(tensor.op.name)

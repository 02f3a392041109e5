"""Which graphs were being traced when an error came, one inside the other, as its traceback has them; no records."""

from __future__ import annotations

import contextlib
import os.path
from dataclasses import dataclass, field
from typing import Any, Dict, Iterator, List, Optional, Tuple

from graphscope.worker.tensorflow_internals import outer_graph

Frames = List[Tuple[Any, int]]
"""Frames of a traceback and the line that each was at."""
_TRACING = ("func_graph.py", "func_graph_from_py_func")
_STAGING = {
    ("cond_v2.py", "cond_v2"): "If",
    ("cond_v2.py", "fast_cond_v2"): "If",
    ("cond_v2.py", "indexed_case"): "Case",
    ("while_v2.py", "while_loop"): "While",
}
"""Where an op that runs functions is made, once they are traced → its type."""


@dataclass
class Unfinished:
    """An op that was never made, since tracing what it runs failed."""

    op_type: str
    name: str
    parts: Dict[str, Tuple[Any, ...]]
    """Attribute of the op → the graphs that had been begun by then."""
    operands: Tuple[Any, ...] = ()
    """Tensors of the graph that it stands in; those that its graphs capture come after them."""
    frames: Frames = field(default_factory=list)
    """Where it was being made: the traceback's frames from the outermost graph on."""
    failed_in: str = ""
    """The attribute whose graph was not finished; '' where all were, and do not fit each other."""


@dataclass
class UnfinishedTrace:
    """The outermost graph, and the op that each graph in turn was to get, outermost first."""

    root: Any
    ops: List[Tuple[Any, Unfinished]] = field(default_factory=list)
    """(the graph that was to get the op, the op)."""


@contextlib.contextmanager
def whole_tracebacks() -> Iterator[None]:
    """While it lasts, errors keep TensorFlow's own frames, which know the graphs that were being traced."""
    import tensorflow as tf

    filtered = tf.debugging.is_traceback_filtering_enabled()
    tf.debugging.disable_traceback_filtering()
    try:
        yield
    finally:
        if filtered:
            tf.debugging.enable_traceback_filtering()


def unfinished_trace(frames: Frames) -> Optional[UnfinishedTrace]:
    """What was being traced where an error came by ``frames``, outermost first; None where nothing had begun."""
    found: Optional[UnfinishedTrace] = None
    graph: Any = None
    waiting: Optional[Unfinished] = None
    began = 0
    for at, (frame, _) in enumerate(frames):
        place = (os.path.basename(frame.f_code.co_filename), frame.f_code.co_name)
        inner = frame.f_locals.get("func_graph") if place == _TRACING else None
        if found is not None and place in _STAGING:
            waiting = _staging(_STAGING[place], frame.f_locals, frames[began:at])
        elif inner is not None and found is None:
            found, graph, began = UnfinishedTrace(inner), inner, at
        elif inner is not None and found is not None and outer_graph(inner) is graph:
            op = waiting or Unfinished("PartitionedCall", str(inner.name), {}, frames=frames[began:at])
            _begin(op, inner)
            found.ops.append((graph, op))
            graph, waiting = inner, None
    if found is not None and waiting is not None and waiting.parts:
        found.ops.append((graph, waiting))
    return found


def captured(graphs: List[Any]) -> List[Any]:
    """The tensors of outside that the graphs take, each once."""
    return list({id(each): each for graph in graphs for each in graph.external_captures}.values())


def _staging(op_type: str, known: Any, frames: Frames) -> Unfinished:
    """An op of which ``known``, the variables of what makes it, tells as much as there was."""
    import tensorflow as tf

    parts = {"If": _branches, "Case": _cases, "While": _loop}[op_type](known)
    name = str(known.get("scope") or op_type.lower()).rstrip("/")
    if op_type == "While":
        operands = tf.nest.flatten(known.get("loop_vars"), expand_composites=True) if "cond_name" in known else []
    else:
        operands = [known.get("pred" if op_type == "If" else "branch_index")]
    return Unfinished(op_type, name, parts, tuple(operands), list(frames))


def _branches(known: Any) -> Dict[str, Tuple[Any, ...]]:
    found = {"then_branch": known.get("true_graph"), "else_branch": known.get("false_graph")}
    return {attribute: (graph,) for attribute, graph in found.items() if graph is not None}


def _cases(known: Any) -> Dict[str, Tuple[Any, ...]]:
    graphs = tuple(known.get("branch_graphs") or ())
    return {"branches": graphs} if graphs else {}


def _loop(known: Any) -> Dict[str, Tuple[Any, ...]]:
    found = {"cond": known.get("cond_graph"), "body": known.get("body_graph")}
    return {attribute: (graph,) for attribute, graph in found.items() if graph is not None}


def _begin(op: Unfinished, graph: Any) -> None:
    """Take ``graph``, which was being traced, for the first part of ``op`` that is not there yet."""
    attributes = {"If": ("then_branch", "else_branch"), "While": ("cond", "body"), "Case": ("branches",)}
    wanted = attributes.get(op.op_type, ("f",))
    op.failed_in = next((each for each in wanted if each not in op.parts), wanted[-1])
    op.parts[op.failed_in] = (*op.parts.get(op.failed_in, ()), graph)

"""Traces one signature for an optimiser, which needs the concrete function; what a trace tells is told elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Optional, Sequence, Tuple

from graphscope.errors import GraphscopeError
from graphscope.protocol.records import ErrorRecord
from graphscope.worker import tensorflow_internals as internals
from graphscope.worker.describe_run_error import run_error_record
from graphscope.worker.explain_retrace import flat_names
from graphscope.worker.installed_watch import installed_watch
from graphscope.worker.read_signature import Arguments, read_signature
from graphscope.worker.record_graph import record_functions
from graphscope.worker.tensor_names import TensorNames
from graphscope.worker.traced_lines import TracedLines


@dataclass(frozen=True)
class Traced:
    """A concrete function, its name, and the user's lines of its nodes."""

    concrete: Any
    name: str
    lines: TracedLines


def read_after(signature: str, earlier: Sequence[str], opened: Any) -> Tuple[Arguments, Any]:
    """The arguments of ``signature``, and something to keep: objects named in ``earlier`` ones are there for it.

    An earlier one that cannot be read names none. Raises UsageError for ``signature`` itself.
    """
    kept = []
    for text in earlier:
        try:
            kept.append(read_signature(text, opened.namespace))
        except GraphscopeError:
            continue
    return read_signature(signature, opened.namespace), kept


def trace_once(function: Any, arguments: Arguments) -> Traced:
    """Trace ``function``. Raises what the user's code raises."""
    watch = installed_watch()
    watch.begin()
    try:
        concrete = function.get_concrete_function(*arguments[0], **arguments[1])
    finally:
        watch.end()
    name = internals.name_of(concrete)
    names = TensorNames(watch.loop_names(), name, flat_names(internals.parameters_of(concrete)))
    return Traced(concrete, name, TracedLines(*record_functions(name, concrete.graph, _unreported, names)))


def attempt(work: Callable[[], Any], advice: str = "") -> Tuple[Any, Optional[ErrorRecord]]:
    """What ``work``, which runs code of the user's, returns; or what went wrong in it."""
    try:
        return work(), None
    except GraphscopeError:
        raise
    except BaseException as error:  # noqa: BLE001 - whatever the user's code raises is the outcome
        return None, run_error_record(error, installed_watch().conversions, advice)


def _unreported(text: str, done: int, total: int) -> None:
    """What takes long is the run, and how far that is nobody knows."""

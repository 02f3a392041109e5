"""Traces one chosen tf.function for signature after signature and tells of each: graph, reasons, statements, error."""

from __future__ import annotations

import dataclasses
import linecache
import time
from typing import Any, Callable, Dict, List, Set, Tuple

from graphscope.protocol.records import ErrorRecord, GraphRecord, SourceText, StatementRecord, TraceRecord
from graphscope.worker import tensorflow_internals as internals
from graphscope.worker.describe_error import error_chain, error_record, users_lines
from graphscope.worker.explain_retrace import Key, cache_key, flat_names, reasons
from graphscope.worker.function_sites import function_site
from graphscope.worker.generated_code import generated_records
from graphscope.worker.hand_staged import hand_records
from graphscope.worker.installed_watch import installed_watch
from graphscope.worker.read_signature import read_signature
from graphscope.worker.record_graph import record_functions
from graphscope.worker.record_unfinished import UnfinishedRecorder
from graphscope.worker.recursion_room import frames_below, make_room
from graphscope.worker.signature_notation import bound_text
from graphscope.worker.staging_errors import Surroundings, in_sourceless, in_surroundings
from graphscope.worker.statement_outcomes import StatementOutcomes
from graphscope.worker.tensor_names import TensorNames
from graphscope.worker.tensorflow_unfinished import whole_tracebacks
from graphscope.worker.unconverted_errors import in_unconverted

Report = Callable[[str, int, int], None]


class Tracer:
    """One tf.function object and the traces made on it so far.

    The arguments of every signature are kept alive, since objects named in one are there for the next.
    """

    def __init__(self, opened: Any, chosen: Any, report: Report) -> None:
        self._opened = opened
        self._chosen = chosen
        self._report = report
        self._watch = installed_watch()
        self._function = internals.untraced(chosen.function)
        self._kept: List[Any] = []
        self._made_by: Dict[str, int] = {}
        """Name of a concrete function → the signature whose tracing made it, as its own graph or nested in it."""
        self._own: Dict[int, str] = {}
        self._keys: List[Key] = []
        self._failed_keys: List[Key] = []
        """What a trace is compared with only as long as none has succeeded."""
        self._sent: Set[str] = {source.file for source in opened.sources}

    def trace(self, number: int, text: str) -> TraceRecord:
        """Trace signature ``number``, written ``text``. Raises UsageError where it cannot be read."""
        arguments, keywords = read_signature(text, self._opened.namespace)
        self._kept.append((arguments, keywords))
        signature = bound_text(self._chosen.python_function, arguments, keywords)
        self._watch.begin()
        started = time.perf_counter()
        try:
            concrete = self._concrete_function(arguments, keywords)
        except BaseException as error:  # noqa: BLE001 - whatever the user's code raises is the trace's outcome
            self._watch.end()
            seconds = time.perf_counter() - started
            self._failed_keys.append(cache_key(internals.trace_types(self._function, arguments, keywords)))
            return self._failed(signature, seconds, error)
        seconds = time.perf_counter() - started
        self._watch.end()
        self._kept.append(concrete)
        return self._traced(number, signature, seconds, concrete)

    def _concrete_function(self, arguments: Any, keywords: Any) -> Any:
        def get() -> Any:
            return self._function.get_concrete_function(*arguments, **keywords)

        ours = frames_below() + 1
        make_room(ours)
        try:
            with whole_tracebacks():
                if internals.own_autograph(self._function) is False:
                    return self._watch.unconverted.run_off(get, self._code())
                return get()
        finally:
            make_room(-ours)

    def _code(self) -> Any:
        function = self._chosen.python_function
        return getattr(getattr(function, "__func__", function), "__code__", None)

    def _failed(self, signature: str, seconds: float, error: BaseException) -> TraceRecord:
        unfinished = UnfinishedRecorder(self._watch.conversions, self._watch.loop_names())
        partial, functions = unfinished.record(error_chain(error)) or (None, ())
        around = Surroundings(self._watch.carried_when_failed(), unfinished.ops, unfinished.lines)
        record = in_sourceless(error_record(error, self._watch.conversions), error_chain(error))
        record = in_surroundings(record, around)
        lines = users_lines(error, self._watch.conversions)
        statements = StatementOutcomes(self._watch, None, self._chosen.file, record, lines).records()
        record = self._placed(in_unconverted(record, self._watch.unconverted.reasons))
        graphs = () if partial is None else (partial, *functions)
        return TraceRecord(
            signature=signature,
            outcome="failed",
            seconds=seconds,
            control_flow=statements,
            error=record,
            sources=self._new_sources(_files(statements, graphs) | {record.file or ""}),
            autograph_code=self._autograph_code(),
            generated=generated_records(self._watch.conversions, self._watch.entered),
            by_hand=hand_records(unfinished.graphs, self._watch.vectorized),
            partial=partial,
            partial_functions=functions,
        )

    def _placed(self, record: ErrorRecord) -> ErrorRecord:
        """``record``, at the function's own line where its mistake is known and TensorFlow found it after the last."""
        site = function_site(self._code()) if record.kind and record.line is None and self._code() else None
        return record if site is None else dataclasses.replace(record, file=site.file, line=site.line)

    def _traced(self, number: int, signature: str, seconds: float, concrete: Any) -> TraceRecord:
        name = internals.name_of(concrete)
        maker = self._made_by.get(name)
        if maker is not None and self._own.get(maker) == name:
            return TraceRecord(signature, "reused", seconds, reuses=maker)
        parameters = internals.parameters_of(concrete)
        names = TensorNames(self._watch.loop_names(), name, flat_names(parameters))
        graph, functions = record_functions(name, concrete.graph, self._report, names)
        for each in (name, *(function.function for function in functions)):
            self._made_by.setdefault(each, number)
        key = cache_key(parameters)
        why = reasons(key, self._keys or self._failed_keys) if maker is None else ()
        if maker is None:
            self._own[number] = name
            self._keys.append(key)
        statements = StatementOutcomes(self._watch, concrete.graph, self._chosen.file).records()
        return TraceRecord(
            signature=signature,
            outcome="traced" if maker is None else "reused",
            seconds=seconds,
            reuses=maker,
            reasons=why,
            graph=graph,
            functions=functions,
            control_flow=statements,
            sources=self._new_sources(_files(statements, (graph, *functions))),
            autograph_code=self._autograph_code(),
            generated=generated_records(self._watch.conversions, self._watch.entered),
            by_hand=hand_records(_live_graphs(concrete.graph, functions), self._watch.vectorized),
        )

    def _autograph_code(self) -> str:
        code = self._code()
        return self._watch.conversions.generated_text(code) if code is not None else ""

    def _new_sources(self, files: Set[str]) -> Tuple[SourceText, ...]:
        """The texts of files that have not been sent yet."""
        new = sorted(file for file in files - self._sent if file and linecache.getlines(file))
        self._sent.update(new)
        return tuple([SourceText(file, "".join(linecache.getlines(file))) for file in new])


def _live_graphs(root: Any, functions: Tuple[GraphRecord, ...]) -> List[Any]:
    """The FuncGraph ``root`` and those of ``functions``, which are reached from it."""
    known = internals.reached_graphs(root)
    return [root, *(known[each.function] for each in functions if each.function in known)]


def _files(statements: Tuple[StatementRecord, ...], graphs: Tuple[GraphRecord, ...]) -> Set[str]:
    files = {statement.file for statement in statements}
    for graph in graphs:
        files.update(file for file, _, _ in graph.frame_table)
    return files

"""Sees every control-flow decision as it is made: wrappers around AutoGraph's operators that note what happened.

The wrappers change nothing: they look at the condition's value, count which branches and rounds ran, and see which op
a staged statement added.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple

from graphscope.worker import tensorflow_internals as internals
from graphscope.worker.code_map import CodeMap
from graphscope.worker.conversion_map import ConversionMap, GeneratedCall
from graphscope.worker.function_runs import FunctionRuns
from graphscope.worker.hand_staged import CONTROL_FLOW, VectorizedCalls
from graphscope.worker.line_watch import LineWatch
from graphscope.worker.recursion_room import make_room
from graphscope.worker.tensor_names import UNFINISHED
from graphscope.worker.tensorflow_hand_staging import patch_vectorizing
from graphscope.worker.tensorflow_op_making import patch_op_making
from graphscope.worker.tensorflow_scopes import patch_scopes
from graphscope.worker.unconverted_functions import UnconvertedFunctions
from graphscope.worker.user_frames import is_user_file
from graphscope.worker.users_callables import UsersCallables

_DATASETS = ("ReduceDataset", "ScanDataset", "MapDataset", "TakeWhileDataset", "FlatMapDataset")
WHILE_OPS = frozenset(("While", "StatelessWhile"))
_OWN_FRAMES = 3
"""What each wrapped operator adds to the stack: the wrapper, ``_run`` and what counts its branches."""
STAGED_OPS = frozenset((*CONTROL_FLOW, *_DATASETS, "LogicalNot"))


@dataclass
class Event:
    """One time that a statement was reached."""

    call: GeneratedCall
    graph: Any
    staged: bool = False
    value: Optional[str] = None
    """The condition's value where Python settled it, in words."""
    then_runs: int = 0
    else_runs: int = 0
    ops: List[Any] = field(default_factory=list)
    names: Tuple[str, ...] = ()
    """The Python variables that a staged statement carries, in the order of a While op's own."""
    test_ops: List[Any] = field(default_factory=list)
    """Ops in the graphs of a ``for`` that join its own end with the test that a break or return made."""
    inside: int = 0
    """How many of its branches or rounds have begun and not ended."""
    failed: bool = False
    """Whether the trace failed while it was being staged, or by it and not by what is inside it."""


class ControlFlowWatch:
    """Notes events from ``begin`` on; installed once per process, before the first conversion."""

    def __init__(self) -> None:
        self.conversions = ConversionMap()
        self.lines = LineWatch()
        self.runs = FunctionRuns(self.conversions)
        callables = UsersCallables(self.conversions.is_users)
        self.unconverted = UnconvertedFunctions(self.lines, callables, self.runs)
        self.events: List[Event] = []
        self.entered: CodeMap[bool] = CodeMap()
        self.vectorized = VectorizedCalls()
        self._active = False

    def install(self) -> None:
        """Patch TensorFlow."""
        wrappers: Dict[str, Callable[[Any], Any]] = {
            "if_stmt": self._wrap_if,
            "if_exp": self._wrap_if,
            "for_stmt": self._wrap_for,
            "while_stmt": self._wrap_while,
            "and_": self._wrap_lazy,
            "or_": self._wrap_lazy,
            "not_": self._wrap_not,
        }
        internals.separate_conversions()
        internals.patch_operators(wrappers)
        internals.patch_conversion(
            self.conversions.resolve_entity, self.conversions.create_source_map, self._wrap_convert
        )
        patch_vectorizing(self.vectorized.wrap)
        patch_scopes(self.runs.wrap_enter)
        left_alone = self.unconverted
        patch_op_making(left_alone.wrap_op_making)
        internals.patch_calls(left_alone.wrap_converted_call, left_alone.wrap_call, left_alone.wrap_fall_back)

    def begin(self) -> None:
        """Forget what was seen and note from now on."""
        self.events, self.entered, self._active = [], CodeMap(), True
        self.lines.lines.clear()
        self.vectorized.begin()
        self.runs.begin()
        self.unconverted.begin()

    def end(self) -> None:
        """Note no more."""
        self._active = False
        self.unconverted.active = False

    def loop_names(self) -> Dict[Tuple[int, str], Tuple[str, ...]]:
        """(id of a graph, name of a While op in it) → the Python variables that the loop carries."""
        loops = [(event, op) for event in self.events for op in event.ops if event.names and op.type in WHILE_OPS]
        found = {(id(op.graph), op.name): event.names for event, op in loops}
        found.update({(id(each.graph), UNFINISHED): each.names for each in self._failed_loops()})
        return found

    def carried_when_failed(self) -> Tuple[str, ...]:
        """The Python variables of the loops that were being staged when the trace failed."""
        return tuple(name for each in self._failed_loops() for name in each.names)

    def _failed_loops(self) -> List[Event]:
        return [each for each in self.events if each.failed and each.call.name in ("for_stmt", "while_stmt")]

    def _wrap_convert(self, original: Any) -> Any:
        convert = self.conversions.convert_actual(original)

        def convert_actual(entity: Any, context: Any) -> Any:
            converted = convert(entity, context)
            self.entered[entity.__code__] = True
            return converted

        return convert_actual

    def _event(self, name: str) -> Optional[Event]:
        """A new event for the call being made two frames up, None where it is not the user's or not to be noted."""
        if not self._active:
            return None
        call = self.conversions.call_at(sys._getframe(2), name)
        if call is None or (call.site is not None and not is_user_file(call.site.file)):
            return None
        graph = internals.default_graph()
        if is_scratch(graph):
            return None
        event = Event(call, graph)
        self.events.append(event)
        return event

    def _wrap_if(self, original: Any) -> Any:
        name = original.__name__

        def wrapper(cond: Any, body: Any, orelse: Any, *rest: Any) -> Any:
            event = self._event(name)
            if event is None:
                return original(cond, body, orelse, *rest)
            event.staged = internals.is_symbolic(cond)
            event.names = tuple(rest[2]) if name == "if_stmt" else ()
            if not event.staged:
                event.value = in_words(cond)
            return self._run(
                event, original, cond, _counted(event, "then", body), _counted(event, "else", orelse), *rest
            )

        wrapper.__name__ = name
        return wrapper

    def _wrap_for(self, original: Any) -> Any:
        def for_stmt(iter_: Any, extra_test: Any, body: Any, *rest: Any) -> Any:
            event = self._event("for_stmt")
            if event is None:
                return original(iter_, extra_test, body, *rest)
            event.staged = internals.is_staged_iterable(iter_)
            event.names = (str(rest[3].get("iterate_names", "iterate")), *rest[2])
            number, tested = len(self.events), _Graphs(extra_test)
            test = None if extra_test is None else tested
            result = self._run(event, original, iter_, test, _counted(event, "then", body), *rest)
            owned = {op for each in self.events[number:] for op in each.ops}
            event.test_ops = [op for op in tested.control_flow(event.graph) if op not in owned]
            return result

        return for_stmt

    def _wrap_while(self, original: Any) -> Any:
        def while_stmt(test: Any, body: Any, *rest: Any) -> Any:
            event = self._event("while_stmt")
            if event is None:
                return original(test, body, *rest)

            event.names = tuple(rest[2])

            def watched_test() -> Any:
                value = test()
                event.staged = event.staged or internals.is_symbolic(value)
                return value

            return self._run(event, original, watched_test, _counted(event, "then", body), *rest)

        return while_stmt

    def _wrap_lazy(self, original: Any) -> Any:
        name = original.__name__

        def wrapper(a: Any, b: Any) -> Any:
            event = self._event(name)
            if event is None:
                return original(a, b)

            def watched_a() -> Any:
                value = a()
                event.staged = internals.is_symbolic(value)
                event.value = None if event.staged else in_words(value)
                return value

            return self._run(event, original, watched_a, _counted(event, "then", b))

        wrapper.__name__ = name
        return wrapper

    def _wrap_not(self, original: Any) -> Any:
        def not_(a: Any) -> Any:
            event = self._event("not_")
            if event is None:
                return original(a)
            event.staged = internals.is_symbolic(a)
            event.value = None if event.staged else in_words(a)
            return self._run(event, original, a)

        return not_

    def _run(self, event: Event, original: Any, *args: Any) -> Any:
        graph, number = event.graph, len(self.events)
        before = internals.op_count(graph) if graph is not None else 0
        make_room(_OWN_FRAMES)
        try:
            result = original(*args)
        except BaseException:
            event.failed = event.staged or not event.inside
            raise
        finally:
            make_room(-_OWN_FRAMES)
        if event.staged and graph is not None:
            inner = {op for each in self.events[number:] if each.graph is graph for op in each.ops}
            added = internals.ops_since(graph, before)
            event.ops = [op for op in added if op.type in STAGED_OPS and op not in inner]
        return result


class _Graphs:
    """A loop's extra test that remembers the graphs in which it ran, and those around these."""

    def __init__(self, test: Any) -> None:
        self._test = test
        self._graphs: Dict[int, Any] = {}

    def __call__(self) -> Any:
        """The test's own value."""
        graph = internals.default_graph()
        if graph is not None and not is_scratch(graph):
            self._graphs.update((id(each), each) for each in (graph, internals.outer_graph(graph)) if each is not None)
        return self._test()

    def control_flow(self, outside: Any) -> List[Any]:
        """The If and While ops in those graphs that are not the graph ``outside``."""
        graphs = [graph for graph in self._graphs.values() if graph is not outside]
        return [op for graph in graphs for op in internals.ops_since(graph, 0) if op.type in CONTROL_FLOW]


def _counted(event: Event, branch: str, function: Any) -> Any:
    """``function``, counting its runs in ``event``."""

    def counted(*args: Any) -> Any:
        if branch == "then":
            event.then_runs += 1
        else:
            event.else_runs += 1
        event.inside += 1
        result = function(*args)
        event.inside -= 1
        return result

    return counted


def outer_graphs(graph: Any) -> Iterator[Any]:
    """``graph`` and every FuncGraph around it, innermost first."""
    while graph is not None:
        yield graph
        graph = internals.outer_graph(graph)


def is_scratch(graph: Any) -> bool:
    """Whether ops go to a graph that AutoGraph throws away (it looks once at a loop's test, and at undefined names)."""
    return any(getattr(each, "name", "") == "tmp" for each in outer_graphs(graph))


def in_words(value: Any) -> str:
    """A condition's value for the user, short: ``Python value True``, ``list value, empty``."""
    if value is None or isinstance(value, (bool, int, float, str)):
        text = repr(value)
        return f"Python value {text}" if len(text) <= 40 else f"Python value {text[:37]}…"
    return f"{type(value).__name__} value"

"""Trace: what tracing one signature gave, and the ConcreteFunction it made; plain values, no questions answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from graphscope.model.grappler import GrapplerRun, XlaCompilation
from graphscope.model.op_graph import OpGraph


@dataclass(frozen=True, slots=True)
class ConcreteFunction:
    """A traced graph with every function nested in it, by name; the top graph is not among them."""

    graph: OpGraph
    functions: Mapping[str, OpGraph] = field(default_factory=dict)

    def function(self, name: str) -> OpGraph | None:
        """The graph of that name, the top one included, or None."""
        return self.graph if name == self.graph.function else self.functions.get(name)


@dataclass(frozen=True, slots=True)
class UserError:
    """An error of the user's code or of TensorFlow, at the user's own line where there is one."""

    type: str
    message: str
    file: str | None = None
    line: int | None = None
    advice: str = ""
    kind: str = ""
    variable: str = ""


@dataclass(frozen=True, slots=True)
class RetraceReason:
    """One difference to the nearest earlier trace. ``change`` is a word of the command line's contract."""

    argument: str
    change: str
    before: str
    after: str
    advice: str = ""


@dataclass(frozen=True, slots=True)
class LoweredOp:
    """An op that stands for a break, continue or return of the user's; ``role`` says in words what it is there for."""

    op: str
    op_type: str
    jump: str
    role: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class Statement:
    """What became of one control-flow statement in one trace. Words are those of the command line's contract."""

    file: str
    line: int
    statement: str
    outcome: str
    ops: tuple[str, ...] = ()
    op_types: tuple[str, ...] = ()
    times: int = 1
    detail: str = ""
    column: int = 0
    end_line: int = 0
    function: str = ""
    lowered: tuple[LoweredOp, ...] = ()

    @property
    def is_by_hand(self) -> bool:
        """Whether it is a call such as ``tf.cond`` that the user wrote, and no statement that AutoGraph staged."""
        return self.statement.startswith("tf.")


@dataclass(frozen=True, slots=True)
class HandStaged:
    """One call of ``tf.cond``, ``tf.map_fn``, … that the user wrote, and what it became."""

    call: str
    file: str
    line: int
    outcome: str
    ops: tuple[str, ...] = ()
    op_types: tuple[str, ...] = ()
    times: int = 1
    detail: str = ""
    function: str = ""

    def as_statement(self) -> Statement:
        """The call told like a statement, for all who name regions and lines by what stands there."""
        return Statement(
            self.file,
            self.line,
            self.call,
            self.outcome,
            self.ops,
            self.op_types,
            self.times,
            self.detail,
            function=self.function,
        )


@dataclass(frozen=True, slots=True)
class GeneratedCode:
    """What AutoGraph made of one function of the user's. ``lines``: the user's line of each line, 0 for none."""

    function: str
    file: str
    line: int
    text: str
    lines: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Trace:
    """The outcome of one signature: ``traced``, ``reused``, ``failed`` or ``skipped``.

    ``concrete`` is the graph also where it is another signature's (``reuses``); None when the trace failed.
    ``seconds`` is the time of tracing. ``output`` is what the user's code printed meanwhile. ``partial`` is, of a
    trace that failed, what had been traced until then.
    """

    signature: str
    outcome: str
    seconds: float = 0.0
    reuses: int | None = None
    reasons: tuple[RetraceReason, ...] = ()
    concrete: ConcreteFunction | None = None
    control_flow: tuple[Statement, ...] = ()
    output: str = ""
    error: UserError | None = None
    autograph_code: str = ""
    generated: tuple[GeneratedCode, ...] = ()
    by_hand: tuple[HandStaged, ...] = ()
    partial: ConcreteFunction | None = None
    grappler: GrapplerRun | None = None
    xla: XlaCompilation | None = None

    @property
    def staging(self) -> tuple[Statement, ...]:
        """What became of the statements, and the calls that stage by hand among them, in line order."""
        calls = tuple(each.as_statement() for each in self.by_hand)
        if not calls:
            return self.control_flow
        return tuple(sorted((*self.control_flow, *calls), key=lambda each: (each.file, each.line)))

"""The records that messages carry: plain columns and values, no behaviour, no TensorFlow objects.

They are written by the worker in any Python from 3.9 on, so this file keeps to Python 3.9 syntax and typing names.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Dict, Optional, Tuple, Union

AttributeValue = Union[str, int, float, bool, None]


@dataclass(frozen=True)
class SourceText:
    """The text of one source file as Python read it. For a notebook cell, ``file`` ends in ``#cell=N``."""

    file: str
    text: str


@dataclass(frozen=True)
class ErrorRecord:
    """An error of the user's code or of TensorFlow, pointing at the user's own line where there is one."""

    type: str
    message: str
    file: Optional[str] = None
    line: Optional[int] = None
    advice: str = ""
    kind: str = ""
    """Which mistake of staging it is, as analysis/staging_snippets.py names it; '' for none that is known."""
    variable: str = ""
    """The Python name that it is about, where there is one."""


@dataclass(frozen=True)
class FoundFunction:
    """One thing in a module that can be traced."""

    expression: str
    """What to type after ``--function``."""
    name: str
    kind: str
    """``tf.function``, ``method``, ``keras model`` or ``function`` (plain Python)."""
    file: Optional[str] = None
    line: Optional[int] = None
    parameters: str = "()"
    owner: str = ""
    """Where it hangs in the tree: '' for module level, else e.g. ``class Net`` or ``model``."""
    input_signature: Optional[str] = None
    """The function's own input_signature in the notation of signatures, where it has one."""
    suggestions: Tuple[str, ...] = ()
    """Signatures that the module suggests for it (``graphscope_signatures``)."""


@dataclass(frozen=True)
class ReasonRecord:
    """One difference that made TensorFlow trace again, against the nearest earlier trace."""

    argument: str
    change: str
    """``shape``, ``rank``, ``dtype``, ``python value``, ``structure``, ``type`` or ``context``."""
    before: str
    after: str
    advice: str = ""


@dataclass(frozen=True)
class LoweredRecord:
    """One op that AutoGraph made for a break, continue or early return, not for what the user's statement says."""

    op: str
    op_type: str
    jump: str
    """``break``, ``continue`` or ``return``; several joined by `` and ``."""
    role: str
    """What it is there for, in words: ``loop goes on only while no break happened``."""
    line: int = 0
    """The user's line of (the first of) the jumps."""


@dataclass(frozen=True)
class StatementRecord:
    """What became of one control-flow statement in one trace."""

    file: str
    line: int
    statement: str
    outcome: str
    ops: Tuple[str, ...] = ()
    """Names of the ops it added, without the function they are in."""
    op_types: Tuple[str, ...] = ()
    times: int = 1
    detail: str = ""
    column: int = 0
    end_line: int = 0
    function: str = ""
    """Qualified name of the Python function the statement stands in."""
    lowered: Tuple[LoweredRecord, ...] = ()
    """Those of ``ops`` that are there for the jumps inside it."""


@dataclass(frozen=True)
class HandRecord:
    """One call that the user wrote of a function that stages: ``tf.cond``, ``tf.map_fn``, …; not AutoGraph's work."""

    call: str
    """As the public name has it: ``tf.while_loop``."""
    file: str
    line: int
    outcome: str
    """``staged``: TensorFlow settles none of them while tracing."""
    ops: Tuple[str, ...] = ()
    """Names of the ops it added, without the function they are in; those that AutoGraph made inside are not here."""
    op_types: Tuple[str, ...] = ()
    times: int = 1
    detail: str = ""
    function: str = ""
    """Name of the Python function that the call stands in."""


@dataclass(frozen=True)
class ConstantRecord:
    """The value of a Const: whole where it is small, else its statistics."""

    dtype: str
    shape: Tuple[int, ...]
    text: str
    """A short rendering, e.g. ``[1.0, 2.0]`` or ``min 0, mean 0.5, max 1``."""
    whole: bool = True


@dataclass(frozen=True)
class ArgumentRecord:
    """A placeholder of a function's graph: a parameter, or a tensor captured from outside."""

    node: int
    name: str
    """The Python parameter (``x``, ``feats['a']``), or the captured variable's or tensor's name."""
    captured: bool = False
    variable: bool = False
    spec: str = ""


@dataclass(frozen=True)
class GraphRecord:
    """One function's graph as columns: entry i of each column tells of node i.

    Strings that repeat stand once in a table and columns hold their index.
    """

    function: str
    names: Tuple[str, ...]
    op_types: Tuple[int, ...]
    """Index into ``op_type_table``."""
    op_type_table: Tuple[str, ...]
    inputs: Tuple[Tuple[int, ...], ...]
    """Per node, flat pairs: source node, source output, source node, source output, …"""
    control_inputs: Tuple[Tuple[int, ...], ...]
    outputs: Tuple[Tuple[int, ...], ...]
    """Per node, index into ``spec_table`` for each output."""
    spec_table: Tuple[str, ...]
    """``float32[?, 4]``, ``int32[]``, ``float32[...]`` where the rank is unknown, ``resource``."""
    attributes: Tuple[int, ...]
    """Index into ``attribute_table``."""
    attribute_table: Tuple[Dict[str, AttributeValue], ...]
    devices: Tuple[int, ...]
    device_table: Tuple[str, ...]
    stacks: Tuple[int, ...]
    """Index into ``stack_table``; entry 0 of that table is the empty stack."""
    stack_table: Tuple[Tuple[int, ...], ...]
    """Each a tuple of frame indices, outermost first."""
    frame_table: Tuple[Tuple[str, int, str], ...]
    """(file, line, function name) in the user's own source."""
    calls: Dict[str, Dict[str, Tuple[str, ...]]] = field(default_factory=dict)
    """Node index (as text) → attribute (``then_branch``, ``cond``, ``f``, ``branches``) → names of functions."""
    constants: Dict[str, ConstantRecord] = field(default_factory=dict)
    """Node index (as text) → value."""
    arguments: Tuple[ArgumentRecord, ...] = ()
    results: Tuple[Tuple[int, int], ...] = ()
    """(node, output) of each tensor the function returns."""
    input_names: Dict[str, Tuple[str, ...]] = field(default_factory=dict)
    """Node index (as text) → Python names of its inputs, where they are known (loop variables, captured inputs)."""
    flops: Dict[str, Tuple[int, int]] = field(default_factory=dict)
    """Op type → floating-point operations by TensorFlow's own statistics, and how many ops of the type they are of."""


@dataclass(frozen=True)
class GeneratedRecord:
    """What AutoGraph made of one function of the user's that the trace entered."""

    function: str
    file: str
    """The user's file, which ``lines`` count in."""
    line: int
    """The first line of the user's function."""
    text: str
    lines: Tuple[int, ...]
    """Per line of ``text`` the user's line that it stands for, 0 where it stands for none."""


@dataclass(frozen=True)
class TraceRecord:
    """What tracing one signature gave. ``graph`` is None when it failed or reuses an earlier signature's own graph."""

    signature: str
    outcome: str
    """``traced``, ``reused``, ``failed`` or ``skipped``."""
    seconds: float
    reuses: Optional[int] = None
    reasons: Tuple[ReasonRecord, ...] = ()
    graph: Optional[GraphRecord] = None
    functions: Tuple[GraphRecord, ...] = ()
    control_flow: Tuple[StatementRecord, ...] = ()
    error: Optional[ErrorRecord] = None
    sources: Tuple[SourceText, ...] = ()
    autograph_code: str = ""
    generated: Tuple[GeneratedRecord, ...] = ()
    """The traced function's own first, then those that it called, in the order in which they were entered."""
    by_hand: Tuple[HandRecord, ...] = ()
    """In line order."""
    partial: Optional[GraphRecord] = None
    """What had been traced when it failed, as the graph stood; None where it did not fail, or nothing was traced."""
    partial_functions: Tuple[GraphRecord, ...] = ()


@dataclass(frozen=True)
class PassRecord:
    """One Grappler pass as the runtime ran it."""

    iteration: int
    name: str
    nodes_before: int
    nodes_after: int
    edges_before: int
    edges_after: int
    changed: bool
    milliseconds: float
    function: str = ""
    """The function that was optimised on its own; '' for the outermost graph."""
    removed: Tuple[str, ...] = ()
    """Names of the ops that the pass took away."""
    nodes: Optional[GraphRecord] = None
    """What the pass added or changed; an op of type '' in it is there as an input only, and stayed as it was. None
    where the graph after the pass is not known."""


@dataclass(frozen=True)
class PartitionRecord:
    """What one device runs of the optimised graph."""

    device: str
    graph: Optional[GraphRecord] = None
    """None where it is the whole graph after Grappler."""
    functions: Tuple[GraphRecord, ...] = ()


@dataclass(frozen=True)
class GrapplerRecord:
    """A graph before and after Grappler. Graphs are None when ``error`` tells why."""

    mode: str
    """``run``: the runtime's own; ``static``: OptimizeGraph, nothing was run."""
    before: Optional[GraphRecord] = None
    before_functions: Tuple[GraphRecord, ...] = ()
    after: Optional[GraphRecord] = None
    after_functions: Tuple[GraphRecord, ...] = ()
    passes: Tuple[PassRecord, ...] = ()
    inputs: str = ""
    """What the function was called with, in words."""
    device: str = ""
    error: Optional[ErrorRecord] = None
    first: Optional[GraphRecord] = None
    """The graph as it came to the first pass, inlined, lowered and placed."""
    first_functions: Tuple[GraphRecord, ...] = ()
    partitions: Tuple[PartitionRecord, ...] = ()
    stopped: str = ""
    """Why later passes have no graph, in a sentence; '' where nothing was stopped."""
    options: Dict[str, str] = field(default_factory=dict)
    """Grappler's options that were asked for, as Python writes their values; the others were as they are anyway."""
    tensorflow: str = ""
    onednn: Optional[bool] = None
    """Whether oneDNN's kernels were in use; None where it is not known."""
    only: str = ""
    """The one pass that was run, '' for all."""

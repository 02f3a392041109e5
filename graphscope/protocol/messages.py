"""Every message of the protocol: frozen dataclasses, requests from the window and replies from the worker.

A request carries a generation number; each reply to it carries the same one, so that late answers can be dropped.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Dict, Optional, Tuple, Union

from graphscope.protocol.records import (
    ErrorRecord,
    FoundFunction,
    GrapplerRecord,
    SourceText,
    TraceRecord,
)
from graphscope.protocol.xla_record import XlaRecord

PROTOCOL = 1
"""Raised whenever a message changes; a worker of another number is refused in the handshake."""


# ---- requests -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Hello:
    """The first frame. ``mark`` is the secret word with which the worker marks its place in the output."""

    protocol: int
    mark: str
    generation: int = 0


@dataclass(frozen=True)
class OpenModule:
    """Open ``path`` (file, dotted module, package folder, notebook) as ``python FILE`` would."""

    generation: int
    path: str
    arguments: Tuple[str, ...] = ()


@dataclass(frozen=True)
class ChooseFunction:
    """Evaluate ``function`` in the open module and keep it as the one tf.function that signatures are traced on."""

    generation: int
    function: str
    autograph: bool = True
    jit_compile: bool = False
    reduce_retracing: bool = False


@dataclass(frozen=True)
class TraceSignature:
    """Trace the chosen function for one signature; ``number`` counts signatures from 0."""

    generation: int
    number: int
    signature: str


@dataclass(frozen=True)
class RunGrappler:
    """Optimise the chosen function's graph for ``signature``.

    ``earlier`` are evaluated first, untraced, since objects named in them stay alive. ``inputs``, where given, is an
    argument list that is used in place of values made from the signature. ``only``, in static mode, names the one pass
    that is run (a key of SINGLE_PASSES). ``disk_limit`` is how many bytes the graphs after the passes may take on disk
    while they are read.
    """

    generation: int
    signature: str
    earlier: Tuple[str, ...] = ()
    mode: str = "run"
    options: Dict[str, Union[bool, int, float, str]] = field(default_factory=dict)
    inputs: Optional[str] = None
    only: str = ""
    disk_limit: int = 2_000_000_000


@dataclass(frozen=True)
class CompileXla:
    """Compile the chosen function for ``signature`` with XLA and count its HLO."""

    generation: int
    signature: str
    earlier: Tuple[str, ...] = ()


@dataclass(frozen=True)
class WhereAreYou:
    """Ask, while a request is being worked on, which line of the user's is running. Answered out of order."""

    generation: int


# ---- replies --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ready:
    """The worker is up and has TensorFlow."""

    protocol: int
    python: str
    executable: str
    tensorflow: str
    devices: Tuple[str, ...]
    process: int
    generation: int = 0
    output_mark: int = 0


@dataclass(frozen=True)
class Progress:
    """What is being done, and how far it is where that can be known (``total`` 0 where not)."""

    generation: int
    text: str
    done: int = 0
    total: int = 0


@dataclass(frozen=True)
class ModuleOpened:
    """The module is open. ``output_mark`` is the number of the mark written to the output just before this reply."""

    generation: int
    file: str
    name: str
    functions: Tuple[FoundFunction, ...]
    sources: Tuple[SourceText, ...] = ()
    warnings: Tuple[str, ...] = ()
    output_mark: int = 0


@dataclass(frozen=True)
class FunctionChosen:
    """The function signatures will be traced on."""

    generation: int
    name: str
    kind: str
    file: Optional[str] = None
    line: Optional[int] = None
    parameters: str = "()"
    input_signature: Optional[str] = None
    output_mark: int = 0


@dataclass(frozen=True)
class SignatureTraced:
    """The outcome of one TraceSignature, failures of the user's code included."""

    generation: int
    number: int
    trace: TraceRecord
    output_mark: int = 0


@dataclass(frozen=True)
class GrapplerDone:
    """The outcome of a RunGrappler."""

    generation: int
    grappler: GrapplerRecord
    output_mark: int = 0


@dataclass(frozen=True)
class XlaDone:
    """The outcome of a CompileXla."""

    generation: int
    xla: XlaRecord
    output_mark: int = 0


@dataclass(frozen=True)
class Whereabouts:
    """The user's line that is running, and the ``while`` around it, where there is one."""

    generation: int
    file: Optional[str] = None
    line: Optional[int] = None
    loop_line: Optional[int] = None


@dataclass(frozen=True)
class Failed:
    """A request that could not be done; ``exit_code`` is that of the command line (2 usage, 3 module, 4 worker)."""

    generation: int
    error: ErrorRecord
    exit_code: int
    output_mark: int = 0


Request = Union[Hello, OpenModule, ChooseFunction, TraceSignature, RunGrappler, CompileXla, WhereAreYou]
Reply = Union[
    Ready, Progress, ModuleOpened, FunctionChosen, SignatureTraced, GrapplerDone, XlaDone, Whereabouts, Failed
]
MESSAGES: Tuple[type, ...] = (
    Hello,
    OpenModule,
    ChooseFunction,
    TraceSignature,
    RunGrappler,
    CompileXla,
    WhereAreYou,
    Ready,
    Progress,
    ModuleOpened,
    FunctionChosen,
    SignatureTraced,
    GrapplerDone,
    XlaDone,
    Whereabouts,
    Failed,
)
FINAL_REPLIES: Tuple[type, ...] = (Ready, ModuleOpened, FunctionChosen, SignatureTraced, GrapplerDone, XlaDone, Failed)
"""Those that end a request; each is preceded by a mark in the output, and tells its number as ``output_mark``."""

"""The first part of a capture: everything but graphs and sources, as records that JSON holds; it draws nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Tuple

from graphscope.capture.arrangement import CapturedPane
from graphscope.protocol.records import GrapplerRecord, TraceRecord
from graphscope.protocol.xla_record import XlaRecord

FORMAT = "graphscope capture"
VERSION = 2
"""Raised whenever a capture holds something that an older Graphscope would not understand. All before it are read: 2
holds panes, what passes changed, partitions, HLO graphs and what AutoGraph generated."""
MEMBER = "capture.json"


@dataclass(frozen=True)
class FunctionEntry:
    """The function that was traced; the fields are CapturedFunction's."""

    module: str
    expression: str
    name: str
    kind: str
    file: Optional[str]
    line: Optional[int]
    parameters: str
    arguments: Tuple[str, ...]
    autograph: bool
    jit_compile: bool
    reduce_retracing: bool


@dataclass(frozen=True)
class GrapplerEntry:
    """A Grappler run; ``before`` and ``after`` are numbers of graphs, and the record has none of its own.

    ``changes`` is the number of a graph whose functions are what the passes changed, each named by its pass's place.
    """

    run: GrapplerRecord
    before: Optional[int] = None
    after: Optional[int] = None
    first: Optional[int] = None
    changes: Optional[int] = None
    partitions: Tuple[Tuple[str, int], ...] = ()
    """Devices, each with the number of the graph that it runs."""


@dataclass(frozen=True)
class SignatureEntry:
    """A signature and its trace; ``graph`` is the number of a graph, and the record has none of its own."""

    text: str
    trace: TraceRecord
    output: str
    graph: Optional[int] = None
    grappler: Optional[GrapplerEntry] = None
    xla: Optional[XlaRecord] = None
    hlo: Optional[int] = None
    """The number of the graph of XLA's instructions, where the record has none of its own."""
    optimised_hlo: Optional[int] = None
    partial: Optional[int] = None
    """The number of the graph that had been traced when it failed."""
    more_grappler: Tuple[GrapplerEntry, ...] = ()
    """Further runs, with other settings."""


@dataclass(frozen=True)
class Manifest:
    """What is written into ``capture.json``. ``functions`` tells how many functions each graph holds, itself one."""

    format: str
    version: int
    graphscope: str
    tensorflow: str
    python: str
    function: FunctionEntry
    signatures: Tuple[SignatureEntry, ...]
    functions: Tuple[int, ...]
    sources: Tuple[str, ...]
    """The files whose texts are held, in the order of the members."""
    panes: Tuple[CapturedPane, ...] = ()


def members_of(manifest: Manifest) -> set[str]:
    """The names of all members that the capture has."""
    graphs = {name for number in range(len(manifest.functions)) for name in graph_members(number)}
    return {MEMBER, *graphs, *map(source_member, range(len(manifest.sources)))}


def graph_members(number: int) -> tuple[str, str]:
    """The tables and the columns of a graph with all that is nested in it."""
    return f"graphs/{number}.json", f"graphs/{number}.columns"


def source_member(number: int) -> str:
    """The text of a source file."""
    return f"sources/{number}.txt"

"""A capture as the bytes of its file, the same ones for the same capture; where they go is the caller's."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from graphscope.capture.archive import pack_archive
from graphscope.capture.capture import Capture, CapturedSignature, concrete_functions, files_spoken_of
from graphscope.capture.graph_tables import split
from graphscope.capture.manifest import (
    FORMAT,
    MEMBER,
    VERSION,
    FunctionEntry,
    GrapplerEntry,
    Manifest,
    SignatureEntry,
    graph_members,
    source_member,
)
from graphscope.capture.pass_changes import packed_changes
from graphscope.model import to_protocol
from graphscope.model.grappler import GrapplerRun
from graphscope.model.trace import ConcreteFunction
from graphscope.protocol.frames import to_plain

Tell = Callable[[str, int, int], None]
"""Hears what is done, and how much of how much; it may raise an exception to stop it."""


def capture_bytes(capture: Capture, tell: Tell = lambda text, done, total: None) -> bytes:
    """The whole file. Raises CaptureError for more than a capture can hold."""
    changes = {id(run): packed_changes(run) for each in capture.signatures for run in each.all_runs}
    concretes = [*concrete_functions(capture), *(each for each in changes.values() if each is not None)]
    members: dict[str, bytes] = {MEMBER: b""}
    for number, concrete in enumerate(concretes):
        tell("packing graphs", number, len(concretes))
        members.update(zip(graph_members(number), _parts(concrete), strict=True))
    spoken_of = files_spoken_of(capture)
    sources = {file: text for file, text in sorted(capture.sources.items()) if file in spoken_of}
    for number, text in enumerate(sources.values()):
        members[source_member(number)] = text.encode("utf-8", "surrogatepass")
    numbers = {id(concrete): number for number, concrete in enumerate(concretes)}
    changed = {run: numbers[id(each)] for run, each in changes.items() if each is not None}
    signatures = [_entry(each, numbers, changed) for each in capture.signatures]
    functions = tuple(1 + len(concrete.functions) for concrete in concretes)
    members[MEMBER] = _json(to_plain(_manifest(capture, tuple(signatures), functions, tuple(sources))))
    tell("compressing", 0, 0)
    return pack_archive(members)


def _parts(concrete: ConcreteFunction) -> tuple[bytes, bytes]:
    halves = [split(record) for record in to_protocol.concrete_records(concrete)]
    return _json([to_plain(tables) for tables, _ in halves]), b"".join(data for _, data in halves)


def _manifest(
    capture: Capture, signatures: tuple[SignatureEntry, ...], functions: tuple[int, ...], sources: tuple[str, ...]
) -> Manifest:
    return Manifest(
        format=FORMAT,
        version=VERSION,
        graphscope=capture.graphscope,
        tensorflow=capture.tensorflow,
        python=capture.python,
        function=FunctionEntry(**vars(capture.function)),
        panes=capture.panes,
        signatures=signatures,
        functions=functions,
        sources=sources,
    )


def _run(run: GrapplerRun, numbers: Mapping[int, int], changed: Mapping[int, int]) -> GrapplerEntry:
    return GrapplerEntry(
        run=to_protocol.grappler_record(run),
        before=numbers.get(id(run.before)),
        after=numbers.get(id(run.after)),
        first=numbers.get(id(run.first)),
        changes=changed.get(id(run)),
        partitions=tuple((each.device, numbers[id(each.concrete)]) for each in run.partitions),
    )


def _entry(signature: CapturedSignature, numbers: Mapping[int, int], changed: Mapping[int, int]) -> SignatureEntry:
    """``changed`` tells the number of what a run's passes changed, by the run's id."""
    trace = signature.trace
    run, compiled = trace.grappler, trace.xla
    return SignatureEntry(
        text=signature.text,
        trace=to_protocol.trace_record(trace),
        output=trace.output,
        graph=numbers.get(id(trace.concrete)),
        grappler=None if run is None else _run(run, numbers, changed),
        more_grappler=tuple(_run(each, numbers, changed) for each in signature.runs),
        xla=None if compiled is None else to_protocol.xla_record(compiled),
        hlo=None if compiled is None else numbers.get(id(compiled.before)),
        optimised_hlo=None if compiled is None else numbers.get(id(compiled.after)),
        partial=numbers.get(id(trace.partial)),
    )


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=True, separators=(",", ":")).encode("ascii")

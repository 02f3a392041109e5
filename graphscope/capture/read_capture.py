"""Reads a .gscope file, or says in a sentence why it will not; nothing in it is run, and nothing in it is trusted."""

from __future__ import annotations

import dataclasses
import json
import os
from collections.abc import Sequence
from typing import Any, NoReturn

from graphscope.capture import graph_checks
from graphscope.capture.archive import LARGEST_FILE, Archive
from graphscope.capture.arrangement import checked
from graphscope.capture.capture import Capture, CapturedFunction, CapturedSignature
from graphscope.capture.graph_tables import GraphTables, joined
from graphscope.capture.manifest import (
    FORMAT,
    MEMBER,
    VERSION,
    GrapplerEntry,
    Manifest,
    SignatureEntry,
    graph_members,
    members_of,
    source_member,
)
from graphscope.capture.packed_columns import packed_size
from graphscope.capture.pass_changes import with_changes
from graphscope.capture.write_capture import Tell
from graphscope.errors import CaptureError, ProtocolError
from graphscope.model import from_protocol
from graphscope.model.grappler import GrapplerRun, Partition, XlaCompilation
from graphscope.model.trace import ConcreteFunction
from graphscope.protocol.frames import from_plain
from graphscope.protocol.without_collecting import without_collecting

_OUTCOMES = ("traced", "reused", "failed", "skipped")
_MODES = ("run", "static")
_LARGEST_NUMBER = 1 << 31
_LARGEST_FRACTION = 1e12
_DAMAGED = "Save it anew with graphscope trace --save, or take a whole copy of it."


def read_capture(path: str, tell: Tell = lambda text, done, total: None) -> Capture:
    """The capture in a file. Raises CaptureError with what is wrong with it and what to do."""
    try:
        data = _contents(path)
        with without_collecting():
            return capture_in(data, tell)
    except CaptureError as error:
        raise CaptureError(f"{path} cannot be opened: {error.message}", advice=error.advice or _DAMAGED) from error
    except ProtocolError as error:
        raise CaptureError(f"{path} cannot be opened: {error.message}", advice=_DAMAGED) from error
    except OSError as error:
        raise CaptureError(f"{path} cannot be opened: {error.strerror}", advice="Check the path.") from error
    except (ValueError, RecursionError) as error:
        raise CaptureError(
            f"{path} cannot be opened: a part of it is neither JSON nor text", advice=_DAMAGED
        ) from error


def _contents(path: str) -> bytes:
    if os.path.exists(path) and not os.path.isfile(path):
        raise CaptureError("it is no file", advice="Name a file that Graphscope saved.")
    with open(path, "rb") as stream:
        data = stream.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise CaptureError(f"it is larger than {LARGEST_FILE >> 20} MiB", advice="Save fewer signatures at once.")
    return data


def capture_in(data: bytes, tell: Tell = lambda text, done, total: None) -> Capture:
    """The capture that a file's bytes are. Raises CaptureError and more, which ``read_capture`` makes sentences of."""
    archive = Archive(data)
    manifest = _manifest(archive.read(MEMBER))
    strangers = sorted(archive.names - members_of(manifest))
    if strangers:
        raise CaptureError(f"it holds {strangers[0]!r}, which is no part of a capture")
    concretes = []
    for number, count in enumerate(manifest.functions):
        tell("reading graphs", number, len(manifest.functions))
        concretes.append(_concrete(archive, number, count))
    texts = [archive.read(source_member(number)) for number in range(len(manifest.sources))]
    return Capture(
        graphscope=manifest.graphscope,
        tensorflow=manifest.tensorflow,
        python=manifest.python,
        function=CapturedFunction(**vars(manifest.function)),
        signatures=tuple(_signature(place, each, concretes) for place, each in enumerate(manifest.signatures)),
        sources={
            file: text.decode("utf-8", "surrogatepass") for file, text in zip(manifest.sources, texts, strict=True)
        },
        panes=checked(manifest.panes, len(manifest.signatures)),
    )


# ---- the manifest ---------------------------------------------------------------------------------------------------


def _manifest(data: bytes) -> Manifest:
    body = json.loads(data, parse_int=_whole, parse_float=_fraction, parse_constant=_no_number)
    if not isinstance(body, dict) or body.get("format") != FORMAT:
        raise CaptureError("it is a zip file, but no capture", advice="Name a file that Graphscope saved.")
    version = body.get("version")
    if isinstance(version, int) and version > VERSION:
        raise CaptureError(
            f"a newer Graphscope wrote it (format {version}; this one reads up to {VERSION})",
            advice="Open it with that version, or save it anew with this one.",
        )
    if version not in range(1, VERSION + 1):
        raise CaptureError(f"it has the format {version!r}, which no Graphscope wrote")
    manifest: Manifest = from_plain(Manifest, body)
    return manifest


def _whole(text: str) -> int:
    number = int(text)
    if not 0 <= number < _LARGEST_NUMBER:
        raise CaptureError(f"the number {text[:20]} in it is out of bounds")
    return number


def _fraction(text: str) -> float:
    number = float(text)
    if abs(number) > _LARGEST_FRACTION:
        raise CaptureError(f"the number {text[:20]} in it is out of bounds")
    return number


def _no_number(text: str) -> NoReturn:
    raise CaptureError(f"{text} in it is no number")


# ---- signatures -----------------------------------------------------------------------------------------------------


def _signature(place: int, entry: SignatureEntry, concretes: Sequence[ConcreteFunction]) -> CapturedSignature:
    record = entry.trace
    graphs = (record.graph, *record.functions, record.partial, *record.partial_functions)
    if record.outcome not in _OUTCOMES or any(graphs) or record.sources:
        raise CaptureError(f"its signature {place + 1} is none that Graphscope writes")
    if record.reuses is not None and record.reuses >= place:
        raise CaptureError(f"its signature {place + 1} reuses one that comes after it")
    # What it reuses is told by the number of its graph, as that of any other.
    trace = from_protocol.trace(dataclasses.replace(record, reuses=None), entry.output, [])
    trace = dataclasses.replace(
        trace,
        reuses=record.reuses,
        concrete=_of(concretes, entry.graph),
        partial=_of(concretes, entry.partial),
        grappler=None if entry.grappler is None else _grappler(entry.grappler, concretes),
        xla=_compiled(entry, concretes),
    )
    return CapturedSignature(entry.text, trace, tuple(_grappler(each, concretes) for each in entry.more_grappler))


def _grappler(entered: GrapplerEntry, concretes: Sequence[ConcreteFunction]) -> GrapplerRun:
    record = entered.run
    graphs = (record.before, record.after, record.first, *(each.nodes for each in record.passes))
    nested = (record.before_functions, record.after_functions, record.first_functions, record.partitions)
    if record.mode not in _MODES or any(graphs) or any(nested):
        raise CaptureError("its Grappler run is none that Graphscope writes")
    before, after, first, changes = (
        _of(concretes, number) for number in (entered.before, entered.after, entered.first, entered.changes)
    )
    parts = [(device, _of(concretes, number)) for device, number in entered.partitions]
    partitions = tuple(Partition(device, part) for device, part in parts if part is not None)
    run = from_protocol.grappler_run(record)
    run = dataclasses.replace(run, before=before, after=after, first=first, partitions=partitions)
    return run if changes is None else with_changes(run, changes, [each.removed for each in record.passes])


def _compiled(entry: SignatureEntry, concretes: Sequence[ConcreteFunction]) -> XlaCompilation | None:
    if entry.xla is None:
        return None
    if any((entry.xla.before, entry.xla.before_functions, entry.xla.after, entry.xla.after_functions)):
        raise CaptureError("its XLA compilation is none that Graphscope writes")
    before, after = _of(concretes, entry.hlo), _of(concretes, entry.optimised_hlo)
    return dataclasses.replace(from_protocol.xla_compilation(entry.xla), before=before, after=after)


def _of(concretes: Sequence[ConcreteFunction], number: int | None) -> ConcreteFunction | None:
    if number is not None and number >= len(concretes):
        raise CaptureError(f"it has no graph {number}")
    return None if number is None else concretes[number]


# ---- graphs ---------------------------------------------------------------------------------------------------------


def _concrete(archive: Archive, number: int, count: int) -> ConcreteFunction:
    tables_member, columns_member = graph_members(number)
    bodies: Any = json.loads(archive.read(tables_member))
    data = memoryview(archive.read(columns_member))
    if not isinstance(bodies, list) or len(bodies) != count or not bodies:
        raise CaptureError(f"{tables_member} in it holds another number of functions")
    records = []
    try:
        for body in bodies:
            tables: GraphTables = from_plain(GraphTables, body)
            size = packed_size(tables.headings)
            records.append(joined(tables, bytes(data[:size])))
            data = data[size:]
        graph_checks.nesting(records)
    except CaptureError as error:
        raise CaptureError(f"its graph {number + 1} is malformed ({error.message})") from error
    if data:
        raise CaptureError(f"{columns_member} in it is longer than its graphs")
    return from_protocol.concrete_function(records[0], records[1:])

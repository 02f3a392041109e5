"""The file of ``--save``: its target looked at before tracing, and a capture of what was traced written after it."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Mapping

from graphscope.capture.capture import Capture, CapturedFunction, CapturedSignature
from graphscope.command_line.console import Console
from graphscope.command_line.requests import Target
from graphscope.errors import UsageError
from graphscope.export.report import Report
from graphscope.export.written_file import check_target, write_bytes
from graphscope.protocol.messages import FunctionChosen


def check_save(path: str | None, report: str | None) -> None:
    """Raise UsageError or ExportError for a file that could not be written; ``report`` is that of ``--json``."""
    if path is None:
        return
    check_target(path)
    if report is not None and os.path.realpath(path) == os.path.realpath(report):
        raise UsageError(f"{path} would be written twice", advice="Give each output a file of its own.")


def write_save(console: Console, path: str, capture: Capture) -> None:
    """Write the capture, whole or not at all. Raises ExportError or CaptureError."""
    from graphscope.capture.write_capture import capture_bytes

    console.progress(f"writing {path} …")
    write_bytes(path, capture_bytes(capture))


def captured(report: Report, target: Target, chosen: FunctionChosen, sources: Mapping[str, str]) -> Capture:
    """What was traced, as a capture of it."""
    traces = [
        dataclasses.replace(trace, grappler=report.grappler.get(number), xla=report.xla.get(number))
        for number, trace in enumerate(report.traces)
    ]
    return Capture(
        graphscope=report.graphscope,
        tensorflow=report.tensorflow,
        python=report.python,
        function=CapturedFunction(
            module=target.path,
            expression=target.function,
            name=chosen.name,
            kind=chosen.kind,
            file=chosen.file,
            line=chosen.line,
            parameters=chosen.parameters,
            arguments=target.script_arguments,
            autograph=target.autograph,
            jit_compile=target.jit_compile,
            reduce_retracing=target.reduce_retracing,
        ),
        signatures=tuple(map(CapturedSignature, target.signatures, traces)),
        sources=sources,
    )

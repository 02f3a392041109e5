"""Captures of the eight graphs in build/captures, made of what a worker once sent of them; nothing is traced for it."""

from __future__ import annotations

import sys
from pathlib import Path

from graphscope.capture.capture import Capture, CapturedFunction, CapturedSignature
from graphscope.capture.write_capture import capture_bytes
from graphscope.export.written_file import write_bytes
from graphscope.model import from_protocol
from graphscope.protocol.frames import decode
from tests.benchmarks.recorded_frames import KEPT, NAMES, recorded

FOLDER = KEPT.parent / "captures"


def saved(name: str) -> Path:
    """The capture of that graph, written now where it is older than what was traced, or missing."""
    file, frames = FOLDER / f"{name}.gscope", KEPT / f"{name}.frames"
    if not (file.exists() and frames.exists() and file.stat().st_mtime >= frames.stat().st_mtime):
        kept = recorded(name)
        trace = from_protocol.trace(decode(kept.payload).trace, "", [])
        text = f'*specs("{name}")'
        function = CapturedFunction("eight_graphs.py", f'graph("{name}")', name, "function")
        capture = Capture("0", "", "", function, (CapturedSignature(text, trace),), dict(kept.sources))
        FOLDER.mkdir(parents=True, exist_ok=True)
        write_bytes(str(file), capture_bytes(capture))
    return file


if __name__ == "__main__":
    for each in sys.argv[1:] or NAMES:
        print(saved(each))

"""The worker's own source code as data: which files it is, and how it is packed for an interpreter that lacks them.

Not a message: it is sent, where it must be, before the first frame.
"""

from __future__ import annotations

import json
import os
from typing import Dict, Iterator, Tuple

Sources = Dict[str, Tuple[str, str]]
"""Dotted module name → (file it came from, source text)."""

OLDEST_PYTHON = (3, 9)
OLD_PYTHON = "Graphscope needs Python 3.9 or newer in the worker"
"""How the complaint of an older interpreter begins; the parent knows it by these words."""

# One line, without quotes that a shell minds: csh-like remote shells break on newlines. A buffer of one byte, so that
# nothing of the frames that follow is read ahead and lost. Empty entries of sys.path are the working folder, in which
# a json.py may lie.
BOOTSTRAP = ";".join(
    (
        "import sys",
        "sys.path[:]=[p for p in sys.path if p]",
        f'sys.version_info<{OLDEST_PYTHON} and sys.exit("{OLD_PYTHON}, this is "+sys.version.split()[0])',
        "import io,json",
        "r=io.BufferedReader(io.FileIO(0,closefd=False),1)",
        'n=r.readline() or sys.exit("standard input is closed, the command must pass it on")',
        "b=json.loads(r.read(int(n)))",
        'f,s=b["graphscope.worker.exact_importer"]',
        'g={"__name__":"graphscope_start"}',
        'exec(compile(s,f,"exec"),g)',
        'g["begin"](b)',
    )
)
"""What ``PYTHON -c`` runs: read the bundle from standard input and begin."""


def worker_sources(package: str) -> Sources:
    """The source of every module that a worker may import, read from the folder of the graphscope package."""
    sources = {}
    for name, file in _modules(package):
        with open(file, encoding="utf-8") as stream:
            sources[name] = (file, stream.read())
    return sources


def packed(sources: Sources) -> bytes:
    """The bundle as BOOTSTRAP reads it: a line with the number of bytes, then JSON."""
    payload = json.dumps(sources, separators=(",", ":")).encode("ascii")
    return b"%d\n" % len(payload) + payload


def _modules(package: str) -> Iterator[Tuple[str, str]]:
    yield "graphscope", os.path.join(package, "__init__.py")
    yield "graphscope.errors", os.path.join(package, "errors.py")
    for room in ("protocol", "worker"):
        folder = os.path.join(package, room)
        for file in sorted(os.listdir(folder)):
            stem, suffix = os.path.splitext(file)
            if suffix == ".py" and stem != "__main__":
                name = f"graphscope.{room}" if stem == "__init__" else f"graphscope.{room}.{stem}"
                yield name, os.path.join(folder, file)

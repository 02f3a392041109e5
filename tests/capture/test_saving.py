"""A capture is written whole or not at all: where writing fails, the old file stays as it was, and no rest is left."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from graphscope.capture.write_capture import capture_bytes
from tests.capture.captures import filled

ROOT = Path(__file__).resolve().parents[2]
ON_A_FULL_DISK = """
import resource, sys
from graphscope.errors import ExportError
from graphscope.export.written_file import write_bytes
from graphscope.capture.write_capture import capture_bytes
from tests.capture.captures import filled

data = capture_bytes(filled())
resource.setrlimit(resource.RLIMIT_FSIZE, (len(data) - 1, len(data) - 1))
try:
    write_bytes(sys.argv[1], data)
except ExportError as error:
    print(error.message)
"""


def test_that_a_write_that_fails_leaves_the_old_capture(tmp_path: Path) -> None:
    file = tmp_path / "a.gscope"
    old = capture_bytes(filled())
    file.write_bytes(old)
    command = [sys.executable, "-c", ON_A_FULL_DISK, str(file)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == f"{file} cannot be written: File too large\n"
    assert file.read_bytes() == old
    assert [each.name for each in tmp_path.iterdir()] == ["a.gscope"]

"""A line of the user's as it is written down: with its cell where it stands in a notebook; nothing is looked up."""

from __future__ import annotations

import os
from typing import Any

_CELL = "#cell="


def split_cell(file: str) -> tuple[str, int | None]:
    """The file, and the number of the notebook's cell where ``file`` names one."""
    path, mark, cell = file.partition(_CELL)
    return (path, int(cell)) if mark and cell.isdigit() else (file, None)


def place_fields(file: str | None, line: int | None) -> dict[str, Any]:
    """``file`` and ``line`` of a report, and ``cell`` in a notebook; the line then counts within the cell."""
    path, cell = split_cell(file) if file is not None else (None, None)
    fields: dict[str, Any] = {"file": path, "line": line}
    if cell is not None:
        fields["cell"] = cell
    return fields


def in_sentence(file: str, line: int | None) -> str:
    """``model.py:6``, or ``lesson.ipynb cell 3, line 2``; a file below the working folder is told from there."""
    path, cell = split_cell(file)
    path = _from_here(path)
    if cell is None:
        return path if line is None else f"{path}:{line}"
    return f"{path} cell {cell}" if line is None else f"{path} cell {cell}, line {line}"


def _from_here(path: str) -> str:
    here = os.getcwd()
    return os.path.relpath(path, here) if os.path.isabs(path) and path.startswith(here + os.sep) else path

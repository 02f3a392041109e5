"""The code cells of a notebook as Python source: what only IPython understands is taken out, lines stay where they are.

Nothing is run here.
"""

from __future__ import annotations

import io
import json
import re
import tokenize
from dataclasses import dataclass
from typing import Any, Iterator, List, Tuple

from graphscope.errors import ModuleError

_RUNS_ITS_BODY = ("time", "capture", "prun", "memit")
"""Cell magics that run the rest of the cell in the notebook's own names."""
_MAGIC = re.compile(r"(\s*)[%!]")
_TIMED = re.compile(r"(\s*)%(?:time|prun|memit)\s+(?!-)(\S.*)")
_ASSIGNED = re.compile(r"(\s*[\w.\[\], ]+?\s*=\s*)([%!])(?![%!=])")
_HELP = re.compile(r"(\s*)(?:\?{1,2}\s*[%\w.*]+|[%\w.*]+\?{1,2})\s*$")


@dataclass(frozen=True)
class Cell:
    """One code cell; ``number`` counts code cells from 1."""

    number: int
    original: str
    source: str
    """What Python can compile, line for line the original's."""
    may_fail: bool = False
    """Tagged ``raises-exception``: an error in it does not end the notebook."""


def read_cells(file: str) -> Tuple[Cell, ...]:
    """The code cells of the notebook ``file``. Raises ModuleError where it is none, or not one of Python's."""
    try:
        with open(file, encoding="utf-8-sig") as stream:
            notebook = json.load(stream)
    except OSError as error:
        raise ModuleError(f"{file} cannot be read: {error.strerror}", file=file) from error
    except ValueError as error:
        raise ModuleError(f"{file} is not a notebook: {error}", file=file, advice="Open and save it anew.") from error
    language = _language(notebook)
    if language not in ("", "python", "python3", "ipython"):
        raise ModuleError(f"{file} is a notebook in {language}, not in Python", file=file)
    cells = _code_cells(notebook)
    if cells is None:
        raise ModuleError(f"{file} is not a notebook: it has no cells", file=file, advice="Open and save it anew.")
    return tuple([_cell(number, cell) for number, cell in enumerate(cells, start=1)])


def _language(notebook: Any) -> str:
    metadata = notebook.get("metadata") if isinstance(notebook, dict) else None
    for part, key in (("kernelspec", "language"), ("language_info", "name")):
        found = metadata.get(part) if isinstance(metadata, dict) else None
        if isinstance(found, dict) and isinstance(found.get(key), str):
            return str(found[key]).lower()
    return ""


def _code_cells(notebook: Any) -> Any:
    """The code cells as JSON; nbformat 3 and older keep them in worksheets. None where there are no cells at all."""
    if not isinstance(notebook, dict):
        return None
    sheets = [notebook, *(notebook.get("worksheets") or ())]
    lists = [sheet["cells"] for sheet in sheets if isinstance(sheet, dict) and isinstance(sheet.get("cells"), list)]
    if not lists:
        return None
    return [cell for cells in lists for cell in cells if isinstance(cell, dict) and cell.get("cell_type") == "code"]


def _cell(number: int, cell: Any) -> Cell:
    text = cell.get("source", cell.get("input", ""))
    original = "".join(text) if isinstance(text, list) else str(text)
    original = original.replace("\r\n", "\n").replace("\r", "\n")
    metadata = cell.get("metadata")
    tags = metadata.get("tags") if isinstance(metadata, dict) else None
    return Cell(number, original, python_source(original), "raises-exception" in (tags or ()))


def python_source(text: str) -> str:
    """``text`` of a cell without magics, shell lines and help, each line in its place."""
    lines = text.split("\n")
    first = next((index for index, line in enumerate(lines) if line.strip()), 0)
    if lines[first].startswith("%%"):
        words = lines[first][2:].split()
        if not words or words[0] not in _RUNS_ITS_BODY:
            return "\n" * (len(lines) - 1)
        lines[first] = ""
    return "\n".join(_without_magics(lines))


def _without_magics(lines: List[str]) -> Iterator[str]:
    """Each line, magics replaced; a line within a string or brackets belongs to its statement and stays."""
    statement: List[str] = []
    continued = False
    for line in lines:
        if continued:  # a magic that goes on after a backslash
            continued = line.endswith("\\")
            yield ""
            continue
        if not statement:
            replaced = _replaced(line)
            continued = replaced != line and line.endswith("\\")
            line = replaced
        statement.append(line)
        if _is_complete("\n".join(statement)):
            statement = []
        yield line


def _replaced(line: str) -> str:
    """What stands for ``line``, which begins a statement; ``pass`` keeps a block that has nothing else."""
    timed = _TIMED.match(line)
    if timed:
        return timed.group(1) + timed.group(2)
    magic = _MAGIC.match(line) or _HELP.match(line)
    if magic:
        return f"{magic.group(1)}pass"
    assigned = _ASSIGNED.match(line)
    if assigned:
        return assigned.group(1) + ("[]" if assigned.group(2) == "!" else "None")
    return line


def _is_complete(text: str) -> bool:
    """Whether ``text`` ends outside of any string, bracket or backslash continuation."""
    if text.endswith("\\"):
        return False
    try:
        for _ in tokenize.generate_tokens(io.StringIO(text.lstrip(" \t") + "\n").readline):
            pass
    except tokenize.TokenError as error:
        return not str(error.args[0]).startswith(("EOF in multi-line", "unexpected EOF in multi-line"))
    except (IndentationError, SyntaxError):
        return True
    return True

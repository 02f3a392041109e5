"""Reads what a sample says must come out of it: the `#:` comments, as values; nothing is traced here.

`#: function | signature | outcome [| grappler]` on a line of its own, `#: staged StatelessIf, python` at the end of a
statement's line, `#: error` at the line that a failing trace names.
"""

from __future__ import annotations

import io
import tokenize
from dataclasses import dataclass, field
from pathlib import Path

SAMPLES = Path(__file__).resolve().parents[2] / "samples"


@dataclass(frozen=True)
class Call:
    """One signature and its outcome: `traced`, `traced because shape, rank`, `reused A` or `failed ValueError`."""

    function: str
    signature: str
    outcome: str
    grappler: str = ""


@dataclass(frozen=True)
class Expectations:
    """All that one sample says."""

    file: Path
    calls: tuple[Call, ...]
    statements: dict[int, frozenset[str]] = field(default_factory=dict)
    """Line → `python`, `staged StatelessIf`."""
    error_lines: frozenset[int] = frozenset()

    @property
    def functions(self) -> dict[str, list[Call]]:
        """Function → its calls in order."""
        found: dict[str, list[Call]] = {}
        for call in self.calls:
            found.setdefault(call.function, []).append(call)
        return found


def expectations(file: Path) -> Expectations:
    """What ``file`` says."""
    text = file.read_text(encoding="utf-8")
    calls: list[Call] = []
    statements: dict[int, frozenset[str]] = {}
    errors: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type != tokenize.COMMENT or not token.string.startswith("#: "):
            continue
        said, line = token.string.removeprefix("#: "), token.start[0]
        if token.start[1] == 0:
            calls.append(Call(*(part.strip() for part in said.split(" | "))))
        elif said == "error":
            errors.add(line)
        else:
            statements[line] = frozenset(part.strip() for part in said.split(","))
    return Expectations(file, tuple(calls), statements, frozenset(errors))


def sample_files() -> list[Path]:
    """Every sample."""
    return sorted(SAMPLES.glob("*.py"))

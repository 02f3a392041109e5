"""Facts: the shapes of what the inspector shows, labelled lines of text; what they say is found out elsewhere."""

from __future__ import annotations

import os
from dataclasses import dataclass

from graphscope.model.op_graph import Frame
from graphscope.session.module_opening import SourceTexts


@dataclass(frozen=True)
class Fact:
    """One labelled piece: a label and its lines. ``mono`` lines are code-like."""

    label: str
    lines: tuple[str, ...]
    mono: bool = True


@dataclass(frozen=True)
class CameFrom:
    """A line of the user's on the way to an op."""

    file: str
    line: int
    where: str
    text: str

    @classmethod
    def of(cls, frame: Frame, sources: SourceTexts) -> CameFrom:
        """A frame with its line's text."""
        where = f"{os.path.basename(frame.file)}:{frame.line} in {frame.function}"
        return cls(frame.file, frame.line, where, sources.line(frame.file, frame.line))


@dataclass(frozen=True)
class Inspection:
    """Everything the inspector shows of an op or a region."""

    op_type: str
    name: str
    facts: tuple[Fact, ...]
    came_from: tuple[CameFrom, ...] = ()
    nested: tuple[str, ...] = ()

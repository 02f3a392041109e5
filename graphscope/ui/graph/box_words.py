"""What a pane says of a box or wire in words: in tool tips, and to screen readers."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from graphscope.analysis.bundle import Strand
from graphscope.analysis.picture import Box, Picture, Wire
from graphscope.analysis.strand_words import bundle_lines, strand_words
from graphscope.analysis.strands import bundle_of_wire
from graphscope.analysis.stubs import home_of
from graphscope.export.drawing import box_title, wire_title

_SHOWN = 6


def box_tip(box: Box, picture: Picture) -> str:
    """The tool tip of a box, as HTML."""
    lines = [f"<b>{escape(box.title)}</b>"]
    if box.subtitle:
        lines.append(escape(box.subtitle))
    if box.kind in ("op", "stub") and box.nodes:
        lines.append(f"<code>{escape(box.nodes[0][1])}</code>")
    if box.kind == "stub":
        uses = len(picture.stubs[box.nodes[0]])
        lines.append(f"{picture.boxes[home_of(picture, box.id)].title}, drawn as a tag at {uses} of its uses")
        lines.append("<i>double-click to go to it</i>")
    elif len(box.nodes) > 1:
        lines.append(f"{len(box.nodes)} ops")
    labels = dict.fromkeys(wire.label for wire in picture.wires if wire.source == box.id and wire.label)
    if labels:
        lines.append("gives " + escape(_listed(labels)))
    if box.can_open:
        lines.append("<i>double-click to close</i>" if box.is_open else "<i>double-click to open</i>")
    return "<br>".join(lines)


def pane_sentence(picture: Picture | None, current: str, message: tuple[str, str]) -> str:
    """What is said of the whole pane: of the box that is ``current`` in it, or the message of an empty one."""
    if picture is None:
        return ". ".join(filter(None, message))
    if current:
        return box_sentence(picture.boxes[current], picture)
    return f"{len(picture.boxes)} boxes; arrow keys walk along the edges"


def wire_tip(wire: Wire, picture: Picture) -> str:
    """The tool tip of a wire, as HTML."""
    what, _, ends = wire_title(wire, picture).rpartition(": ")
    lines = [f"<b>{escape(what)}</b>", escape(ends)]
    bundle = bundle_of_wire(picture, wire.source, wire.target)
    if bundle is not None and (len(bundle.strands) > 1 or bundle.left_out):
        lines += [f"<code>{escape(line)}</code>" for line in bundle_lines(bundle, _SHOWN)]
        lines.append("<i>click to see them singly</i>")
    return "<br>".join(lines)


def strand_tip(strand: Strand) -> str:
    """The tool tip of one strand of a bundle, as HTML."""
    what, _, ends = strand_words(strand).partition("  ")
    return f"<b>{escape(what)}</b><br><code>{escape(ends)}</code>"


def box_sentence(box: Box, picture: Picture) -> str:
    """What a screen reader says of a box: what it is, what it is wired to, and what can be done with it."""
    names = picture.boxes
    inputs = [names[wire.source].title for wire in picture.wires if wire.target == box.id and wire.source in names]
    outputs = [names[wire.target].title for wire in picture.wires if wire.source == box.id and wire.target in names]
    parts = [box_title(box)]
    if box.kind == "stub":
        parts.append(f"a tag for {box_title(names[home_of(picture, box.id)])}, Enter goes there")
    if inputs:
        parts.append(f"from {_listed(inputs)}")
    if outputs:
        parts.append(f"to {_listed(outputs)}")
    if box.can_open:
        parts.append("open" if box.is_open else "closed, Enter opens it")
    return "; ".join(parts)


def _listed(words: Iterable[str]) -> str:
    """The words with commas, the first few of many."""
    distinct = list(dict.fromkeys(words))
    rest = len(distinct) - _SHOWN
    return ", ".join(distinct[:_SHOWN]) + (f" and {rest} more" if rest > 0 else "")

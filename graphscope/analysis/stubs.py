"""Stubs: ops that are used in many places drawn as a small tag at each of them, in place of as many long wires."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from graphscope.analysis.picture import Box, NodeId, Picture, Wire
from graphscope.analysis.view_state import Stubs

LONG_WIRES = "long wires"
"""What the tags stand for, among what is hidden."""


def with_stubs(picture: Picture, stubs: Stubs) -> Picture:
    """The picture with tags at the uses of ops that have many, or were chosen; their own boxes stay where they are.

    Only wires between boxes of one level are drawn so. Which are does not depend on what is open below them, so that
    opening a group moves nothing for it.
    """
    tagged = _tagged(picture, stubs)
    if not tagged:
        return picture
    made: dict[str, Box] = {}
    wires, places = [], dict[NodeId, list[str]]()
    for wire in picture.wires:
        home = tagged.get(wire.source)
        if home is None:
            wires.append(wire)
            continue
        name = f"{wire.target}←{wire.source}"
        made[name] = Box(name, "stub", _name(home), "", home.look, "", home.nodes, parent=home.parent)
        wires.append(replace(wire, source=name, sources=(name,), label=""))
        places.setdefault(home.nodes[0], []).append(name)
    boxes, roots = _put_in(picture, made, wires)
    for home in tagged.values():
        count = len(places[home.nodes[0]])
        words = f"{home.subtitle} · {count} tag{'s' * (count != 1)}".lstrip(" ·")
        boxes[home.id] = replace(boxes[home.id], subtitle=words)
    hidden = {**picture.hidden, LONG_WIRES: len(made)}
    told = {node: tuple(names) for node, names in places.items()}
    return replace(picture, boxes=boxes, roots=roots, wires=tuple(wires), hidden=hidden, stubs=told)


def home_of(picture: Picture, tag: str) -> str:
    """The box of the op that a tag stands for."""
    return picture.box_of[picture.boxes[tag].nodes[0]]


def _tagged(picture: Picture, stubs: Stubs) -> Mapping[str, Box]:
    """The boxes whose wires become tags: those of single ops, by hand or since there are many wires."""
    if not stubs.least and not stubs.always:
        return {}
    leaving: dict[str, int] = {}
    entered = set()
    for wire in picture.wires:
        leaving[wire.source] = leaving.get(wire.source, 0) + 1
        entered.add(wire.target)
    found = {}
    for name, count in leaving.items():
        box = picture.boxes[name]
        if box.kind != "op":
            continue
        many = bool(stubs.least) and count >= stubs.least and name not in entered
        if box.nodes[0] in stubs.always or (many and box.nodes[0] not in stubs.never):
            found[name] = box
    return found


def _put_in(picture: Picture, made: Mapping[str, Box], wires: list[Wire]) -> tuple[dict[str, Box], tuple[str, ...]]:
    """All boxes, each tag before the box that it leads to."""
    before: dict[str, list[str]] = {}
    for wire in wires:
        if wire.source in made:
            before.setdefault(wire.target, []).append(wire.source)

    def with_tags(names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(each for name in names for each in (*before.get(name, ()), name))

    parents = {box.parent for box in made.values()}
    boxes: dict[str, Box] = {}
    for name, box in picture.boxes.items():
        for tag in before.get(name, ()):
            boxes[tag] = made[tag]
        boxes[name] = replace(box, children=with_tags(box.children)) if name in parents else box
    return boxes, with_tags(picture.roots) if "" in parents else picture.roots


def _name(home: Box) -> str:
    """What tells the op from others of its type: its argument's name, a constant's value, else its own name's end."""
    return home.subtitle.split(" · ")[0].removeprefix("captured ").rpartition("/")[2] or home.title


def toggled(stubs: Stubs, nodes: frozenset[NodeId], drawn: frozenset[NodeId]) -> Stubs:
    """With these ops drawn as tags, or, where all of them are already (among ``drawn``), with their wires."""
    if nodes <= drawn:
        return replace(stubs, always=stubs.always - nodes, never=stubs.never | nodes)
    return replace(stubs, always=stubs.always | nodes, never=stubs.never - nodes)

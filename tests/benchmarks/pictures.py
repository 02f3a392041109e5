"""Pictures of the first view of each of the eight graphs, and of its largest group opened, in build/pictures.

Run ``python -m tests.benchmarks.pictures [WIDTHxHEIGHT] [NAME …]``, and look at them.
"""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from graphscope.analysis.build_picture import build_picture
from graphscope.analysis.picture import Picture
from graphscope.export.first_view import first_view
from graphscope.export.lay_out import diagram_of
from graphscope.export.legible import room_in
from graphscope.layout.dot_process import DotProcess
from graphscope.layout.ladder import best_place
from graphscope.layout.layered import place_layered
from graphscope.layout.level_cache import LevelCache
from graphscope.model import from_protocol
from graphscope.protocol.frames import decode
from graphscope.ui.graph.canvas import GraphCanvas
from graphscope.ui.theme import apply_theme
from tests.benchmarks.recorded_frames import NAMES, recorded

FOLDER = Path(__file__).resolve().parents[2] / "build" / "pictures"


def draw(canvas: GraphCanvas, name: str, dot: DotProcess) -> None:
    """Both pictures of one graph."""
    kept = recorded(name)
    trace = from_protocol.trace(decode(kept.payload).trace, "", [])
    assert trace.concrete is not None
    room, cache = room_in(canvas.width(), canvas.height()), LevelCache(place_layered)

    def show(picture: Picture, file: str, keep_view: bool) -> None:
        placement = best_place(diagram_of(picture, room=room), dot, cache=cache)
        canvas.set_content(picture, placement, keep_view=keep_view)
        canvas.finish_painting()
        canvas.grab().save(str(FOLDER / f"{name}_{file}.png"))
        print(f"{name}, {file}: {len(picture.boxes)} boxes, {placement.width:.0f}×{placement.height:.0f}")

    view = first_view(trace.concrete, trace.control_flow, kept.sources, room, cache)
    picture = build_picture(trace.concrete, view)
    canvas.clear()
    show(picture, "first", False)
    closed = [box for box in picture.boxes.values() if box.can_open and not box.is_open]
    largest = max(closed, key=lambda box: len(box.nodes)).id
    canvas.activate(largest)
    show(build_picture(trace.concrete, replace(view, opened=view.opened | {largest})), "opened", True)


def main(words: list[str]) -> None:
    """Draw what is asked for."""
    sizes = [word for word in words if word[0].isdigit()]
    width, height = map(int, (sizes or ["660x560"])[0].split("x"))
    application = QApplication([])
    canvas = GraphCanvas(apply_theme(application, "light"))
    canvas.set_animated(False)
    canvas.resize(width, height)
    canvas.show()
    application.processEvents()
    FOLDER.mkdir(parents=True, exist_ok=True)
    dot = DotProcess()
    for name in [word for word in words if word not in sizes] or NAMES:
        draw(canvas, name, dot)
    dot.close()


if __name__ == "__main__":
    main(sys.argv[1:])

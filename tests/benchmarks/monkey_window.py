"""A monkey at a window on two large graphs, and how long the event loop stands still at most: prints a line an action.

Run ``python -m tests.benchmarks.monkey_window [SEED [GRAPH [GRAPH]]]``; the same seed does the same. Beside the wall's
milliseconds are those that the window's thread worked, which other work on the machine does not add to.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from graphscope.capture.read_capture import read_capture
from graphscope.capture.write_capture import capture_bytes
from graphscope.export.written_file import write_bytes
from tests.benchmarks.running_window import Heartbeat, running_window, until
from tests.benchmarks.saved_captures import saved
from tests.ui.window_monkey import ACTIONS, WindowMonkey

GRAPHS = ("unrolled_20k", "unrolled_20k_scoped")
STEPS = 60


def both(folder: Path, names: Sequence[str]) -> Path:
    """A capture of these graphs as the signatures of one function."""
    captures = [read_capture(str(saved(name))) for name in names]
    signatures = tuple(each.signatures[0] for each in captures)
    file = folder / "both.gscope"
    write_bytes(str(file), capture_bytes(replace(captures[0], signatures=signatures)))
    return file


def measured(seed: int, file: Path) -> dict[str, tuple[float, float]]:
    """Milliseconds of the longest block of the event loop, and of work in one, by what the monkey did then."""
    chance = random.Random(seed)
    application = running_window()
    application.session.open(str(file))
    monkey, heart = WindowMonkey(application, until), Heartbeat()
    longest: dict[str, tuple[float, float]] = {}
    for _ in range(STEPS):
        kind, number = chance.choice(ACTIONS), chance.randrange(60)
        heart.start()
        monkey.act(kind, number)
        stood, worked = longest.get(kind, (0.0, 0.0))
        longest[kind] = max(stood, 1000 * heart.stop()), max(worked, 1000 * heart.busiest)
    application.close()
    return dict(sorted(longest.items(), key=lambda each: -each[1][1]))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CONFIG_HOME"] = str(Path(folder))
        names = sys.argv[2:] or GRAPHS
        print(f"{'':10}{'stood still':>14}{'worked':>10}")
        for kind, (stood, worked) in measured(int((sys.argv[1:] or ["1"])[0]), both(Path(folder), names)).items():
            print(f"{kind:10}{stood:11.0f} ms{worked:7.0f} ms")

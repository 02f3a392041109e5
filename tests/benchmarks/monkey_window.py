"""A monkey at a window on the graph of 20,000 ops, and how long the event loop stands still at most: prints JSON.

Run ``python -m tests.benchmarks.monkey_window [SEED]``; the same seed does the same.
"""

from __future__ import annotations

import json
import os
import random
import sys
import tempfile
from pathlib import Path

from tests.benchmarks.running_window import Figures, Heartbeat, running_window, until
from tests.benchmarks.saved_captures import saved
from tests.ui.window_monkey import ACTIONS, WindowMonkey

GRAPH = "unrolled_20k"
STEPS = 60


def measured(seed: int) -> Figures:
    """Milliseconds of the longest block of the event loop, by what the monkey did then."""
    chance = random.Random(seed)
    application = running_window()
    application.session.open(str(saved(GRAPH)))
    monkey, heart = WindowMonkey(application, until), Heartbeat()
    longest: Figures = {}
    for _ in range(STEPS):
        kind, number = chance.choice(ACTIONS), chance.randrange(60)
        heart.start()
        monkey.act(kind, number)
        longest[kind] = max(longest.get(kind, 0.0), 1000 * heart.stop())
    application.close()
    return dict(sorted(longest.items(), key=lambda each: -each[1]))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CONFIG_HOME"] = str(Path(folder))
        print(json.dumps(measured(int((sys.argv[1:] or ["1"])[0]))))

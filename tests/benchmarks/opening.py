"""The eight captures, each opened in a running window: run ``python -m tests.benchmarks.opening [NAME …]``."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence

from tests.benchmarks.recorded_frames import NAMES
from tests.benchmarks.saved_captures import saved

Figures = dict[str, float]
RUNS = 3
ASKED = (60, 190, 370, 350, 360, 360, 670, 950)
"""Milliseconds: a tenth of what the fastest other viewer takes from opening the same graph to a drawing that stands."""
ROWS = (
    ("**capture opened to first view, ms**", "opened painted", "**{:.0f}**"),
    ("a tenth of the fastest other viewer, ms", "opened asked", "{:.0f}"),
    ("… unzipping, ms", "opened zip", "{:.1f}"),
    ("… decoding, ms", "opened decode", "{:.0f}"),
    ("… model, ms", "opened model", "{:.0f}"),
    ("… what to show first, its pictures, ms", "opened view", "{:.0f}"),
    ("… their layouts, ms", "opened place", "{:.1f}"),
    ("… its first paint, ms", "opened paint", "{:.0f}"),
    ("… the window's other parts, and ways between threads, ms", "opened others", "{:.0f}"),
    ("capture opened until dot has had its say, ms", "opened stands", "{:.0f}"),
    ("longest block of the event loop in that time, ms", "opened still", "{:.0f}"),
)
"""Title, figure and form of each row of the table."""


def measure(name: str) -> Figures:
    """The run of some that was quickest, as other work on the machine only ever adds to it."""
    saved(name)
    runs: list[Figures] = []
    for _ in range(RUNS):
        command = (sys.executable, "-m", "tests.benchmarks.running_window", name)
        runs.append(json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout))
    best = min(runs, key=lambda run: run["opened painted"])
    return best | {"opened still": min(run["opened still"] for run in runs), "opened asked": ASKED[NAMES.index(name)]}


def main(names: Sequence[str]) -> None:
    """Print a line for each graph."""
    keys = [key for _, key, _ in ROWS]
    print("".join(f"{key.removeprefix('opened '):>9}" for key in keys))
    for name in names:
        figures = measure(name)
        print("".join(f"{figures[key]:9.1f}" for key in keys), name, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:] or NAMES)

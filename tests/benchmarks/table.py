"""The table of docs/performance.md: run ``python -m tests.benchmarks.table [NAME …]``; graphs once traced are kept."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.benchmarks import opening
from tests.benchmarks.measure_graph import Figures
from tests.benchmarks.recorded_frames import NAMES, recorded

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "performance.md"
RUNS = 3
FIRST_VIEW = ("decode", "model", "view", "picture", "layout", "paint")
MARK = "<!-- what is below this line is made by `make benchmark` -->\n"
_LARGE = 5000
"""Ops below which the memory of a graph is lost in that of its process."""


def measure(name: str) -> Figures:
    """The figures of one graph: of each the best of some runs, as other work on the machine only ever adds to it."""
    recorded(name)
    runs: list[Figures] = []
    for _ in range(RUNS):
        command = (sys.executable, "-m", "tests.benchmarks.measure_graph", name)
        runs.append(json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout))
    best = {key: min(run[key] for run in runs) for key in runs[0]}
    best["first view"] = min(sum(run[key] for key in FIRST_VIEW) for run in runs)
    return best | opening.measure(name)


def table(columns: dict[str, Figures]) -> str:
    """The figures as Markdown, a graph in each column."""
    rows = [
        ("ops, nested functions included", "ops", "{:,.0f}"),
        ("traced by TensorFlow, s", "trace", "s"),
        ("recorded, sent and read, s", "rest", "s"),
        ("… as a share of the trace", "share", "{:.0%}"),
        ("frame, MB", "megabytes", "{:.1f}"),
        ("encode, ms", "encode", "{:.0f}"),
        ("decode, ms", "decode", "{:.0f}"),
        ("model, ms", "model", "{:.0f}"),
        ("what to show first, ms", "view", "{:.0f}"),
        ("its picture, ms", "picture", "{:.1f}"),
        ("its layout, ms", "layout", "{:.1f}"),
        ("its first paint, ms", "paint", "{:.0f}"),
        ("**frame to first view, ms**", "first view", "**{:.0f}**"),
        *opening.ROWS,
        ("boxes of the first view", "boxes", "{:.0f}"),
        ("height of its smallest labels, px", "label", "{:.1f}"),
        ("ops of its largest closed group", "opened", "{:,.0f}"),
        ("opening that, ms", "open", "{:.0f}"),
        ("… of it in the window's thread, ms", "open in window", "{:.0f}"),
        ("a frame that shows all, ms", "fit", "{:.0f}"),
        ("frame while panning, p50, ms", "pan p50", "{:.1f}"),
        ("frame while panning, p95, ms", "pan p95", "{:.1f}"),
        ("first search, ms", "first search", "{:.0f}"),
        ("later searches, slowest of five, ms", "search", "{:.0f}"),
        ("memory per op in the window, bytes", "bytes", "memory"),
    ]
    lines = ["| |" + "|".join(name.replace("_", " ") for name in columns) + "|", "|---|" + "---:|" * len(columns)]
    for title, key, form in rows:
        lines.append(f"|{title}|" + "|".join(_cell(figures, key, form) for figures in columns.values()) + "|")
    return "\n".join(lines) + "\n"


def _cell(figures: Figures, key: str, form: str) -> str:
    if key == "share":
        return form.format(figures["rest"] / figures["trace"])
    if key == "megabytes":
        return form.format(figures["frame"] / 1e6)
    if form == "s":
        return f"{figures[key] / 1000:.2f}"
    if form == "memory":
        return f"{figures[key]:,.0f}" if figures["ops"] >= _LARGE else "–"
    return form.format(figures[key])


def machine() -> str:
    """What this was measured on, and what else it was doing."""
    load = os.getloadavg()[0]
    return (
        f"Measured on {platform.machine()}, {os.cpu_count()} processors, Python {platform.python_version()}, "
        f"with a load of {load:.1f} on the machine; best of {RUNS} runs, tracing of one.\n"
    )


def main(names: Sequence[str]) -> None:
    """Measure, print, and write the document where all graphs were measured."""
    columns = {name: measure(name) for name in names}
    text = f"{machine()}\n{table(columns)}"
    print(text)
    if tuple(names) == NAMES:
        words = DOCUMENT.read_text(encoding="utf-8").partition(MARK)[0] if DOCUMENT.exists() else ""
        DOCUMENT.write_text(f"{words}{MARK}\n{text}", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:] or NAMES)

"""Functions to trace with and without the watch: the largest sample, a training step, loops of many ops."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
Case = tuple[Callable[..., Any], list[Any], bool]
"""A Python function, its arguments, and whether AutoGraph converts it."""


def _copy(path: Path, folder: Path, number: int) -> dict[str, Any]:
    """The names of a copy of a file that AutoGraph takes for a new one: it begins ``number`` lines further down."""
    copy = folder / f"{path.stem}_{number}.py"
    copy.write_text("\n" * number + path.read_text())
    return runpy.run_path(str(copy), run_name=copy.stem)


def sample(folder: Path, number: int) -> Case:
    """The largest sample: ifs, a loop with a break, an unrolled one, a helper."""
    import tensorflow as tf

    module = _copy(ROOT / "samples" / "clip_loop.py", folder, number)
    return module["clip_loop"].python_function, [tf.TensorSpec([None, 4]), 3, True], True


def _graphs(folder: Path, number: int) -> dict[str, Any]:
    return _copy(ROOT / "tests" / "benchmarks" / "eight_graphs.py", folder, number)


def transformer(folder: Path, number: int) -> Case:
    """A training step of twelve layers, 12,959 ops."""
    function, specs, _ = _graphs(folder, number)["GRAPHS"]["transformer12_training"]()
    return function, specs, True


def unrolled(folder: Path, number: int) -> Case:
    """A loop of Python that AutoGraph converts and Python unrolls, 4,687 ops."""
    function, specs, _ = _graphs(folder, number)["_unrolled"](1, 312, False)
    return function, specs, True


def left_alone(folder: Path, number: int) -> Case:
    """The same loop with AutoGraph off: its lines are watched while it runs."""
    return (*unrolled(folder, number)[:2], False)


CASES = {"sample": sample, "transformer": transformer, "unrolled": unrolled, "left alone": left_alone}

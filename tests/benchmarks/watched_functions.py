"""Functions to trace with and without the watch: the largest sample, a training step, loops of many ops."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
Case = tuple[Callable[..., Any], list[Any], bool]
"""A Python function, its arguments, and whether AutoGraph converts it."""


def sample() -> Case:
    """The largest sample: ifs, a loop with a break, an unrolled one, a helper."""
    import tensorflow as tf

    module = runpy.run_path(str(SAMPLES / "clip_loop.py"))
    return module["clip_loop"].python_function, [tf.TensorSpec([None, 4]), 3, True], True


def transformer() -> Case:
    """A training step of twelve layers, 12,959 ops."""
    from tests.benchmarks import eight_graphs

    function, specs, _ = eight_graphs.GRAPHS["transformer12_training"]()
    return function, specs, True


def unrolled() -> Case:
    """A loop of Python that AutoGraph converts and Python unrolls, 4,687 ops."""
    from tests.benchmarks import eight_graphs

    function, specs, _ = eight_graphs._unrolled(1, 312, False)
    return function, specs, True


def left_alone() -> Case:
    """The same loop with AutoGraph off: its lines are watched while it runs."""
    return (*unrolled()[:2], False)


CASES = {"sample": sample, "transformer": transformer, "unrolled": unrolled, "left alone": left_alone}

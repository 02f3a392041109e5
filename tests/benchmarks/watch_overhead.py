"""How much longer tracing takes with verdicts than without: ``python -m tests.benchmarks.watch_overhead [CASE…]``.

Each measurement is a process of its own, plain and watched in turn; its first trace, with AutoGraph's conversions, and
the quickest of the others are told apart. Processor time, so that a loaded machine tells nearly the same.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

from tests.benchmarks.watched_functions import CASES

PROCESSES, TRACES = 3, 4


def main(names: list[str]) -> None:
    """Print a row for each case."""
    print(f"{'':12} {'plain':>9} {'watched':>9} {'ratio':>6}   {'first':>9} {'watched':>9} {'ratio':>6}")
    for name in names or list(CASES):
        plain, watched = [], []
        for _ in range(PROCESSES):
            plain.append(_measured("plain", name))
            watched.append(_measured("watched", name))
        cells = []
        for key in ("again", "first"):
            before, after = (min(each[key] for each in runs) for runs in (plain, watched))
            cells.append(f"{before:8.3f}s {after:8.3f}s {after / before:6.2f}")
        print(f"{name:12} {'   '.join(cells)}", flush=True)


def _measured(how: str, name: str) -> dict[str, float]:
    command = [sys.executable, "-m", "tests.benchmarks.watch_overhead", f"--{how}", name]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def measure(how: str, name: str) -> dict[str, float]:
    """Seconds of processor time of the first trace and of the quickest of the following ones."""
    import tensorflow as tf

    trace = _watching() if how == "watched" else _plainly
    function, arguments, autograph = CASES[name]()
    seconds = []
    for _ in range(TRACES):
        begun = time.process_time()
        trace(tf.function(function, autograph=autograph), arguments)
        seconds.append(time.process_time() - begun)
    return {"first": seconds[0], "again": min(seconds[1:])}


def _plainly(function: Any, arguments: list[Any]) -> None:
    function.get_concrete_function(*arguments)


def _watching() -> Callable[[Any, list[Any]], None]:
    """A way to trace as the worker does, up to the verdicts."""
    from graphscope.worker import tensorflow_internals as internals
    from graphscope.worker.hand_staged import hand_records
    from graphscope.worker.installed_watch import installed_watch
    from graphscope.worker.statement_outcomes import StatementOutcomes

    watch = installed_watch()

    def trace(function: Any, arguments: list[Any]) -> None:
        def get() -> Any:
            return function.get_concrete_function(*arguments)

        watch.begin()
        code = function.python_function.__code__
        off = internals.own_autograph(function) is False
        concrete = watch.unconverted.run_off(get, code) if off else get()
        watch.end()
        StatementOutcomes(watch, concrete.graph, code.co_filename).records()
        hand_records([concrete.graph, *internals.reached_graphs(concrete.graph).values()], watch.vectorized)

    return trace


if __name__ == "__main__":
    if sys.argv[1:2] in (["--plain"], ["--watched"]):
        print(json.dumps(measure(sys.argv[1][2:], sys.argv[2])))
    else:
        main(sys.argv[1:])

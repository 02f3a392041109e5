"""How much longer tracing takes with verdicts than without: ``python -m tests.benchmarks.watch_overhead [CASE…]``.

A plain process and a watching one trace in turn, so that both meet the same load; the least processor time of each is
compared, as a machine that does other work only ever adds to it. A first trace, with AutoGraph's conversions, is that
of a new copy of the file. Exit 1 where one is over.
"""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.benchmarks.watched_functions import CASES

MOST = 1.15
TURNS = {"sample": 40, "transformer": 6}
Trace = Callable[[Any, list[Any]], None]


def main(names: list[str]) -> int:
    """Print a row for each case and say whether all are within bounds."""
    print(
        f"{'':12} {'first':>9} {'watched':>9} {'ratio':>6}   {'again':>9} {'watched':>9} {'ratio':>6}   at most {MOST}"
    )
    within = [_row(name) for name in names or list(CASES)]
    return 0 if all(within) else 1


def _row(name: str) -> bool:
    turns = _turns(name)
    cells, ratios = [], []
    for which in ("first", "again"):
        plain, watched = (min(turn[which] for turn in turns[how]) for how in ("plain", "watched"))
        ratios.append(watched / plain)
        cells.append(f"{plain:8.3f}s {watched:8.3f}s {ratios[-1]:6.2f}")
    print(f"{name:12} {'   '.join(cells)}   {'yes' if max(ratios) <= MOST else 'NO'}", flush=True)
    return max(ratios) <= MOST


def _turns(name: str) -> dict[str, list[dict[str, float]]]:
    command = [sys.executable, "-m", "tests.benchmarks.watch_overhead", "--serve"]
    quiet = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3"}
    running = {
        how: subprocess.Popen(
            [*command, how, name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=quiet, stderr=subprocess.DEVNULL
        )
        for how in ("plain", "watched")
    }
    found: dict[str, list[dict[str, float]]] = {how: [] for how in running}
    for turn in range(1 + TURNS.get(name, 5)):
        for how, process in running.items():
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(b"\n")
            process.stdin.flush()
            seconds = json.loads(process.stdout.readline())
            if turn:  # what TensorFlow imports at its very first trace is none of either's
                found[how].append(seconds)
    for process in running.values():
        process.communicate()
    return found


def serve(how: str, name: str) -> None:
    """Answer each line with the seconds of processor time of a first trace and of one more."""
    import tensorflow as tf

    trace = _watching() if how == "watched" else _plainly
    with tempfile.TemporaryDirectory() as folder:
        for number, _ in enumerate(sys.stdin):
            function, arguments, autograph = CASES[name](Path(folder), number)
            seconds = []
            for _ in range(2):
                gc.collect()
                begun = time.process_time()
                trace(tf.function(function, autograph=autograph), arguments)
                seconds.append(time.process_time() - begun)
            print(json.dumps({"first": seconds[0], "again": seconds[1]}), flush=True)


def _plainly(function: Any, arguments: list[Any]) -> None:
    function.get_concrete_function(*arguments)


def _watching() -> Trace:
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
    if sys.argv[1:2] == ["--serve"]:
        serve(*sys.argv[2:4])
    else:
        sys.exit(main(sys.argv[1:]))

"""What every pass of Grappler changed, against the plain first call: ``python -m tests.benchmarks.grappler_passes``.

``python -m tests.benchmarks.grappler_passes ResNet50`` takes that model of Keras instead of MobileNetV2.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from graphscope.launch.blocking_worker import BlockingWorker
from graphscope.launch.grappler_environment import grappler_environment
from graphscope.model.from_protocol import grappler_run
from graphscope.protocol import messages as m

MODULE = Path(__file__).with_name("keras_steps.py")
ROOM = "float32[2, 64, 64, 3], int32[2]"
ASKED = 3.0
"""How many times as long as the plain first call the whole pipeline may take."""
_PLAIN = """
import sys, time
import tensorflow as tf
from tests.benchmarks.keras_steps import training_step
step = training_step(sys.argv[1])
x, y = tf.random.normal([2, 64, 64, 3]), tf.constant([3, 7])
start = time.perf_counter()
float(step(x, y))
print(time.perf_counter() - start)
"""


def plain(name: str) -> float:
    """Seconds of the first call of the step in a process of its own, without anything of ours."""
    command = (sys.executable, "-c", _PLAIN, name)
    return float(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)


def captured(name: str) -> tuple[float, float, int, int]:
    """Seconds until all passes are a model, those until the first dump is read; how many passes, and how many known."""
    reading: list[float] = []
    with BlockingWorker((sys.executable,), grappler_environment()) as worker:
        worker.ask(m.OpenModule(0, str(MODULE)))
        worker.ask(m.ChooseFunction(0, f"training_step({name!r})"))
        start = time.perf_counter()
        request = m.RunGrappler(0, ROOM, inputs="tf.random.normal([2, 64, 64, 3]), tf.constant([3, 7])")
        reply, _ = worker.ask(
            request, on_progress=lambda told: reading.append(time.perf_counter()) if told.total else None
        )
        assert isinstance(reply, m.GrapplerDone)
        run = grappler_run(reply.grappler)
        seconds = time.perf_counter() - start
    assert run.error is None, run.error
    known = sum(each.change is not None for each in run.passes)
    return seconds, reading[0] - start, len(run.passes), known


def main(names: Sequence[str]) -> None:
    """Print a line for each model."""
    for name in names:
        first = plain(name)
        seconds, ran, passes, known = captured(name)
        print(
            f"{name}: plain first call {first:.1f} s; traced, run and dumped {ran:.1f} s, all read {seconds:.1f} s: "
            f"{seconds / first:.2f} times, {ASKED:g} asked; {known} of {passes} passes known",
            flush=True,
        )


if __name__ == "__main__":
    main(sys.argv[1:] or ("MobileNetV2",))

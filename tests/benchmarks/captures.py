"""Measures how fast captures are read and written: run ``python -m tests.benchmarks.captures [FILE.gscope …]``."""

from __future__ import annotations

import dataclasses
import random
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from graphscope.capture.capture import Capture, CapturedSignature
from graphscope.capture.read_capture import read_capture
from graphscope.capture.write_capture import capture_bytes
from graphscope.model.op_graph import Constant, Frame, OpGraph
from graphscope.model.trace import ConcreteFunction, Trace
from tests.capture.captures import filled

ROUNDS = 5
SIZE = 100_000


def made_up(size: int) -> Capture:
    """A capture of one graph of that size, less regular than real ones are."""
    chance = random.Random(1)
    specs = (("float32[]",), ("float32[?, 4]",), ("int32[]", "float32[4]"))
    stacks = tuple((Frame("a.py", line, "f"), Frame("b.py", line % 7, "g")) for line in range(400))
    graph = OpGraph(
        function="made_up",
        names=tuple(f"step_{number // 1000}/layer_{number // 50}/op_{number}" for number in range(size)),
        op_types=tuple(f"Op{chance.randrange(40)}" for _ in range(size)),
        inputs=tuple(
            (max(0, n - chance.randrange(1, 9)), 0, max(0, n - chance.randrange(300)), 0) for n in range(size)
        ),
        control_inputs=tuple((n - 5,) if n % 50 == 49 else () for n in range(size)),
        outputs=tuple(specs[chance.randrange(3)] for _ in range(size)),
        attributes=tuple({"T": "float32", "n": chance.randrange(100)} for _ in range(size)),
        devices=("",) * size,
        stacks=tuple(stacks[n * 400 // size] for n in range(size)),
        constants={n: Constant("float32", (), str(chance.random()), True) for n in range(0, size, 8)},
    )
    trace = Trace("x", "traced", concrete=ConcreteFunction(graph))
    return dataclasses.replace(filled(), signatures=(CapturedSignature("x", trace),))


def best(work: Callable[[], object]) -> tuple[float, float]:
    """The shortest of some rounds: seconds on the clock, and seconds of the processor."""
    clock, processor = [], []
    for _ in range(ROUNDS):
        started, worked = time.perf_counter(), time.process_time()
        work()
        clock.append(time.perf_counter() - started)
        processor.append(time.process_time() - worked)
    return min(clock), min(processor)


def measure(file: Path) -> str:
    """One row of the table."""
    capture = read_capture(str(file))
    ops = sum(
        len(graph)
        for signature in capture.signatures
        if (concrete := signature.trace.concrete) is not None
        for graph in (concrete.graph, *concrete.functions.values())
    )
    read, written = best(lambda: read_capture(str(file))), best(lambda: capture_bytes(capture))
    times = "".join(f"{each:9.3f}" for each in (*read, *written))
    return f"{file.name:32}{ops:9,}{file.stat().st_size / 1000:10,.0f}{times}"


def main(files: Sequence[str]) -> None:
    """Print the table."""
    print(f"{'':32}{'ops':>9}{'kB':>10}{'read':>9}{'(cpu)':>9}{'written':>9}{'(cpu)':>9}")
    if files:
        for file in files:
            print(measure(Path(file)))
        return
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "made_up.gscope"
        file.write_bytes(capture_bytes(made_up(SIZE)))
        print(measure(file))


if __name__ == "__main__":
    main(sys.argv[1:])

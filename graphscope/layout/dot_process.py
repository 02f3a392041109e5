"""DotProcess: the process that runs Graphviz, started when first needed, killed when its time is up or on cancel."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from graphscope.layout.level import Level, LevelPlacement, Way, framed
from graphscope.layout.snap import snapped

_START = 10.0
"""Seconds that the process may take to come up, on top of any budget."""
_COMMAND = (sys.executable, "-m", "graphscope.layout.dot_worker")


class DotProcess:
    """Places levels by dot within a budget. Safe to use from several threads; one level is placed at a time.

    A level that dot cannot do, a process that dies and a budget that runs out are all told by None; ``problem`` then
    says why. The process is started anew at the next call.
    """

    def __init__(self, command: Sequence[str] = _COMMAND) -> None:
        self._command = tuple(command)
        self._one_at_a_time = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._reader: threading.Thread | None = None
        self._lines: queue.Queue[str] = queue.Queue()
        self._closed = False
        self.problem = ""

    @property
    def process_id(self) -> int | None:
        """The number of the running process, None where there is none."""
        process = self._process
        return process.pid if process is not None and process.poll() is None else None

    def place(self, level: Level, budget: float = 1.5) -> LevelPlacement | None:
        """The level as dot draws it, or None. Blocks for no longer than the budget and the process's start."""
        with self._one_at_a_time:
            self.problem = ""
            if self._closed or not self._ready():
                self.problem = self.problem or "the layout process is closed"
                return None
            reply = self._asked(level, budget)
            if reply is None or "error" in reply:
                self.problem = self.problem or (reply and reply["error"]) or "dot gave no answer"
                return None
            return _placement(level, reply)

    def cancel(self) -> None:
        """End what is being placed now; its place() returns None at once. The next one starts a new process."""
        process = self._process
        if process is not None and process.poll() is None:
            process.kill()

    def close(self) -> None:
        """End the process for good."""
        self._closed = True
        self.cancel()
        with self._one_at_a_time:
            self._end()

    def _ready(self) -> bool:
        if self.process_id is not None:
            return True
        self._end()
        root = str(Path(__file__).resolve().parents[2])
        paths = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH", "")]))
        try:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
                env={**os.environ, "PYTHONPATH": paths},
            )
        except OSError as error:
            self.problem = f"the layout process could not be started: {error}"
            return False
        self._lines = queue.Queue()
        self._reader = threading.Thread(target=_read, args=(self._process, self._lines), name="dot", daemon=True)
        self._reader.start()
        return self._line(_START) is not None

    def _asked(self, level: Level, budget: float) -> dict[str, Any] | None:
        request = {"sizes": level.sizes, "links": level.links, "direction": level.direction}
        process = self._process
        if process is None or process.stdin is None:
            return None
        try:
            process.stdin.write(json.dumps(request) + "\n")
            process.stdin.flush()
        except OSError:
            self.problem = "the layout process ended"
            self._end()
            return None
        line = self._line(budget)
        return None if line is None else json.loads(line)

    def _line(self, seconds: float) -> str | None:
        """The next line that the process writes; where none comes in time, or it ends, it is killed and None told."""
        started = time.monotonic()
        try:
            line = self._lines.get(timeout=max(0.0, seconds))
        except queue.Empty:
            self.problem = f"dot was not done after {time.monotonic() - started:.1f} s"
            line = ""
        if line:
            return line
        self.problem = self.problem or "the layout process ended"
        self._end()
        return None

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        if process.poll() is None:
            process.kill()
        process.wait()
        if self._reader is not None:
            self._reader.join()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                try:
                    stream.close()
                except BrokenPipeError:
                    # A request that the dead process never read is still in the buffer.
                    pass


def _read(process: subprocess.Popen[str], lines: queue.Queue[str]) -> None:
    """Queue every line of the process, and an empty one at its end."""
    assert process.stdout is not None
    for line in process.stdout:
        lines.put(line)
    lines.put("")


def _placement(level: Level, reply: dict[str, Any]) -> LevelPlacement:
    corners = [(x, y) for x, y in reply["corners"]]
    ways = [
        snapped(
            Way(tuple((x, y) for x, y in points), curved=True),
            *((corners[end], level.sizes[end]) for end in (source, target)),
        )
        for points, (source, target, _) in zip(reply["ways"], level.links, strict=True)
    ]
    return framed(corners, ways, level, "dot")

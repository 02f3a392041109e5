"""Every way a worker can end, from what is known of it to the sentence for the user."""

from __future__ import annotations

import dataclasses
import errno
import re
from typing import Any

import pytest

from graphscope.launch.ending import Ending
from graphscope.launch.verdict import Evidence, could_not_start, verdict
from graphscope.protocol import messages as m
from graphscope.protocol.bundle import OLD_PYTHON
from graphscope.protocol.records import ErrorRecord

OPEN = m.OpenModule(1, "/home/me/train.py")
TRACE = m.TraceSignature(3, 0, "float32[2]")
READY = Evidence(("python",), ready=True)
STARTING = Evidence(("python",), asked=m.Hello(m.PROTOCOL, "word"))
RUN = m.RunGrappler(4, "float32[2]")
AT_PASS = "\nGrappler was at the pass {}\n"
DOCKER = ("docker", "exec", "-i", "box", "python")

ABORT = """\
Epoch 1
F0000 00:00:1.5 7 topology.cc:90] Check failed: axis < rank (3 vs. 2)
Fatal Python error: Aborted

Current thread 0x1 (most recent call first):
  File "/venv/lib/python3.11/site-packages/tensorflow/python/grappler.py", line 40 in optimize
  File "/home/me/train.py", line 12 in step
  File "/app/graphscope/worker/serve.py", line 66 in work
"""


def refused(kind: str, message: str) -> m.Failed:
    """A worker's no to Hello."""
    return m.Failed(0, ErrorRecord(kind, message, advice="Run: pip"), 4)


@pytest.mark.parametrize(
    ("evidence", "changes", "ending", "sentence"),
    [
        (STARTING, {"return_code": 1, "output": "x: SyntaxError: bad"}, Ending.TOO_OLD, "its Python is older than 3.9"),
        (STARTING, {"return_code": 1, "output": f"{OLD_PYTHON}, this is 3.8.1\n"}, Ending.TOO_OLD, "this is 3.8.1"),
        (STARTING, {"return_code": 127, "output": "sh: pyton: not found"}, Ending.NOT_FOUND, "sh: pyton: not found"),
        (STARTING, {"return_code": 0}, Ending.NOT_PYTHON, "python is not a Python .*it ended with status 0"),
        (STARTING, {"return_code": 255, "output": "ssh: no route\n\n"}, Ending.NOT_PYTHON, "worker: ssh: no route$"),
        (STARTING, {"stopped": Ending.GARBLED, "complaint": "not a frame"}, Ending.NOT_PYTHON, "worker: not a frame$"),
        (STARTING, {"return_code": -9}, Ending.KILLED, "killed by SIGKILL while starting"),
        (
            STARTING,
            {"return_code": 4, "refused": refused("ModuleNotFoundError", "p has none")},
            Ending.NO_TENSORFLOW,
            "^p has none$",
        ),
        (STARTING, {"return_code": 4, "refused": refused("ImportError", "broken")}, Ending.NO_TENSORFLOW, "^broken$"),
        (STARTING, {"return_code": 4, "refused": refused("VersionError", "2.14")}, Ending.TOO_OLD, "^2.14$"),
        (STARTING, {"return_code": 4, "refused": refused("ProtocolError", "1, 2")}, Ending.TOO_OLD, "^1, 2$"),
        (READY, {"return_code": 3, "asked": OPEN}, Ending.EXITED_AT_IMPORT, "while it was imported, with status 3$"),
        (READY, {"return_code": 0, "asked": OPEN}, Ending.EXITED_AT_IMPORT, "with status 0$"),
        (
            READY,
            {"return_code": 1, "asked": TRACE, "output": "bye\n"},
            Ending.EXITED,
            r"status 1 while tracing float32\[2\]: bye$",
        ),
        (READY, {"return_code": 1}, Ending.EXITED, "^the worker ended by itself with status 1$"),
        (
            READY,
            {"return_code": -9, "asked": OPEN},
            Ending.KILLED,
            "^the worker was killed by SIGKILL while opening train.py$",
        ),
        (READY, {"return_code": -15}, Ending.KILLED, "^the worker was killed by SIGTERM$"),
        (READY, {"return_code": 143, "prefix": DOCKER}, Ending.KILLED, "by SIGTERM"),
        (READY, {"return_code": 143, "asked": TRACE}, Ending.EXITED, "status 143"),
        (READY, {"return_code": 255, "prefix": DOCKER}, Ending.EXITED, "status 255"),
        (
            READY,
            {"return_code": -9, "oom_kills": 1, "asked": TRACE},
            Ending.OUT_OF_MEMORY,
            "out of memory while tracing",
        ),
        (
            READY,
            {"return_code": 137, "prefix": DOCKER, "asked": TRACE},
            Ending.OUT_OF_MEMORY,
            "out of memory while tracing",
        ),
        (
            READY,
            {"return_code": -9, "output": "MemoryError: no\n"},
            Ending.OUT_OF_MEMORY,
            "^the worker ran out of memory$",
        ),
        (READY, {"return_code": -6, "output": "what(): std::bad_alloc\n"}, Ending.OUT_OF_MEMORY, "out of memory"),
        (READY, {"return_code": -15, "oom_kills": 1}, Ending.KILLED, "by SIGTERM"),
        (
            READY,
            {"return_code": -6, "asked": OPEN, "output": ABORT},
            Ending.ABORTED,
            r"while opening train.py \(train.py, line 12\): Check failed: axis < rank \(3 vs. 2\) \(topology.cc:90\)$",
        ),
        (
            READY,
            {"return_code": -11, "asked": TRACE, "output": "hi\n"},
            Ending.ABORTED,
            r"tracing float32\[2\]: SIGSEGV$",
        ),
        (READY, {"return_code": 134, "prefix": DOCKER}, Ending.ABORTED, "SIGABRT"),
        (
            READY,
            {"return_code": -6, "asked": RUN, "output": ABORT + AT_PASS.format("remapper")},
            Ending.ABORTED,
            r"running the function for Grappler, at its pass remapper \(train.py, line 12\): Check failed",
        ),
        (
            READY,
            {"return_code": -11, "asked": RUN, "output": AT_PASS.format("after remapper")},
            Ending.ABORTED,
            "at its pass after remapper: SIGSEGV$",
        ),
        (
            READY,
            {"return_code": -6, "asked": RUN, "output": ABORT.replace("topology", "auto_parallel")},
            Ending.ABORTED,
            "at its pass auto_parallel ",
        ),
        (
            READY,
            {"return_code": -6, "asked": RUN, "output": ABORT},
            Ending.ABORTED,
            r"for Grappler \(train.py, line 12",
        ),
        (
            READY,
            {"return_code": 4, "stopped": Ending.GARBLED, "complaint": "odd", "asked": OPEN},
            Ending.GARBLED,
            "train.py: odd$",
        ),
        (
            READY,
            {"return_code": -15, "stopped": Ending.CANCELLED, "asked": OPEN},
            Ending.CANCELLED,
            "^cancelled while opening train.py$",
        ),
        (
            READY,
            {"return_code": -9, "stopped": Ending.TIMED_OUT, "asked": OPEN},
            Ending.TIMED_OUT,
            "too long while opening",
        ),
        (READY, {"return_code": 0, "stopped": Ending.CLOSED}, Ending.CLOSED, "^the worker was closed$"),
    ],
)
def test_that_an_end_is_told(evidence: Evidence, changes: dict[str, Any], ending: Ending, sentence: str) -> None:
    found = verdict(dataclasses.replace(evidence, **changes))
    assert found.ending is ending
    assert re.search(sentence, found.sentence), found.sentence


@pytest.mark.parametrize(
    ("error", "ending", "sentence"),
    [
        (
            FileNotFoundError(errno.ENOENT, "No such file", "py"),
            Ending.NOT_FOUND,
            "there is no interpreter or command py",
        ),
        (
            FileNotFoundError(errno.ENOENT, "No such file", "/gone"),
            Ending.NOT_FOUND,
            "the working folder /gone does not exist",
        ),
        (
            PermissionError(errno.EACCES, "Permission denied", "py"),
            Ending.NOT_PYTHON,
            "py is not a Python .*: permission denied",
        ),
        (OSError(errno.ENOEXEC, "Exec format error", "py"), Ending.NOT_PYTHON, "exec format error"),
    ],
)
def test_that_a_process_that_cannot_be_started_is_told(error: OSError, ending: Ending, sentence: str) -> None:
    found = could_not_start(("py",), error)
    assert found.ending is ending
    assert re.search(sentence, found.sentence), found.sentence


@pytest.mark.parametrize("ending", Ending, ids=lambda ending: ending.name)
def test_that_every_ending_has_one_sentence_and_advice(ending: Ending) -> None:
    for subject, detail in (("", ""), ("while tracing", ""), ("while tracing", "Check failed")):
        sentence = ending.sentence(subject, detail)
        assert "{" not in sentence
        assert sentence == sentence.strip(" ,:")
        assert "  " not in sentence
    assert bool(ending.advice) == (ending not in (Ending.CANCELLED, Ending.CLOSED))

"""Finds out how a worker ended from what is known of it, as a pure function; nothing is asked of the system here."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Sequence
from dataclasses import dataclass

from graphscope.launch.ending import Ending
from graphscope.launch.steps import step_name
from graphscope.protocol import messages as m
from graphscope.protocol.bundle import OLD_PYTHON
from graphscope.protocol.optimizer_options import SINGLE_PASSES

_CRASHES = {signal.SIGABRT, signal.SIGSEGV, signal.SIGBUS, signal.SIGILL, signal.SIGFPE, signal.SIGTRAP}
_MEMORY = re.compile(r"MemoryError|std::bad_alloc|Cannot allocate memory|[Oo]ut of memory|oom-kill|OOM when allocating")
# Our own files are all that has been read by then: syntax they cannot have wrong, a Python can be too old for.
_OLD_SYNTAX = "SyntaxError"
_FATAL = "Fatal Python error: "
_FRAME = re.compile(r'^  File "(?P<file>[^"<]+)", line (?P<line>\d+)')
_GIVING_UP = re.compile(r"Check failed|CHECK failed|terminate called|what\(\):|[Aa]ssertion|^F\d{4} |\bFATAL\b")
_AT_PASS = re.compile(r"^Grappler was at the pass (?P<told>(?:after )?[\w.-]+)$", re.MULTILINE)
# A pass can give up as it is made, before the log tells of it.
_LOGGED = re.compile(r"^(?:[\d-]+ [\d:.]+: )?[EF](?:\d{4})? .*?(?P<place>[\w.]+:\d+)\] (?P<words>.*)$")
"""When a line was logged, and by which thread, is no matter to who reads it."""
_PASS_FILE = re.compile(r"\b(?P<pass>\w+)\.(?:cc|h):\d+\] .*Check failed")
_NOT_USERS = re.compile(r"/(site|dist)-packages/|/lib/python3|/graphscope/worker/")
_QUOTE_LIMIT = 300


@dataclass(frozen=True)
class Evidence:
    """What is known when a worker has ended."""

    prefix: Sequence[str]
    return_code: int | None = None
    """Of the process; minus the signal, as subprocess has it. None where none was started."""
    output: str = ""
    """The last things it printed."""
    asked: m.Request | None = None
    """The request it was working on."""
    ready: bool = False
    refused: m.Failed | None = None
    """Its answer to Hello, where that was no."""
    stopped: Ending | None = None
    """Why we ourselves ended it."""
    complaint: str = ""
    """Why it could not be started, or what was wrong with its last frame."""
    oom_kills: int = 0
    """How many processes the kernel killed for memory while it ran."""


@dataclass(frozen=True)
class Verdict:
    """How a worker ended, told."""

    ending: Ending
    sentence: str
    advice: str


def verdict(evidence: Evidence) -> Verdict:
    """How the worker ended, in one sentence and with advice."""
    if evidence.stopped in (Ending.CANCELLED, Ending.CLOSED, Ending.TIMED_OUT):
        return _told(evidence.stopped, _when(evidence))
    if evidence.refused is not None:
        error = evidence.refused.error
        ending = Ending.TOO_OLD if error.type in ("VersionError", "ProtocolError") else Ending.NO_TENSORFLOW
        return Verdict(ending, error.message, error.advice or ending.advice)
    if evidence.stopped is not None:
        ending = Ending.GARBLED if evidence.ready else Ending.NOT_PYTHON
        return _told(ending, _when(evidence) if evidence.ready else _command(evidence), evidence.complaint)
    if not evidence.ready:
        return _never_ready(evidence)
    return _after_ready(evidence)


def could_not_start(prefix: Sequence[str], error: OSError) -> Verdict:
    """The verdict where not even a process came about."""
    command = prefix[0] if prefix else ""
    if isinstance(error, (FileNotFoundError, NotADirectoryError)) and error.filename not in (None, command):
        return Verdict(
            Ending.NOT_FOUND, f"the working folder {error.filename} does not exist", "Choose a folder that exists."
        )
    if isinstance(error, FileNotFoundError):
        return _told(Ending.NOT_FOUND, command)
    return _told(Ending.NOT_PYTHON, command, (error.strerror or str(error)).lower())


def signal_of(return_code: int | None, prefix: Sequence[str]) -> signal.Signals | None:
    """The signal that ended a process. Containers, shells and schedulers tell of one as 128 + its number."""
    if return_code is None:
        return None
    number = -return_code if return_code < 0 else return_code - 128 if return_code > 128 else 0
    told_by_another = return_code > 128 and len(prefix) == 1 and number != signal.SIGKILL
    try:
        return None if number <= 0 or told_by_another else signal.Signals(number)
    except ValueError:
        return None


def _never_ready(evidence: Evidence) -> Verdict:
    command, last = _command(evidence), _last_line(evidence.output)
    if OLD_PYTHON in evidence.output or _OLD_SYNTAX in last:
        return _told(Ending.TOO_OLD, command, last if OLD_PYTHON in last else "its Python is older than 3.9")
    if evidence.return_code == 127:
        return _told(Ending.NOT_FOUND, command, last)
    if signal_of(evidence.return_code, evidence.prefix) is not None:
        return _after_ready(evidence)
    return _told(Ending.NOT_PYTHON, command, last or f"it ended with status {evidence.return_code} and no word")


def _after_ready(evidence: Evidence) -> Verdict:
    when, by = f"{_when(evidence)}{_at_pass(evidence)}", signal_of(evidence.return_code, evidence.prefix)
    native, _, python = evidence.output.partition(_FATAL)
    memory = _MEMORY.search(evidence.output)
    if by is not None and (memory or (by == signal.SIGKILL and (evidence.oom_kills or evidence.return_code == 137))):
        return _told(Ending.OUT_OF_MEMORY, when)
    if by in _CRASHES:
        place = _users_line(python)
        return _told(Ending.ABORTED, f"{when} ({place})" if place else when, _native_reason(native) or by.name)
    if by is not None:
        return _told(Ending.KILLED, f"by {by.name} {when}".strip())
    status = f"with status {evidence.return_code}"
    if isinstance(evidence.asked, m.OpenModule):
        return _told(Ending.EXITED_AT_IMPORT, status)
    return _told(Ending.EXITED, f"{status} {when}".strip(), _last_line(evidence.output))


def _told(ending: Ending, subject: str, detail: str = "") -> Verdict:
    return Verdict(ending, ending.sentence(subject, detail), ending.advice)


def _command(evidence: Evidence) -> str:
    return " ".join(evidence.prefix)


def _when(evidence: Evidence) -> str:
    name = step_name(evidence.asked)
    return f"while {name}" if name else ""


def _at_pass(evidence: Evidence) -> str:
    """``, at its pass remapper``, where one was at work and the request has not named it; '' otherwise."""
    if not isinstance(evidence.asked, m.RunGrappler) or evidence.asked.only:
        return ""
    told, file = _AT_PASS.search(evidence.output), _PASS_FILE.search(evidence.output)
    if told is not None:
        return f", at its pass {told['told']}"
    known = file is not None and file["pass"] in SINGLE_PASSES
    return f", at its pass {file['pass']}" if file is not None and known else ""


def _last_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1][:_QUOTE_LIMIT] if lines else ""


def _native_reason(text: str) -> str:
    """The last line in which native code says why it gives up, such as a failed C++ CHECK; '' where there is none."""
    lines = [line.strip() for line in text.splitlines() if _GIVING_UP.search(line)]
    logged = _LOGGED.match(lines[-1]) if lines else None
    return (f"{logged['words']} ({logged['place']})" if logged is not None else "".join(lines[-1:]))[:_QUOTE_LIMIT]


def _users_line(stack: str) -> str:
    """``train.py, line 7``: the innermost line of the user's in the stack that faulthandler printed."""
    for line in stack.splitlines():
        match = _FRAME.match(line)
        if match and not _NOT_USERS.search(match["file"]):
            return f"{os.path.basename(match['file'])}, line {match['line']}"
    return ""

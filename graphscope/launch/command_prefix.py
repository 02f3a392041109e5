"""From the text of ``--python`` to the command that starts a worker; nothing is started here."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from graphscope.errors import UsageError, WorkerError
from graphscope.launch.ending import Ending
from graphscope.protocol.bundle import BOOTSTRAP, packed, worker_sources

_PACKAGE = Path(__file__).resolve().parent.parent


def parse_prefix(text: str | None) -> tuple[str, ...]:
    """The words of a command prefix, the first one found on the PATH. Raises UsageError or WorkerError.

    None or blank means the running interpreter. A path that exists is one word, spaces and all; the folder of a
    virtual environment stands for its interpreter.
    """
    if text is None or not text.strip():
        return (sys.executable,)
    words = _words(text.strip())
    found = shutil.which(words[0])
    if found is None:
        if os.path.isfile(words[0]):
            raise WorkerError(
                Ending.NOT_PYTHON.sentence(words[0], "it is not executable"), advice=Ending.NOT_PYTHON.advice
            )
        raise WorkerError(Ending.NOT_FOUND.sentence(words[0]), advice=Ending.NOT_FOUND.advice)
    # Absolute, since the worker may be started in another folder; never resolved, since a virtual environment's
    # interpreter is a link, and is what it is by where the link lies.
    return (os.path.abspath(found), *words[1:])


def worker_command(prefix: Sequence[str]) -> tuple[list[str], bytes]:
    """The command line of a worker, and the bytes to send before the first frame.

    An interpreter alone finds the worker's files on this disk. Behind a longer prefix there may be another host,
    so the files are sent.
    """
    if len(prefix) == 1:
        return [prefix[0], "-u", str(_PACKAGE / "worker" / "__main__.py")], b""
    over_a_remote_shell = any(os.path.basename(word) == "ssh" for word in prefix)
    script = shlex.quote(BOOTSTRAP) if over_a_remote_shell else BOOTSTRAP
    return [*prefix, "-u", "-c", script], packed(worker_sources(str(_PACKAGE)))


def _words(text: str) -> list[str]:
    whole = os.path.expanduser(text)
    if os.path.isfile(whole):
        return [whole]
    in_environment = os.path.join(whole, "bin", "python")
    if os.path.isdir(whole) and os.path.isfile(in_environment):
        return [in_environment]
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise UsageError(
            f"the command {text!r} cannot be read: {str(error).lower()}",
            advice="Put words that hold spaces in quotes, and close each quote.",
        ) from error
    if not words or not words[0]:
        raise UsageError(f"the command {text!r} is empty", advice="Name an interpreter, such as python3.")
    return [os.path.expanduser(words[0]), *words[1:]]

"""The entry point: turns every end of a run into an exit code, and every fault of the user's into one line."""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Sequence

from graphscope.command_line.console import Console
from graphscope.command_line.run import run
from graphscope.errors import GraphscopeError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run Graphscope with ``arguments`` (those of the process where None); the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = run(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
    except GraphscopeError as error:
        Console().tell(error)
        return error.exit_code
    except KeyboardInterrupt:
        Console().tell(GraphscopeError("interrupted"))
        return 128 + signal.SIGINT
    except BrokenPipeError:
        # Whoever read our output has gone; the interpreter would complain about it when it flushes at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 128 + signal.SIGPIPE
    return code


if __name__ == "__main__":
    sys.exit(main())

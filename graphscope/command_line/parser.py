"""The command line's grammar: from words to what is asked; nothing is opened, started or written here."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, NoReturn

from graphscope import __version__
from graphscope.capture.capture import SUFFIX, is_capture
from graphscope.command_line import option_values
from graphscope.command_line.optimiser_options import add_grappler, add_xla, check_optimisers
from graphscope.command_line.requests import (
    Asked,
    FunctionsAsked,
    GrapplerWish,
    Target,
    TraceAsked,
    WindowAsked,
    WorkerSettings,
)
from graphscope.errors import UsageError
from graphscope.export.look import THEMES

LATER = ("record", "diff", "check")
"""Subcommands of the contract that this version does not have."""
_COMMANDS = ("functions", "trace", *LATER)
_TAKE_ANY_TEXT = ("--signature", "--grappler-option", "--grappler-input", "--python", "--function")


class _Parser(argparse.ArgumentParser):
    """An ArgumentParser that raises UsageError, so that a fault is told in one line like any other."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(message, advice=f"See {self.prog} --help.")


def parse(words: Sequence[str]) -> Asked:
    """What ``words`` (without the program's name) ask for. Raises UsageError; ``--help`` raises SystemExit(0)."""
    own, script_arguments = _split(words)
    command = own[0] if own and own[0] in _COMMANDS else ""
    if command in LATER:
        raise UsageError(
            f"this version does not have `graphscope {command}` yet",
            advice=f"Use `graphscope trace`; a file of that name is opened as ./{command}.",
        )
    if command == "functions":
        return _functions(_functions_parser().parse_args(_joined(own[1:])), script_arguments)
    if command == "trace":
        return _trace(_trace_parser().parse_args(_joined(own[1:])), script_arguments)
    return _window(_window_parser().parse_args(_joined(own)), script_arguments)


def _split(words: Sequence[str]) -> tuple[list[str], tuple[str, ...]]:
    """Graphscope's own words, and what follows the first ``--``, which is the script's."""
    if "--" not in words:
        return list(words), ()
    cut = list(words).index("--")
    return list(words[:cut]), tuple(words[cut + 1 :])


def _joined(words: list[str]) -> list[str]:
    """The words with ``--signature TEXT`` as one, since argparse takes a text such as ``-x, 2`` for an option."""
    joined: list[str] = []
    rest = iter(words)
    for word in rest:
        following = next(rest, None) if word in _TAKE_ANY_TEXT else None
        if following is None:
            joined.append(word)
        elif following.startswith("--"):
            joined += [word, following]
        else:
            joined.append(f"{word}={following}")
    return joined


# ---- the three grammars ---------------------------------------------------------------------------------------------


def _window_parser() -> _Parser:
    parser = _Parser(
        prog="graphscope",
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="See what tf.function made of your Python. Opens the window; `graphscope functions --help` and\n"
        "`graphscope trace --help` tell of the commands that run without one.",
        epilog="Arguments of the opened script follow --. A file named like a command is opened as ./trace.",
    )
    parser.add_argument("--version", action="version", version=f"graphscope {__version__}")
    parser.add_argument("path", nargs="?", metavar="PATH", help=f"{_PATH}, or a {SUFFIX} capture")
    _add_function(parser, required=False)
    parser.add_argument("--screenshot", metavar="FILE.png", help="draw the whole window into a file, and exit")
    parser.add_argument("--size", type=option_values.size, metavar="WxH", help="size of the window, such as 1600x1000")
    parser.add_argument(
        "--view",
        action="append",
        default=[],
        type=option_values.view,
        metavar="LETTER=VIEW",
        help="what a pane shows: traced, before or after (Grappler; the function is run for it), "
        "pass:N (after its N-th pass), hlo or hlo-optimised",
    )
    parser.add_argument(
        "--select",
        type=option_values.select,
        metavar="line:N|op:NAME",
        help="choose a line of the function's file, or an op, with what answers it in source, code and graphs",
    )
    parser.add_argument("--theme", choices=THEMES, help="colours of the window")
    _add_worker(parser)
    return parser


def _functions_parser() -> _Parser:
    parser = _Parser(
        prog="graphscope functions",
        allow_abbrev=False,
        description="Lists the tf.functions, methods, Keras models and plain functions of a module.",
    )
    parser.add_argument("path", metavar="PATH", help=_PATH)
    parser.add_argument("--json", metavar="FILE", help="write them as JSON; - is standard output")
    _add_worker(parser)
    return parser


def _trace_parser() -> _Parser:
    parser = _Parser(
        prog="graphscope trace",
        allow_abbrev=False,
        description="Traces a function for each signature, in the order given, on one tf.function object.",
        epilog="Exit codes: 0 done, 1 something failed to trace (the report is written), 2 wrong use, 3 the module "
        "could not be opened, 4 no worker.",
    )
    parser.add_argument("path", metavar="PATH", help=_PATH)
    _add_function(parser, required=True)
    add_grappler(parser)
    add_xla(parser)
    _add_explicit(parser)
    parser.add_argument("--export", action="append", default=[], metavar="FILE", help="write the graphs, by suffix")
    parser.add_argument("--json", metavar="FILE", help="write the report as JSON; - is standard output")
    parser.add_argument(
        "--save", metavar=f"FILE{SUFFIX}", help="write a capture, which the window opens without module or TensorFlow"
    )
    _add_worker(parser)
    return parser


_PATH = "a .py file, a dotted module, a package folder or a notebook"


def _add_function(parser: _Parser, *, required: bool) -> None:
    parser.add_argument("--function", required=required, default="", metavar="F", help="such as double or Net().step")
    parser.add_argument(
        "--signature",
        action="append",
        default=[],
        metavar="S",
        help="an argument list, such as 'float32[None, 4], training=True'; repeat it for more traces",
    )
    parser.add_argument("--no-autograph", action="store_true", help="wrap a plain function with autograph=False")
    parser.add_argument("--jit-compile", action="store_true", help="wrap a plain function with jit_compile=True")
    parser.add_argument("--reduce-retracing", action="store_true", help="wrap it with reduce_retracing=True")


def _add_explicit(parser: _Parser) -> None:
    parser.add_argument(
        "--explicit", action="store_true", help="add the function written out with tf.cond and jax.lax.cond to --json"
    )


def _add_worker(parser: _Parser) -> None:
    parser.add_argument("--python", metavar="PREFIX", help="the interpreter that has TensorFlow, or a command for one")
    parser.add_argument("--timeout", type=option_values.seconds, metavar="SECONDS", help="how long a step may take")


# ---- from parsed words to what is asked -----------------------------------------------------------------------------


def _window(parsed: Any, script_arguments: tuple[str, ...]) -> WindowAsked:
    if parsed.path is None and (parsed.function or parsed.signature or script_arguments):
        raise UsageError("no module is named", advice="Name a file: graphscope model.py --function F")
    if parsed.signature and not parsed.function:
        raise UsageError("--signature needs --function", advice="Name the function with --function F.")
    if parsed.path is None:
        target = None
    elif is_capture(parsed.path):
        target = _captured(parsed, script_arguments)
    else:
        target = _target(parsed, script_arguments)
    return WindowAsked(
        target,
        _worker(parsed),
        parsed.screenshot,
        parsed.size,
        dict(parsed.view),
        select=parsed.select,
        theme=parsed.theme,
    )


def _captured(parsed: Any, script_arguments: tuple[str, ...]) -> Target:
    if parsed.function or script_arguments:
        raise UsageError(
            f"{parsed.path} is a capture, which is not traced again",
            advice="Leave --function and script arguments out, or name the module that it was made of.",
        )
    return Target(parsed.path)


def _functions(parsed: Any, script_arguments: tuple[str, ...]) -> FunctionsAsked:
    return FunctionsAsked(Target(_path(parsed.path), script_arguments), _worker(parsed), parsed.json)


def _trace(parsed: Any, script_arguments: tuple[str, ...]) -> TraceAsked:
    if not parsed.function.strip():
        raise UsageError("--function is empty", advice="Name a function: --function double.")
    if parsed.save is not None and not is_capture(parsed.save):
        raise UsageError(f"--save {parsed.save} is no {SUFFIX} file", advice=f"Name a file that ends in {SUFFIX}.")
    check_optimisers(parsed)
    if parsed.explicit and parsed.json is None:
        raise UsageError("--explicit needs --json", advice="Add --json FILE, or --json - for standard output.")
    return TraceAsked(
        target=_target(parsed, script_arguments),
        worker=_worker(parsed),
        grappler=GrapplerWish(
            parsed.grappler, dict(parsed.grappler_option), tuple(parsed.grappler_input), parsed.grappler_only or ""
        ),
        xla=parsed.xla,
        exports=tuple(parsed.export),
        export_passes=tuple(parsed.export_pass),
        export_xla=tuple(dict.fromkeys(parsed.export_xla)),
        json=parsed.json,
        save=parsed.save,
        explicit=parsed.explicit,
    )


def _target(parsed: Any, script_arguments: tuple[str, ...]) -> Target:
    return Target(
        path=_path(parsed.path),
        script_arguments=script_arguments,
        function=parsed.function.strip(),
        signatures=tuple(parsed.signature),
        autograph=not parsed.no_autograph,
        jit_compile=parsed.jit_compile,
        reduce_retracing=parsed.reduce_retracing,
    )


def _path(path: str) -> str:
    if not path.strip():
        raise UsageError("PATH is empty", advice=f"Name {_PATH}.")
    if is_capture(path):
        raise UsageError(
            f"{path} is a capture, which is not traced again",
            advice=f"Look at it with graphscope {path}, or name {_PATH}.",
        )
    return path


def _worker(parsed: Any) -> WorkerSettings:
    return WorkerSettings(parsed.python, parsed.timeout)

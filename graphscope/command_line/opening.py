"""Starts a worker on a module and a function, as every command does it; what is then asked of it is the command's."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace

from graphscope.command_line.console import Console
from graphscope.command_line.requests import Target, WorkerSettings
from graphscope.errors import UsageError
from graphscope.launch.blocking_worker import BlockingWorker
from graphscope.launch.command_prefix import parse_prefix
from graphscope.protocol import messages as m
from graphscope.protocol.records import FoundFunction


@dataclass(frozen=True)
class Desk:
    """Who does the work and who hears of it: the worker's settings and the console."""

    settings: WorkerSettings
    console: Console

    def ask(self, worker: BlockingWorker, request: m.Request) -> tuple[m.Reply, str]:
        """The answer to ``request`` within the time a step may take; the console shows what is being done."""
        return worker.ask(request, self.settings.timeout, self._show)

    def _show(self, progress: m.Progress) -> None:
        share = f" {progress.done} of {progress.total}" if progress.total else ""
        self.console.progress(f"{progress.text}{share} …")

    @contextmanager
    def started(self, environment: Mapping[str, str] | None = None) -> Iterator[BlockingWorker]:
        """A worker that is ready. Raises WorkerError."""
        prefix = parse_prefix(self.settings.python)
        self.console.progress("starting TensorFlow …")
        with BlockingWorker(prefix, environment) as worker:
            yield worker


def open_module(desk: Desk, worker: BlockingWorker, target: Target) -> tuple[m.ModuleOpened, str]:
    """Open the target's module; with what it printed. Raises ModuleError."""
    reply, output = desk.ask(worker, m.OpenModule(0, target.path, target.script_arguments))
    assert isinstance(reply, m.ModuleOpened)
    return reply, output


def choose_function(desk: Desk, worker: BlockingWorker, target: Target) -> m.FunctionChosen:
    """Choose the target's function in the open module. Raises ModuleError or UsageError."""
    request = m.ChooseFunction(0, target.function, target.autograph, target.jit_compile, target.reduce_retracing)
    reply, _ = desk.ask(worker, request)
    assert isinstance(reply, m.FunctionChosen)
    return reply


def with_signatures(target: Target, opened: m.ModuleOpened, chosen: m.FunctionChosen) -> Target:
    """The target with its signatures; where none were given, those the module or the function itself suggests."""
    return target if target.signatures else replace(target, signatures=_suggested(target.function, opened, chosen))


def _suggested(function: str, opened: m.ModuleOpened, chosen: m.FunctionChosen) -> tuple[str, ...]:
    found = _found(function, opened.functions)
    if found is not None and found.suggestions:
        return found.suggestions
    if chosen.input_signature is not None:
        return (chosen.input_signature,)
    if _can_be_called_without_arguments(chosen.parameters):
        return ("",)
    raise UsageError(
        f"{function}{chosen.parameters} needs a signature, and its module suggests none",
        file=chosen.file,
        line=chosen.line,
        advice="Give --signature, such as --signature 'float32[None, 4]', once for each call to trace.",
    )


def _found(function: str, functions: tuple[FoundFunction, ...]) -> FoundFunction | None:
    named = [each for each in functions if each.expression == function]
    return named[0] if named else None


def _can_be_called_without_arguments(parameters: str) -> bool:
    if parameters.strip() in ("", "()"):
        return True
    try:
        (function,) = ast.parse(f"def f{parameters}: ...").body
    except SyntaxError:  # a default whose repr is no Python
        return False
    assert isinstance(function, ast.FunctionDef)
    arguments = function.args
    positional = len(arguments.posonlyargs) + len(arguments.args)
    return positional == len(arguments.defaults) and None not in arguments.kw_defaults

"""`graphscope functions`: what in a module can be traced, as a table or as JSON."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator

from graphscope import __version__
from graphscope.command_line.console import Console
from graphscope.command_line.opening import Desk, open_module
from graphscope.command_line.requests import FunctionsAsked
from graphscope.command_line.saying import say_opened
from graphscope.export.source_place import in_sentence, place_fields
from graphscope.export.written_file import check_target, write_text
from graphscope.protocol import messages as m
from graphscope.protocol.records import FoundFunction


def functions(asked: FunctionsAsked) -> int:
    """List the functions; the exit code."""
    console = Console(quiet=asked.json == "-")
    if asked.json not in (None, "-"):
        check_target(asked.json)
    desk = Desk(asked.worker, console)
    with desk.started() as worker:
        ready = worker.ready
        opened, output = open_module(desk, worker, asked.target)
    assert ready is not None
    if asked.json is None:
        say_opened(console, opened, output)
        console.say("\n".join(_table(opened)))
        return 0
    text = json.dumps(_fields(ready, opened), ensure_ascii=False, indent=2) + "\n"
    if asked.json == "-":
        console.report(text)
    else:
        write_text(asked.json, text)
    return 0


def _table(opened: m.ModuleOpened) -> Iterator[str]:
    if not opened.functions:
        yield f"There is no function in {in_sentence(opened.file, None)}."
        return
    rows = [
        (each.kind, f"{each.expression}{each.parameters}", in_sentence(each.file, each.line) if each.file else "")
        for each in opened.functions
    ]
    kind, call = (max(len(row[column]) for row in rows) for column in range(2))
    for row in rows:
        yield f"{row[0].ljust(kind)}  {row[1].ljust(min(call, 60))}  {row[2]}".rstrip()


def _fields(ready: m.Ready, opened: m.ModuleOpened) -> dict[str, object]:
    return {
        "graphscope": __version__,
        "tensorflow": ready.tensorflow,
        "python": ready.python,
        "module": {"name": opened.name, "file": opened.file},
        "functions": [_function(each) for each in opened.functions],
        "warnings": list(opened.warnings),
    }


def _function(found: FoundFunction) -> dict[str, object]:
    fields = dataclasses.asdict(found)
    return {**fields, **place_fields(found.file, found.line), "suggestions": list(found.suggestions)}

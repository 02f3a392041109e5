"""Traces functions of a module under tests/worker/modules in this process, with the worker's own handlers."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from graphscope.protocol.messages import ChooseFunction, ModuleOpened, OpenModule, TraceSignature
from graphscope.protocol.records import TraceRecord
from graphscope.worker.desk import Desk

MODULES = Path(__file__).parent / "modules"


def traces(path: Path, function: str, *signatures: str, **options: Any) -> list[TraceRecord]:
    """The traces of one function, through the worker's desk, in order."""
    desk = Desk(lambda text, done, total: None)
    opened = desk.answer(OpenModule(1, str(path)))
    assert isinstance(opened, ModuleOpened)
    desk.answer(ChooseFunction(1, function, **options))
    return [desk.answer(TraceSignature(1, number, text)).trace for number, text in enumerate(signatures)]


def expected_outcomes(path: Path) -> dict[int, set[tuple[str, str, frozenset[str]]]]:
    """Line → (statement, outcome, op types that must be among those told) of each ``#:`` comment in a module."""
    found: dict[int, set[tuple[str, str, frozenset[str]]]] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        _, comment, text = line.partition("#: ")
        for statement, outcome, ops in re.findall(r"([\w-]+)=([\w-]+)(?::([\w,]+))?", text if comment else ""):
            types = frozenset(ops.split(",")) if ops else frozenset()
            found.setdefault(number, set()).add((statement.replace("-", " "), outcome.replace("-", " "), types))
    return found


def knows_named_expressions() -> bool:
    """Whether this TensorFlow's AutoGraph converts ``:=``: 2.15 does, later ones fail at it."""
    from tensorflow.python.autograph.pyct import cfg

    return not hasattr(cfg.AstToCfg, "visit_NamedExpr")

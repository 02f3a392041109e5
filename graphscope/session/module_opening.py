"""The module that is open, as far as it is known, and the function chosen in it; who opens it is the worker."""

from __future__ import annotations

import os
import tokenize
from collections.abc import Mapping
from dataclasses import dataclass, field

from graphscope.model.trace import UserError
from graphscope.protocol.records import FoundFunction, SourceText

PLAIN = "function"
"""The kind of a plain Python function."""


@dataclass(frozen=True)
class FunctionOptions:
    """How a plain function is wrapped in tf.function."""

    autograph: bool = True
    jit_compile: bool = False
    reduce_retracing: bool = False


@dataclass(frozen=True)
class OpenedModule:
    """What was asked to be opened, and what came of it. ``stamps`` tell when each source was last written."""

    path: str
    arguments: tuple[str, ...] = ()
    file: str = ""
    name: str = ""
    functions: tuple[FoundFunction, ...] = ()
    warnings: tuple[str, ...] = ()
    error: UserError | None = None
    exit_code: int = 0
    stamps: Mapping[str, float] = field(default_factory=dict)

    @property
    def is_open(self) -> bool:
        """Whether the worker opened it."""
        return bool(self.file)

    def changed_files(self) -> tuple[str, ...]:
        """The sources that were written since they were read; a file that is gone, or elsewhere, is not among them."""
        return tuple(file for file, stamp in self.stamps.items() if file_stamp(file) not in (stamp, 0.0))

    @property
    def name_shown(self) -> str:
        """A short name for the tree: the file's, or the dotted one."""
        return os.path.basename(self.file or self.path.rstrip("/")) or self.path

    def function(self, expression: str) -> FoundFunction | None:
        """The function of that expression, where it was found by itself."""
        return next((each for each in self.functions if each.expression == expression), None)

    def first_function(self) -> FoundFunction | None:
        """The function to begin with: one with suggested signatures, else a tf.function, else none."""
        for wanted in (lambda each: each.suggestions, lambda each: each.kind != PLAIN):
            found = next(filter(wanted, self.functions), None)
            if found is not None:
                return found
        return None


@dataclass(frozen=True)
class ChosenFunction:
    """The function that signatures are traced on."""

    expression: str
    options: FunctionOptions = FunctionOptions()
    name: str = ""
    kind: str = ""
    file: str | None = None
    line: int | None = None
    parameters: str = ""
    error: UserError | None = None
    exit_code: int = 0


@dataclass
class SourceTexts:
    """The text of each source file as Python read it."""

    texts: dict[str, str] = field(default_factory=dict)

    def add(self, sources: tuple[SourceText, ...]) -> None:
        """Take in what a worker sent."""
        self.texts.update((each.file, each.text) for each in sources)

    def read_here(self, file: str | None) -> None:
        """Read a file of this machine that no worker sent, such as one that did not compile; none there is fine."""
        if file and file not in self.texts and os.path.isfile(file):
            try:
                with tokenize.open(file) as stream:
                    self.texts[file] = stream.read()
            except (OSError, SyntaxError, ValueError):
                return

    def line_on_disk(self, file: str | None, number: int | None) -> str:
        """One line as it is on this machine's disk now, stripped; '' where it cannot be read."""
        there = SourceTexts()
        there.read_here(file)
        return there.line(file, number)

    def lines(self, file: str | None) -> list[str]:
        """The lines of a file, none where its text isn't known."""
        return self.texts.get(file or "", "").splitlines()

    def line(self, file: str | None, number: int | None) -> str:
        """One line, stripped; '' where it isn't known."""
        lines = self.lines(file)
        return lines[number - 1].strip() if number and 0 < number <= len(lines) else ""


def file_stamp(path: str) -> float:
    """When the file was last written; 0 where there is none."""
    try:
        return os.stat(path.partition("#cell=")[0]).st_mtime
    except OSError:
        return 0.0


def stamps_of(file: str, sources: tuple[SourceText, ...]) -> dict[str, float]:
    """When the module's file and those of its helpers were last written."""
    files = dict.fromkeys([file, *(each.file.partition("#cell=")[0] for each in sources)])
    return {each: file_stamp(each) for each in files}


def offered_signatures(function: FoundFunction) -> tuple[str, ...]:
    """What to begin with: the module's suggestions, else the function's own input_signature."""
    if function.suggestions:
        return function.suggestions
    if function.input_signature is not None:
        return (function.input_signature,)
    return ("",) if parameter_count(function.parameters) == 0 else ()


def parameter_count(parameters: str) -> int:
    """How many parameters ``(x, steps, training)`` names, ``self`` left out."""
    names = [each.strip() for each in parameters.strip("()").split(",")]
    return len([each for each in names if each and each not in ("self", "/", "*")])


def by_owner(functions: tuple[FoundFunction, ...]) -> Mapping[str, list[FoundFunction]]:
    """The functions by where they hang, in the order they were found."""
    found: dict[str, list[FoundFunction]] = {}
    for each in functions:
        found.setdefault(each.owner, []).append(each)
    return found

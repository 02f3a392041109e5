"""Dialect: what a library must be able to spell (conditionals, loops, logic on tensors); not what is staged."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from graphscope.explicit_form.code import assign


@dataclass(frozen=True)
class Loop:
    """A staged loop, ready to be spelled: ``test`` and ``body`` speak of ``names``, which start as ``starts``."""

    names: Sequence[str]
    starts: Sequence[ast.expr]
    test: ast.expr
    body: list[ast.stmt]
    results: Sequence[str]
    """What is kept of the names afterwards; ``_`` for one that is not."""
    body_name: str = "loop_body"
    test_name: str = "loop_test"
    limit: ast.expr | None = None
    """The end of a loop that only counts up by one from its first name's start."""
    undefined: Sequence[int] = ()
    """Places of names that have no value before the first round."""
    options: dict[str, ast.expr] = field(default_factory=dict)

    @property
    def kept(self) -> list[str]:
        """The results; none where nothing is kept."""
        return kept_of(self.results)

    def starts_with(self, nothing: ast.expr) -> list[ast.expr]:
        """The starts, with ``nothing`` for names that have no value."""
        return [nothing if place in self.undefined else each for place, each in enumerate(self.starts)]


@dataclass(frozen=True)
class DatasetLoop:
    """A staged loop over a Dataset: ``body`` makes the next values of ``names`` of them and of ``element``."""

    names: Sequence[str]
    element: str
    dataset: ast.expr
    body: list[ast.stmt]
    results: Sequence[str]
    body_name: str
    breaking: tuple[str, str] | None = None
    """Names for a round after a break and for the rounds until then; the flag is the last of ``names``."""

    @property
    def kept(self) -> list[str]:
        """The results; none where nothing is kept."""
        return kept_of(self.results)


class Dialect(Protocol):
    """A library's words."""

    name: str
    imports: str
    builtins: Mapping[str, str]
    """Python's functions that only AutoGraph can call with a tensor → what to write; ``{}`` is the first argument."""

    def cond(self, test: ast.expr, then: ast.expr, otherwise: ast.expr) -> ast.expr:
        """A conditional; both ways take no argument."""

    def tensor(self, value: ast.expr) -> ast.expr:
        """A Python value as a tensor."""

    def logical(self, word: str, *values: ast.expr) -> ast.expr:
        """``and``, ``or``, ``not`` of tensors whose values are all at hand."""

    def cast(self, value: ast.expr, dtype: ast.expr) -> ast.expr:
        """The value in another type."""

    def start(self, start: ast.expr, limit: ast.expr) -> ast.expr:
        """What counting to ``limit`` starts from, in its type."""

    def length(self, value: ast.expr) -> ast.expr:
        """The first dimension."""

    def numbers(self, arguments: Sequence[ast.expr]) -> ast.expr:
        """A range as a tensor."""

    def loop(self, loop: Loop) -> list[ast.stmt]:
        """The loop's functions and the call."""

    def dataset_loop(self, loop: DatasetLoop) -> list[ast.stmt]:
        """The same of a loop over a Dataset."""


def kept_of(results: Sequence[str]) -> list[str]:
    """The results, or none where all of them are ``_``."""
    return list(results) if any(each != "_" for each in results) else []


def first_values(loop: Loop, values: Sequence[ast.expr]) -> list[ast.stmt]:
    """Assigns each name that has no value before the loop the one of ``values`` that is its own."""
    places = zip(loop.undefined, values, strict=True)
    return [assign([loop.names[place]], value) for place, value in places]

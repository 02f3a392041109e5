"""Scope and Writer: what the writers of branches and loops are told and can ask for; they write, this does not."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from graphscope.explicit_form.dialect import Dialect
from graphscope.explicit_form.expressions import Expressions
from graphscope.explicit_form.flow import Jumps, bound, live_before
from graphscope.explicit_form.names import Names


@dataclass(frozen=True)
class Scope:
    """What holds around a block: names live after it, names that may have a value, whether the function ends there."""

    after: frozenset[str] = frozenset()
    defined: frozenset[str] = frozenset()
    tail: bool = False
    jumps: Jumps = field(default_factory=Jumps)

    def of_each(self, block: Sequence[ast.stmt]) -> list[Scope]:
        """The scope of each statement of ``block``."""
        if not block:
            return []
        live = [set(self.after)]
        for node in reversed(block[1:]):
            live.append(live_before([node], live[-1], self.jumps))
        made: list[Scope] = []
        defined = self.defined
        for place, (node, after) in enumerate(zip(block, reversed(live), strict=True)):
            tail = self.tail and place == len(block) - 1
            made.append(replace(self, after=frozenset(after), defined=defined, tail=tail))
            defined = defined | bound([node]).keys()
        return made

    def of_round(self, head: Iterable[str], names: Iterable[str]) -> Scope:
        """The scope of a staged loop's body: ``head`` is live after a round, ``names`` have values in it."""
        return Scope(frozenset(head), self.defined | set(names))


class Writer(Protocol):
    """Writes blocks of one function in one dialect."""

    dialect: Dialect
    names: Names
    expressions: Expressions

    def block(self, statements: Sequence[ast.stmt], scope: Scope) -> list[ast.stmt]:
        """``statements``, written out."""

"""Renamed ops: which op a name was made of by a Grappler pass, read from the prefixes and endings that passes write."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator

_PREFIX = re.compile(r"(?P<scope>(?:.*/)?)(?:\w+Optimizer|ConstantFolding\w*|\w+Rewrite\w*)/(?P<rest>.*)")
_ENDING = re.compile(
    r"(?:_const_axis$|/unary_ops_composition$|-matshapes-\d+$|"
    r"-\d+-|-folded|-Layout|-Transpose|_fused|_Fused|/_fused|_bn_|_recip).*$"
)
_AXIS = re.compile(r"_\d+_const_axis$")


def original_name(name: str, known: Container[str]) -> str | None:
    """The op among ``known`` that the name was made of, the longest that fits; None where none does."""
    return next((each for each in _candidates(name) if each != name and each in known), None)


def _candidates(name: str) -> Iterator[str]:
    scoped = _PREFIX.match(name)
    if scoped is not None:
        pieces = scoped["rest"].split("_")
        for start in range(len(pieces)):
            rest = "_".join(pieces[start:])
            yield scoped["scope"] + rest
            yield scoped["scope"] + _ENDING.sub("", rest)
            yield scoped["scope"] + _AXIS.sub("", rest)
    yield _ENDING.sub("", name)
    head, _, tail = name.rpartition("/")
    # Numbered for uniqueness: mul/_5__cf__5, cond/Merge/_12.
    if head and tail.startswith("_"):
        yield head

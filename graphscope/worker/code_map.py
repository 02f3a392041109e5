"""CodeMap: a dict keyed by code objects that tells two of the same text apart by their files, as Python does not.

Code objects are equal when their text, name and line are, whatever files they come from: two modules with the same
helper, or two loops that AutoGraph generated alike, would be taken for one.
"""

from __future__ import annotations

import types
from typing import Dict, Iterator, MutableMapping, Tuple, TypeVar

Value = TypeVar("Value")


class CodeMap(MutableMapping[types.CodeType, Value]):
    """A mutable mapping from code objects, by file and text."""

    def __init__(self) -> None:
        self._values: Dict[Tuple[str, types.CodeType], Value] = {}

    def __getitem__(self, code: types.CodeType) -> Value:
        return self._values[code.co_filename, code]

    def __setitem__(self, code: types.CodeType, value: Value) -> None:
        self._values[code.co_filename, code] = value

    def __delitem__(self, code: types.CodeType) -> None:
        del self._values[code.co_filename, code]

    def __iter__(self) -> Iterator[types.CodeType]:
        return (code for _, code in self._values)

    def __len__(self) -> int:
        return len(self._values)

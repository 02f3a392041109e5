"""A place where the user's own code runs: whatever it raises, SystemExit included, comes out as one of our errors."""

from __future__ import annotations

import contextlib
import re
from types import TracebackType
from typing import Callable, Optional, Type

from graphscope.errors import GraphscopeError

_LONGEST = 1500
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")


class UserCode:
    """``with UserCode(told): …`` raises ``told(error)`` in place of any ``error`` that is not Graphscope's own."""

    def __init__(self, told: Callable[[BaseException], GraphscopeError]) -> None:
        self._told = told

    def __enter__(self) -> None:
        """Begin."""

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        """Raise our error in place of the user's."""
        if error is not None and not isinstance(error, GraphscopeError):
            raise self._told(error) from error


def words_of(error: BaseException) -> str:
    """What ``error`` says of itself, without the colours that Keras writes in; '' where it cannot be asked."""
    words = ""
    with contextlib.suppress(Exception):  # a __str__ of the user's may raise anything
        words = str(error)
    return _COLOURS.sub("", words).strip()


def in_one_line(error: BaseException) -> str:
    """The type and the words of ``error`` as Python ends a traceback, cut where they are endless."""
    words = re.sub(r"\s*\n\s*", " ", words_of(error))
    text = f"{type(error).__name__}: {words}" if words else type(error).__name__
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"

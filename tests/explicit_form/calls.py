"""What a module of functions notes of each: the signature it is traced for, and the calls it is compared on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


class Calls(dict[str, tuple[str, tuple[Any, ...]]]):
    """Function name → signature and argument lists."""

    def note(self, signature: str, *arguments: Any) -> Callable[[Function], Function]:
        """Decorate a function with both."""

        def noted(function: Function) -> Function:
            self[function.__name__] = (signature, arguments)
            return function

        return noted

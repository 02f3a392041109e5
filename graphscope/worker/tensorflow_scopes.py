"""The scope that AutoGraph opens whenever a function it converted is run; the same on 2.15 and 2.21."""

from __future__ import annotations

from typing import Any, Callable


def patch_scopes(wrap: Callable[[Callable[..., Any]], Callable[..., Any]]) -> None:
    """Wrap what is called on entering it: from the generated function itself, or from TensorFlow for a lambda."""
    from tensorflow.python.autograph.core import function_wrappers

    scope = function_wrappers.FunctionScope
    scope.__enter__ = wrap(scope.__enter__)

"""Reads a signature, an argument list in the notation of the command line, into arguments; it traces nothing."""

from __future__ import annotations

from typing import Any, Dict, Tuple

from graphscope.worker.evaluate_expression import evaluate
from graphscope.worker.expression_names import HIDDEN
from graphscope.worker.expression_syntax import parsed

Arguments = Tuple[Tuple[Any, ...], Dict[str, Any]]


def read_signature(text: str, namespace: Dict[str, Any]) -> Arguments:
    """Positional and keyword arguments of the signature ``text``, evaluated in ``namespace``. Raises UsageError."""
    tree = parsed(text, "signature", before=f"{HIDDEN}.arguments")
    arguments: Arguments = evaluate(tree, namespace, text)
    return arguments

"""Grappler's options: set while a block runs, and what is wrong with those that cannot be."""

from __future__ import annotations

import difflib
from contextlib import contextmanager
from typing import Any, Dict, Iterator, Mapping, Optional, Tuple

from graphscope.protocol.optimizer_options import OPTIMIZER_OPTIONS
from graphscope.protocol.records import ErrorRecord

_WORDS = {"true": True, "on": True, "1": True, "false": False, "off": False, "0": False}
_NUMBER = "min_graph_nodes"


Options = Dict[str, Any]


def checked_options(options: Mapping[str, Any]) -> Tuple[Options, Optional[ErrorRecord]]:
    """The options as values, or what is wrong with them."""
    values: Options = {}
    for name, value in options.items():
        if name not in OPTIMIZER_OPTIONS:
            near = difflib.get_close_matches(name, OPTIMIZER_OPTIONS, 1)
            hint = f"Did you mean {near[0]}? " if near else ""
            return {}, _wrong(
                f"Grappler has no option {name!r}", f"{hint}There are: {', '.join(sorted(OPTIMIZER_OPTIONS))}."
            )
        values[name] = _number(value) if name == _NUMBER else _switch(value)
        if values[name] is None:
            kind = "a whole number" if name == _NUMBER else "True or False"
            return {}, _wrong(f"{name}={value} is not {kind}", f"Write {name}={'-1' if name == _NUMBER else 'False'}.")
    return values, None


@contextmanager
def options_set(values: Options) -> Iterator[None]:
    """Have Grappler heed ``values`` in this block, on top of what the user's module has set."""
    import tensorflow as tf

    before = tf.config.optimizer.get_experimental_options()
    tf.config.optimizer.set_experimental_options(values)
    try:
        yield
    finally:
        tf.config.optimizer.set_experimental_options({name: before.get(name) for name in values})


def _switch(value: Any) -> Optional[bool]:
    return value if isinstance(value, bool) else _WORDS.get(str(value).strip().lower())


def _number(value: Any) -> Optional[int]:
    if isinstance(value, bool):
        return None
    try:
        return int(str(value).strip())
    except ValueError:
        return None


def _wrong(message: str, advice: str) -> ErrorRecord:
    return ErrorRecord("ValueError", message, advice=advice)

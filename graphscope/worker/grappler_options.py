"""Sets options of Grappler for this process, and says what is wrong with those that cannot be set."""

from __future__ import annotations

import difflib
from typing import Any, Dict, Mapping, Optional

from graphscope.protocol.records import ErrorRecord
from graphscope.worker import tensorflow_optimizers as optimizers

_WORDS = {"true": True, "on": True, "1": True, "false": False, "off": False, "0": False}
_NUMBER = "min_graph_nodes"


def set_options(options: Mapping[str, Any]) -> Optional[ErrorRecord]:
    """Set all of ``options``; what is wrong with them, in which case none was set, or None."""
    import tensorflow as tf

    values: Dict[str, Any] = {}
    for name, value in options.items():
        if name not in optimizers.OPTIONS:
            near = difflib.get_close_matches(name, optimizers.OPTIONS, 1)
            hint = f"Did you mean {near[0]}? " if near else ""
            return _wrong(
                f"Grappler has no option {name!r}", f"{hint}There are: {', '.join(sorted(optimizers.OPTIONS))}."
            )
        values[name] = _number(value) if name == _NUMBER else _switch(value)
        if values[name] is None:
            kind = "a whole number" if name == _NUMBER else "True or False"
            return _wrong(f"{name}={value} is not {kind}", f"Write {name}={'-1' if name == _NUMBER else 'False'}.")
    tf.config.optimizer.set_experimental_options(values)
    return None


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

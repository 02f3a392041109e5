"""Grappler's options: set while a block runs, and what is wrong with those that cannot be."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Any, Dict, Iterator, Mapping, Optional, Tuple

from graphscope.errors import UsageError
from graphscope.protocol.optimizer_options import OPTIMIZER_OPTIONS, option_value
from graphscope.protocol.records import ErrorRecord
from graphscope.worker import tensorflow_rewriter as rewriter

Options = Dict[str, Any]


def checked_options(options: Mapping[str, Any]) -> Tuple[Options, Optional[ErrorRecord]]:
    """The options as values, or what is wrong with them."""
    try:
        return {name: option_value(name, value) for name, value in options.items()}, None
    except UsageError as error:
        return {}, ErrorRecord("ValueError", error.message, advice=error.advice)


@contextmanager
def options_set(values: Options) -> Iterator[None]:
    """Have Grappler heed ``values`` in this block, on top of what the user's module has set."""
    import tensorflow as tf

    own = {name: value for name, value in values.items() if OPTIMIZER_OPTIONS[name].own}
    public = {name: value for name, value in values.items() if name not in own}
    before = tf.config.optimizer.get_experimental_options()
    tf.config.optimizer.set_experimental_options(public)
    rewriter.set_fields(own)
    try:
        yield
    finally:
        rewriter.forget_fields()
        tf.config.optimizer.set_experimental_options({name: before.get(name) for name in public})

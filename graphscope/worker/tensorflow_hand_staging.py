"""The private TensorFlow names by which a call that stages by hand (``tf.cond``, ``tf.map_fn``) is known on a stack."""

from __future__ import annotations

import os
from typing import Any, Callable

_CALLS = {
    ("cond.py", "cond_for_tf_v2"): "tf.cond",
    ("cond.py", "cond"): "tf.cond",
    ("while_loop.py", "while_loop_v2"): "tf.while_loop",
    ("while_loop.py", "while_loop"): "tf.while_loop",
    ("control_flow_case.py", "case_v2"): "tf.case",
    ("control_flow_case.py", "case"): "tf.case",
    ("control_flow_switch_case.py", "switch_case"): "tf.switch_case",
    ("map_fn.py", "map_fn_v2"): "tf.map_fn",
    ("map_fn.py", "map_fn"): "tf.map_fn",
    ("functional_ops.py", "scan_v2"): "tf.scan",
    ("functional_ops.py", "scan"): "tf.scan",
    ("functional_ops.py", "foldl_v2"): "tf.foldl",
    ("functional_ops.py", "foldl"): "tf.foldl",
    ("functional_ops.py", "foldr_v2"): "tf.foldr",
    ("functional_ops.py", "foldr"): "tf.foldr",
    ("control_flow_ops.py", "vectorized_map"): "tf.vectorized_map",
}
_ON_THE_WAY = ("util/traceback_utils.py", "util/dispatch.py", "util/deprecation.py", "autograph/impl/api.py")
"""Files of TensorFlow through which every call of a public function goes."""
NEW_FUNCTION = "func_graph_from_py_func"
"""On a stack: from here on it is the inside of a branch or a body."""


def staging_call(file: str, function: str) -> str:
    """The public name of the function of that name in a file of TensorFlow, '' where it does not stage."""
    return _CALLS.get((os.path.basename(file), function), "")


def is_on_the_way(file: str) -> bool:
    """Whether a frame of ``file`` stands between a user's line and whatever of TensorFlow it calls."""
    return file.replace(os.sep, "/").endswith(_ON_THE_WAY)


def current_stack() -> Any:
    """The running stack, generated code read back to the user's."""
    from tensorflow.python.util import tf_stack

    return tf_stack.extract_stack()


def patch_vectorizing(wrap: Callable[[Any], Any]) -> None:
    """Wrap what ``tf.vectorized_map`` calls, since it leaves no op of its own in a graph. Once per process."""
    from tensorflow.python.ops.parallel_for import control_flow_ops

    control_flow_ops.pfor = wrap(control_flow_ops.pfor)

"""The steps of TensorFlow's in which ops are made and joined, from values at hand; the same on 2.15 and 2.21."""

from __future__ import annotations

from typing import Any, Callable, List


def patch_op_making(wrap: Callable[[Callable[..., Any]], Callable[..., Any]]) -> None:
    """Wrap ``_apply_op_helper(op_type, name, **values)``, which every generated op goes through while tracing.

    So is what follows when a graph's ops are all there: control dependencies are added among them.
    """
    from tensorflow.python.framework import auto_control_deps, op_def_library

    op_def_library._apply_op_helper = wrap(op_def_library._apply_op_helper)
    dependencies = auto_control_deps.AutomaticControlDependencies
    dependencies.__exit__ = wrap(dependencies.__exit__)


def device_functions() -> List[Any]:
    """What devices in force call for each op that is made: ``tf.compat.v1.device`` takes functions of the user's."""
    from tensorflow.python.framework import ops

    return [each.function for each in ops.get_default_graph()._device_function_stack.peek_objs()]

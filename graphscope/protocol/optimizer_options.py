"""Grappler's options: their names, what each does in one sentence, and their values read; nothing is set here."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from typing import Dict, Tuple, Union

from graphscope.errors import UsageError

Value = Union[bool, int]


@dataclass(frozen=True)
class OptimizerOption:
    """One option. ``default`` is what TensorFlow takes where nothing is said; ``values`` are empty for any number."""

    name: str
    title: str
    default: Value
    does: str
    values: Tuple[Value, ...] = (True, False)
    own: bool = False
    """Not one of tf.config.optimizer.set_experimental_options: it is set in the rewriter's configuration itself."""

    @property
    def is_switch(self) -> bool:
        """Whether it is on or off."""
        return isinstance(self.default, bool)


_Option = OptimizerOption
OPTIONS: Tuple[OptimizerOption, ...] = (
    _Option("constant_folding", "constant folding", True, "Computes now what depends on constants only."),
    _Option(
        "arithmetic_optimization",
        "arithmetic",
        True,
        "Rewrites sums, products and transposes into fewer ops. Off, common subgraphs stay as well.",
    ),
    _Option("remapping", "remapping", True, "Fuses neighbours such as MatMul, BiasAdd and Relu into one op."),
    _Option("layout_optimizer", "layout", True, "Picks the order of image dimensions that the device likes best."),
    _Option("dependency_optimization", "dependencies", True, "Drops control edges and no-ops that order nothing."),
    _Option(
        "loop_optimization", "loops", True, "Cuts branches never taken, and what loops only pile up for nobody to read."
    ),
    _Option(
        "function_optimization", "functions", True, "Specialises the functions that a graph calls, and inlines them."
    ),
    _Option("shape_optimization", "shapes", True, "Simplifies ops that only ask for shapes."),
    _Option(
        "common_subgraph_elimination", "common subgraphs", True, "Keeps one of ops that compute the same.", own=True
    ),
    _Option("memory_optimization", "memory", True, "Recomputes or swaps tensors where memory would run out.", own=True),
    _Option(
        "implementation_selector", "implementations", True, "Picks the kernel for the device, such as cuDNN for LSTM."
    ),
    _Option("use_plugin_optimizers", "plug-ins", True, "Lets passes of device plug-ins take part."),
    _Option("auto_mixed_precision", "mixed precision", False, "Computes in float16 where that is safe, on a GPU."),
    _Option(
        "auto_mixed_precision_onednn_bfloat16", "mixed precision, bfloat16", False, "The same in bfloat16, on a CPU."
    ),
    _Option("auto_mixed_precision_mkl", "mixed precision, MKL", False, "The older name of bfloat16 on a CPU."),
    _Option("pin_to_host_optimization", "pin to host", False, "Puts small integer ops on the CPU."),
    _Option("debug_stripper", "debug stripper", False, "Takes out asserts, numeric checks and prints."),
    _Option(
        "scoped_allocator_optimization", "scoped allocator", False, "Lets ops that run together share one allocation."
    ),
    _Option("disable_model_pruning", "no pruning", False, "Keeps ops that nothing needs, such as identities."),
    _Option("disable_meta_optimizer", "no Grappler at all", False, "Switches every pass off."),
    _Option("min_graph_nodes", "smallest graph", 4, "Graphs with fewer ops are left alone; -1 for none.", values=()),
    _Option(
        "meta_optimizer_iterations", "rounds", 2, "How often the whole list of passes is run.", values=(1, 2), own=True
    ),
)
OPTIMIZER_OPTIONS: Dict[str, OptimizerOption] = {option.name: option for option in OPTIONS}
"""TensorFlow itself says nothing of a name that it does not know."""
_WORDS = {"true": True, "on": True, "1": True, "false": False, "off": False, "0": False}


def option_value(name: str, value: Union[Value, float, str]) -> Value:
    """The value of an option, as given or in words. Raises UsageError with what is allowed."""
    option = OPTIMIZER_OPTIONS.get(name)
    if option is None:
        near = difflib.get_close_matches(name, OPTIMIZER_OPTIONS, 1)
        hint = f"Did you mean {near[0]}? " if near else ""
        raise UsageError(
            f"Grappler has no option {name!r}", advice=f"{hint}There are: {', '.join(sorted(OPTIMIZER_OPTIONS))}."
        )
    if option.is_switch:
        return _switch(name, value)
    number = _number(value)
    if number is None:
        raise UsageError(
            f"{name}={value} is not a whole number", advice=f"Write {name}={option.values[0] if option.values else -1}."
        )
    if option.values and number not in option.values:
        allowed = " or ".join(map(str, option.values))
        raise UsageError(f"{name}={value} is out of bounds", advice=f"It can be {allowed}.")
    return number


def _switch(name: str, value: Union[Value, float, str]) -> bool:
    known = _WORDS.get(str(value).strip().lower())
    if known is None:
        raise UsageError(f"{name}={value} is neither True nor False", advice=f"Write {name}=False.")
    return known


def _number(value: object) -> Union[int, None]:
    try:
        return None if isinstance(value, bool) else int(str(value).strip())
    except ValueError:
        return None


SINGLE_PASSES = {
    "arithmetic_optimizer": "arithmetic",
    "auto_mixed_precision": "auto_mixed_precision",
    "auto_mixed_precision_cpu": "auto_mixed_precision_cpu",
    "auto_mixed_precision_onednn_bfloat16": "auto_mixed_precision_onednn_bfloat16",
    "auto_parallel": "autoparallel",
    "common_subgraph_elimination": "common_subgraph_elimination",
    "constant_folding": "constfold",
    "debug_stripper": "debug_stripper",
    "dependency_optimizer": "dependency",
    "function_optimizer": "function",
    "layout": "layout",
    "loop_optimizer": "loop",
    "memory_optimizer": "memory",
    "model_pruner": "pruning",
    "pin_to_host_optimizer": "pin_to_host",
    "remapper": "remap",
    "scoped_allocator_optimizer": "scoped_allocator",
    "shape_optimizer": "shape",
}
"""The passes that can be run alone, by the name that the log has for them → the name to ask for them by."""

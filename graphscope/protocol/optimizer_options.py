"""The options of Grappler that may be asked for: those of tf.config.optimizer.set_experimental_options."""

from __future__ import annotations

OPTIMIZER_OPTIONS = frozenset(
    (
        "arithmetic_optimization",
        "auto_mixed_precision",
        "auto_mixed_precision_mkl",
        "auto_mixed_precision_onednn_bfloat16",
        "constant_folding",
        "debug_stripper",
        "dependency_optimization",
        "disable_meta_optimizer",
        "disable_model_pruning",
        "function_optimization",
        "implementation_selector",
        "layout_optimizer",
        "loop_optimization",
        "min_graph_nodes",
        "pin_to_host_optimization",
        "remapping",
        "scoped_allocator_optimization",
        "shape_optimization",
        "use_plugin_optimizers",
    )
)
"""The names that set_experimental_options heeds; TensorFlow itself says nothing of a name that it does not know."""

"""Has XLA compile the chosen function for one signature and counts its HLO before and after; nothing is run."""

from __future__ import annotations

from typing import Any, Callable

from graphscope.protocol.messages import CompileXla
from graphscope.protocol.records import XlaRecord
from graphscope.worker import tensorflow_internals as internals
from graphscope.worker import tensorflow_optimizers as optimizers
from graphscope.worker.describe_xla_error import xla_error_record
from graphscope.worker.hlo_counts import FUSION, counted
from graphscope.worker.make_inputs import make_inputs
from graphscope.worker.read_signature import Arguments
from graphscope.worker.tensorflow_functions import with_options
from graphscope.worker.trace_once import attempt, read_after, trace_once

_Ir = Callable[..., Any]


def compile_xla(opened: Any, chosen: Any, request: CompileXla) -> XlaRecord:
    """The HLO of ``request.signature``. Raises UsageError where it cannot be read."""
    arguments, kept = read_after(request.signature, request.earlier, opened)
    function = _jitted(chosen.function)
    traced, failure = attempt(lambda: trace_once(function, arguments))
    if failure is not None:
        return XlaRecord(error=failure)
    record, failure = attempt(lambda: _counted(_ir(function, traced.concrete, arguments)))
    del kept
    return record if failure is None else XlaRecord(error=xla_error_record(failure, traced.lines))


def _jitted(function: Any) -> Any:
    """The function without its traces, made to be compiled by XLA where it is not."""
    if getattr(function, "_jit_compile", None):
        return internals.untraced(function)
    return with_options(function, autograph=True, jit_compile=True, reduce_retracing=False)


def _ir(function: Any, concrete: Any, arguments: Arguments) -> _Ir:
    """What gives the HLO by stage: for any values of the specs, else for the values that the user wrote."""
    given = concrete.inputs[: len(concrete.inputs) - len(concrete.captured_inputs)]
    sizes_known = all(tensor.shape.is_fully_defined() for tensor in given)
    if given and not (_has_values(arguments) and sizes_known):
        return optimizers.ir_of_specs(concrete)
    # TensorFlow takes specs or values here, not both.
    values, keywords, _ = make_inputs(*arguments)
    return function.experimental_get_compiler_ir(*values, **keywords)  # type: ignore[no-any-return]


def _has_values(arguments: Arguments) -> bool:
    """Whether a tensor or a variable was written out, so that XLA may know its value while compiling."""
    import numpy as np
    import tensorflow as tf

    leaves = tf.nest.flatten(arguments, expand_composites=True)
    return any(isinstance(leaf, (tf.Tensor, tf.Variable, np.ndarray, np.generic)) for leaf in leaves)


def _counted(ir: _Ir) -> XlaRecord:
    instructions_before, ops_before = counted(optimizers.hlo_module(ir(stage="hlo_serialized")))
    instructions_after, ops_after = counted(optimizers.hlo_module(ir(stage="optimized_hlo_serialized")))
    return XlaRecord(
        instructions_before,
        ops_before,
        instructions_after,
        ops_after,
        fusions=ops_after.get(FUSION, 0),
        text_before=ir(stage="hlo"),
        text_after=ir(stage="optimized_hlo"),
    )

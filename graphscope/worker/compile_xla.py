"""Has XLA compile the chosen function for one signature and records its HLO before and after; nothing is run."""

from __future__ import annotations

import dataclasses
from typing import Any, Callable, Dict, List, Sequence, Tuple

from graphscope.protocol.messages import CompileXla
from graphscope.protocol.records import ArgumentRecord
from graphscope.protocol.xla_record import XlaRecord
from graphscope.worker import tensorflow_internals as internals
from graphscope.worker import tensorflow_optimizers as optimizers
from graphscope.worker.describe_xla_error import Compiled, xla_error_record
from graphscope.worker.function_definition import place_of
from graphscope.worker.hlo_counts import FUSION, counted
from graphscope.worker.hlo_origins import HloOrigins
from graphscope.worker.hlo_parameters import arguments_of_parameters
from graphscope.worker.make_inputs import make_inputs
from graphscope.worker.read_signature import Arguments
from graphscope.worker.record_hlo import record_hlo
from graphscope.worker.tensorflow_functions import with_options
from graphscope.worker.trace_once import Traced, attempt, read_after, trace_once

_Ir = Callable[..., Any]
Report = Callable[[str, int, int], None]
_ANY = "any values of these shapes"
_CHECKS = ("Assert", "CheckNumerics")
"""Ops that XLA has kernels for which do nothing."""
_GIVEN = "the values in the signature"


def compile_xla(opened: Any, chosen: Any, request: CompileXla, report: Report) -> XlaRecord:
    """The HLO of ``request.signature``. Raises UsageError where it cannot be read."""
    arguments, kept = read_after(request.signature, request.earlier, opened)
    own = bool(getattr(chosen.function, "_jit_compile", None))
    function = _jitted(chosen.function, own)
    traced, failure = attempt(lambda: trace_once(function, arguments))
    if failure is not None:
        return XlaRecord(error=failure, own_jit=own)
    raw: List[str] = []
    compiled, failure = attempt(lambda: _telling(raw, lambda: _compiled(function, traced, arguments, report)))
    del kept
    told = Compiled(traced.lines, place_of(chosen.function), _composites(arguments, traced.lines.arguments))
    error = None if failure is None else xla_error_record(failure, raw[0] if raw else "", told)
    record: XlaRecord = XlaRecord(error=error) if error is not None else compiled
    return dataclasses.replace(record, own_jit=own, device=optimizers.default_device())


def _telling(raw: List[str], work: Callable[[], XlaRecord]) -> XlaRecord:
    """What ``work`` gives; XLA's own words, with the nodes that they name, are kept where it refuses."""
    import tensorflow as tf

    try:
        return work()
    except (ValueError, tf.errors.OpError) as error:
        raw.append(str(error))
        raise


def _composites(arguments: Arguments, known: Sequence[ArgumentRecord]) -> Dict[str, str]:
    """Arguments that are ragged, sparse or another kind of several tensors: name → kind."""
    import tensorflow as tf

    found, place = {}, 0
    for leaf in tf.nest.flatten(arguments):
        parts = [each for each in tf.nest.flatten(leaf, expand_composites=True) if hasattr(each, "dtype")]
        kind = type(leaf).__name__
        if parts != [leaf] and "Tensor" in kind and place < len(known) and len(parts) > 1:
            found[known[place].name] = kind.partition("Tensor")[0].lower() or "composite"
        place += len(parts)
    return found


def _jitted(function: Any, own: bool) -> Any:
    """The function without its traces, made to be compiled by XLA where it is not."""
    if own:
        return internals.untraced(function)
    return with_options(function, autograph=True, jit_compile=True, reduce_retracing=False)


def _ir(function: Any, concrete: Any, arguments: Arguments) -> Tuple[_Ir, str]:
    """What gives the HLO by stage: for any values of the specs, else for the values that the user wrote."""
    given = concrete.inputs[: len(concrete.inputs) - len(concrete.captured_inputs)]
    sizes_known = all(tensor.shape.is_fully_defined() for tensor in given)
    if given and not (_has_values(arguments) and sizes_known):
        return optimizers.ir_of_specs(concrete), _ANY
    # TensorFlow takes specs or values here, not both.
    values, keywords, _ = make_inputs(*arguments)
    return function.experimental_get_compiler_ir(*values, **keywords), _GIVEN if given else ""


def _has_values(arguments: Arguments) -> bool:
    """Whether a tensor or a variable was written out, so that XLA may know its value while compiling."""
    import numpy as np
    import tensorflow as tf

    leaves = tf.nest.flatten(arguments, expand_composites=True)
    return any(isinstance(leaf, (tf.Tensor, tf.Variable, np.ndarray, np.generic)) for leaf in leaves)


def _compiled(function: Any, traced: Traced, arguments: Arguments, report: Report) -> XlaRecord:
    ir, words = _ir(function, traced.concrete, arguments)
    report("translating into HLO", 1, 4)
    module = optimizers.hlo_module(ir(stage="hlo_serialized"))
    report("optimising the HLO", 2, 4)
    optimised = optimizers.hlo_module(ir(stage="optimized_hlo_serialized"))
    report("recording the HLO", 3, 4)
    instructions_before, ops_before = counted(module)
    instructions_after, ops_after = counted(optimised)
    origins = HloOrigins(traced.lines)
    # Optimising leaves parameters as they are, and what tells them apart is there before it.
    known = arguments_of_parameters(module, traced.lines.arguments, origins)
    before, before_functions = record_hlo(module, origins, known)
    after, after_functions = record_hlo(optimised, origins, known)
    return XlaRecord(
        instructions_before,
        ops_before,
        instructions_after,
        ops_after,
        fusions=ops_after.get(FUSION, 0),
        text_before=ir(stage="hlo"),
        text_after=ir(stage="optimized_hlo"),
        before=before,
        before_functions=before_functions,
        after=after,
        after_functions=after_functions,
        inputs=words,
        left_out=traced.lines.count(_CHECKS),
    )

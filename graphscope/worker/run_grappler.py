"""Shows what Grappler makes of the chosen function; it may run it, and is for a worker that is thrown away after."""

from __future__ import annotations

import dataclasses
import difflib
import inspect
from typing import Any, Dict, Tuple

from graphscope.errors import UsageError
from graphscope.protocol.messages import RunGrappler
from graphscope.protocol.optimizer_options import SINGLE_PASSES
from graphscope.protocol.records import ErrorRecord, GrapplerRecord
from graphscope.worker import tensorflow_internals as internals
from graphscope.worker import tensorflow_optimizers as optimizers
from graphscope.worker.grappler_metadata import cut_to_first, own_graphs
from graphscope.worker.grappler_options import checked_options, options_set
from graphscope.worker.log_capture import LogCapture
from graphscope.worker.make_inputs import Inputs, make_inputs
from graphscope.worker.pass_changes import Report
from graphscope.worker.pass_dumps import PassDumps
from graphscope.worker.read_signature import Arguments, read_signature
from graphscope.worker.record_graphdef import record_graphdef
from graphscope.worker.static_grappler import static_optimized
from graphscope.worker.tensorflow_rewriter import onednn_is_on
from graphscope.worker.trace_once import Traced, attempt, read_after, trace_once
from graphscope.worker.unbound_arguments import why_unbound
from graphscope.worker.with_passes import partitions, with_passes

_GIVE_INPUTS = "Values were made from the signature: say what the function is to be called with, or choose static."
_FITTING = "Give values of the shapes and dtypes that were traced, and the same Python values."
_COMPILED = ErrorRecord(
    "NotOptimized",
    "Grappler was not asked: XLA compiles this function as a whole (jit_compile=True)",
    advice="Choose static to see what Grappler would do, or look at the HLO.",
)
_NOT_KEPT = ErrorRecord(
    "NotOptimized",
    "the function ran, but the runtime kept no graph of it from before and after Grappler",
    advice="Choose static to see what Grappler would do.",
)


def run_grappler(opened: Any, chosen: Any, request: RunGrappler, report: Report) -> GrapplerRecord:
    """The graph of ``request.signature`` before and after Grappler. Raises UsageError where it cannot be read."""
    only = _only(request)
    arguments, kept = read_after(request.signature, request.earlier, opened)
    options, wrong = checked_options(request.options)
    if wrong is not None:
        return GrapplerRecord(request.mode, error=wrong)
    dumps = PassDumps(request.disk_limit)
    with options_set(options), LogCapture() as log:
        function = internals.untraced(chosen.function)
        traced, failure = attempt(lambda: trace_once(function, arguments))
        if failure is not None:
            record = GrapplerRecord(request.mode, error=failure)
        elif request.mode == "static":
            record = _static(traced, only, dumps)
        else:
            record = _run(traced, _inputs(opened, chosen, request, arguments), request, dumps)
    del kept
    asked = {name: str(value) for name, value in options.items()}
    record = dataclasses.replace(record, options=asked, only=request.only, **_surroundings())
    try:
        return record if record.before is None else with_passes(record, traced, log.lines, dumps, report)
    finally:
        dumps.remove()


def _only(request: RunGrappler) -> str:
    """TensorFlow's name of the one pass that is to be run, '' for all. Raises UsageError."""
    if not request.only:
        return ""
    if request.mode != "static":
        raise UsageError("the runtime runs all passes; one alone is run in static mode", advice="Choose static.")
    if request.only not in SINGLE_PASSES:
        near = difflib.get_close_matches(request.only, SINGLE_PASSES, 1)
        hint = f"Did you mean {near[0]}? " if near else ""
        raise UsageError(
            f"Grappler has no pass {request.only!r} that could be run alone",
            advice=f"{hint}There are: {', '.join(SINGLE_PASSES)}.",
        )
    return SINGLE_PASSES[request.only]


def _surroundings() -> Dict[str, Any]:
    """What else the result depends on."""
    import tensorflow as tf

    return {"tensorflow": str(tf.__version__), "onednn": onednn_is_on()}


def _static(traced: Traced, only: str, dumps: PassDumps) -> GrapplerRecord:
    with dumps:
        after, failure = attempt(lambda: static_optimized(traced.concrete, traced.name, only))
    if failure is not None:
        return GrapplerRecord("static", error=failure)
    return _record(traced, "static", "", (traced.concrete.graph.as_graph_def(), after))


def _inputs(opened: Any, chosen: Any, request: RunGrappler, arguments: Arguments) -> Inputs:
    if request.inputs is not None:
        try:
            arguments = read_signature(request.inputs, opened.namespace)
        except UsageError as error:
            message = error.message.replace("is no signature", "is no list of arguments")
            raise UsageError(f"what to call the function with: {message}", advice=error.advice) from error
    return make_inputs(*_with_defaults(arguments, chosen.python_function), python_function=chosen.python_function)


def _with_defaults(arguments: Arguments, python_function: Any) -> Arguments:
    """A concrete function knows no defaults: they were constants to the trace."""
    args, kwargs = arguments
    try:
        bound = inspect.signature(python_function).bind(*args, **kwargs)
    except (TypeError, ValueError):
        return arguments
    bound.apply_defaults()
    return bound.args, bound.kwargs


def _run(traced: Traced, inputs: Inputs, request: RunGrappler, dumps: PassDumps) -> GrapplerRecord:
    """Call the function once and take the runtime's own graphs of it."""
    values, keywords, words = inputs
    advice = _GIVE_INPUTS if request.inputs is None else "Give inputs that the function can be called with."
    optimizers.metadata_on()
    with dumps:
        _, failure = attempt(lambda: optimizers.call_concrete(traced.concrete, values, keywords), advice)
    kept = optimizers.metadata_off()
    if failure is not None:
        return GrapplerRecord("run", inputs=words, error=_of_inputs(failure) if request.inputs is not None else failure)
    graphs = own_graphs(kept, [op.name for op in traced.concrete.graph.get_operations()])
    if graphs is None:
        compiled = "_XlaMustCompile" in traced.concrete.function_def.attr
        return GrapplerRecord("run", inputs=words, error=_COMPILED if compiled else _NOT_KEPT)
    cut_to_first(graphs.pre_optimization_graph)
    cut_to_first(graphs.post_optimization_graph)
    record = _record(traced, "run", words, (graphs.pre_optimization_graph, graphs.post_optimization_graph))
    return dataclasses.replace(record, partitions=partitions(graphs, traced))


def _of_inputs(failure: ErrorRecord) -> ErrorRecord:
    """Inputs that do not fit the trace are told as that, without TensorFlow's list of all that it received."""
    why = why_unbound(failure.message)
    if why is None:
        return failure
    message = f"what the function is called with does not fit the signature: {why}"
    return dataclasses.replace(failure, message=message, advice=_FITTING)


def _record(traced: Traced, mode: str, inputs: str, graphs: Tuple[Any, Any]) -> GrapplerRecord:
    before, before_functions = record_graphdef(graphs[0], traced.name, traced.lines, optimised=False)
    after, after_functions = record_graphdef(graphs[1], traced.name, traced.lines)
    device = optimizers.default_device()
    return GrapplerRecord(mode, before, before_functions, after, after_functions, inputs=inputs, device=device)

"""Every private TensorFlow name that watching, tracing and recording rest on; the same on 2.15 and 2.21."""

from __future__ import annotations

import functools
import inspect
import tempfile
import types
from typing import Any, Callable, Dict, Iterator, Optional, Tuple

Wrapper = Callable[[Callable[..., Any]], Callable[..., Any]]


def patch_operators(wrappers: Dict[str, Wrapper]) -> None:
    """Wrap AutoGraph's operators (``if_stmt``, ``and_``, …) where converted code finds them. Once per process.

    Converted code calls them through ``ag__``, which is filled from ``autograph.operators`` at the first conversion.
    """
    from tensorflow.python.autograph import operators
    from tensorflow.python.autograph.operators import conditional_expressions, control_flow, logical

    for module in (control_flow, conditional_expressions, logical):
        for name, wrap in wrappers.items():
            original = getattr(module, name, None)
            if original is not None and getattr(operators, name) is original:
                wrapped = wrap(original)
                setattr(module, name, wrapped)
                setattr(operators, name, wrapped)


def patch_conversion(resolve_entity: Wrapper, create_source_map: Wrapper, convert_actual: Wrapper) -> None:
    """Wrap the three steps of a conversion: placing nodes, mapping generated lines, handing out the new function."""
    from tensorflow.python.autograph.impl import api
    from tensorflow.python.autograph.pyct import origin_info

    origin_info.resolve_entity = resolve_entity(origin_info.resolve_entity)
    origin_info.create_source_map = create_source_map(origin_info.create_source_map)
    api._convert_actual = convert_actual(api._convert_actual)


def keep_generated_code(folder: str) -> None:
    """Have AutoGraph write the modules that it generates into ``folder``, from where they are loaded.

    It removes them from the common folder for temporary files only when Python exits in order, which a worker that is
    stopped in the user's code never does.
    """
    from tensorflow.python.autograph.pyct import loader

    named = functools.partial(tempfile.NamedTemporaryFile, dir=folder)
    loader.tempfile = types.SimpleNamespace(NamedTemporaryFile=named)


def separate_conversions() -> None:
    """Have AutoGraph convert functions of the same text once for each file, so that each keeps its own lines.

    It keeps conversions by code object, and Python takes code objects of two files for equal when their text is.
    """
    from tensorflow.python.autograph.pyct import cache

    original = cache.CodeObjectCache._get_key
    keys: Dict[Tuple[str, types.CodeType], _ConversionKey] = {}

    def get_key(self: Any, entity: Any) -> Any:
        code = original(self, entity)
        if not isinstance(code, types.CodeType):
            return code
        return keys.setdefault((code.co_filename, code), _ConversionKey())

    cache.CodeObjectCache._get_key = get_key


class _ConversionKey:
    """Stands for one code object of one file; the cache holds its keys weakly, which tuples do not allow."""


def patch_calls(converted_call: Wrapper, call_unconverted: Wrapper, fall_back: Wrapper) -> None:
    """Wrap the call that converted code makes, and the two ways in which AutoGraph calls a function as it stands."""
    from tensorflow.python.autograph.impl import api

    api.converted_call = converted_call(api.converted_call)
    api._call_unconverted = call_unconverted(api._call_unconverted)
    api._fall_back_unconverted = fall_back(api._fall_back_unconverted)


def do_not_convert_code() -> types.CodeType:
    """The code object that every function wrapped by ``do_not_convert`` has."""
    from tensorflow.python.autograph.impl import api

    def probe() -> None:
        """Never called: only its wrapper's code is wanted."""

    code: types.CodeType = api.do_not_convert(probe).__code__
    return code


def parallel_nodes(nodes: Any, code: str) -> Iterator[Tuple[Any, Any]]:
    """Pairs of (node as converted, node as parsed again from the generated ``code``)."""
    from tensorflow.python.autograph.pyct import ast_util, parser

    return ast_util.parallel_walk(nodes, parser.parse(code, preamble_len=0, single_node=False))  # type: ignore[no-any-return]


def origin(node: Any) -> Any:
    """The place in the user's source that a converted node carries (``.loc.filename/lineno/col_offset``), or None."""
    from tensorflow.python.autograph.pyct import anno

    return anno.getanno(node, anno.Basic.ORIGIN, default=None)


def move_origins(root: Any, place: Callable[[int, int], Tuple[int, int]], file: str) -> None:
    """Give every node under ``root`` the place that ``place(line, column)`` says, in ``file``."""
    import gast
    from tensorflow.python.autograph.pyct import anno

    for node in gast.walk(root):
        found = anno.getanno(node, anno.Basic.ORIGIN, default=None)
        if found is not None:
            line, column = place(node.lineno, node.col_offset)
            location = found.loc._replace(filename=file, lineno=line, col_offset=column)
            anno.setanno(node, anno.Basic.ORIGIN, found._replace(loc=location))


def is_symbolic(value: Any) -> bool:
    """Whether ``value`` is a tensor of a graph that is being traced (a composite one counts by its parts)."""
    import tensorflow as tf
    from tensorflow.python.framework import tensor_util

    if isinstance(value, tf.Variable):
        return not tf.executing_eagerly()
    if isinstance(value, (tf.RaggedTensor, tf.SparseTensor)):
        return any(is_symbolic(each) for each in tf.nest.flatten(value, expand_composites=True))
    return tensor_util.is_tf_type(value) and not hasattr(value, "_numpy")


def is_staged_iterable(value: Any) -> bool:
    """Whether a ``for`` over ``value`` is staged: a symbolic tensor, a dataset, or an iterator of one."""
    import tensorflow as tf

    if isinstance(value, (tf.data.Dataset, tf.data.Iterator)):
        return True
    return is_symbolic(value) or type(value).__name__.startswith("Distributed")


def default_graph() -> Any:
    """The graph that ops are being added to now, None while executing eagerly."""
    import tensorflow as tf
    from tensorflow.python.framework import ops

    return None if tf.executing_eagerly() else ops.get_default_graph()


def op_count(graph: Any) -> int:
    """How many ops ``graph`` has now; compare with ``ops_since``."""
    return int(graph.num_operations())


def ops_since(graph: Any, count: int) -> Any:
    """The ops added to ``graph`` since it had ``count``."""
    return graph.get_operations()[count:]


def static_shape(tensor: Any) -> Optional[Tuple[int, ...]]:
    """Dimensions of a graph's tensor, -1 where one is unknown; None without a rank. ``tensor.shape`` is slower."""
    dims, unknown = tensor._shape
    return None if unknown else tuple(dims)


def outer_graph(graph: Any) -> Any:
    """The FuncGraph in which ``graph`` was being built, or None."""
    outer = getattr(graph, "outer_graph", None)
    return outer if outer is not None and hasattr(outer, "outer_graph") else None


def graph_functions(graph: Any) -> Dict[str, Any]:
    """Name → FuncGraph of every function known to ``graph`` whose ops are at hand."""
    functions = getattr(graph, "_functions", {})
    return {str(name): each.graph for name, each in functions.items() if hasattr(each, "graph")}


def reached_graphs(graph: Any) -> Dict[str, Any]:
    """Name → FuncGraph of every function known to ``graph`` or to one of those, ``graph`` itself left out."""
    found: Dict[str, Any] = {}
    waiting = [graph]
    while waiting:
        new = {name: each for name, each in graph_functions(waiting.pop()).items() if name not in found}
        found.update(new)
        waiting.extend(new.values())
    return found


def own_autograph(function: Any) -> Optional[bool]:
    """Whether a tf.function was made with AutoGraph on; None where it cannot be told."""
    return getattr(function, "_autograph", None)


def parameters_of(concrete: Any) -> Dict[str, Any]:
    """Parameter name → trace type, the key under which the trace is cached."""
    return {name: parameter.type_constraint for name, parameter in concrete.function_type.parameters.items()}


def captures_of(graph: Any) -> Dict[int, Any]:
    """id of a placeholder → the outside tensor or variable handle it stands for."""
    found = {}
    try:
        for outside, inside in graph.captures:
            found[id(inside)] = outside
    except (AttributeError, TypeError, ValueError):
        return found
    return found


def name_of(concrete: Any) -> str:
    """The name of a concrete function, the one under which other graphs call it."""
    return str(concrete.name.decode() if isinstance(concrete.name, bytes) else concrete.name)


def untraced(function: Any) -> Any:
    """``function`` itself, or a copy without its traces where opening the module has already traced it."""
    traced = getattr(function, "_list_all_concrete_functions", None)
    if traced is None or not traced():
        return function
    return function._clone(None)


def trace_types(function: Any, arguments: Any, keywords: Any) -> Dict[str, Any]:
    """Parameter name → trace type of a call that could not be traced; {} where the call does not even bind."""
    from tensorflow.core.function import trace_type

    context = trace_type.InternalTracingContext()
    try:
        bound = inspect.signature(function.python_function).bind(*arguments, **keywords)
        return {name: trace_type.from_value(value, context) for name, value in bound.arguments.items()}
    except (TypeError, ValueError, AttributeError):
        return {}

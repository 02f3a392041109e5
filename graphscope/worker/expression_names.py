"""What the user's expressions may name beyond their module: ``tf``, ``np``, dtypes with sizes, ``ragged``, ``sparse``.

The module's own names come first. In the tree such names become attributes of one object under a hidden name in the
module, so that lambdas and comprehensions find them and the module itself gains no name that it could use by mistake.
"""

from __future__ import annotations

import ast
import builtins
import functools
import operator
from typing import Any, Dict, List, Set, Tuple

HIDDEN = "__graphscope__"
_MEANT = {"float": "float32", "int": "int32", "complex": "complex64", "str": "string"}
"""What is written in place of a dtype by those who think of Python's types."""


class NotASpec(Exception):
    """``dtype[dims]``, ``ragged`` or ``sparse`` that says nothing TensorFlow knows; the words are for the user."""


@functools.lru_cache(maxsize=None)
def dtypes() -> Dict[str, Any]:
    """Every dtype of TensorFlow's by the names it goes by."""
    import tensorflow as tf

    places = (tf, tf.dtypes, getattr(tf.dtypes, "experimental", tf.dtypes))
    return {
        name: getattr(place, name)
        for place in places
        for name in dir(place)
        if isinstance(getattr(place, name, None), tf.DType)
    }


def resolved(tree: ast.expr, namespace: Dict[str, Any]) -> ast.Expression:
    """``tree``, ready to be compiled and evaluated in ``namespace``, which is given the hidden name."""
    namespace[HIDDEN] = NOTATION
    return ast.fix_missing_locations(ast.Expression(_Resolver(tree, namespace).visit(tree)))


class _Resolver(ast.NodeTransformer):
    def __init__(self, tree: ast.expr, namespace: Dict[str, Any]) -> None:
        self._namespace = namespace
        self._bound: Set[str] = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
        self._bound |= {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and _is_stored(node)}

    def _is_free(self, name: str) -> bool:
        return name not in self._namespace and name not in self._bound

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """A name that only the notation knows."""
        if node.id == HIDDEN or not self._is_free(node.id) or hasattr(builtins, node.id):
            return node
        return _hidden(node.id) if NOTATION.knows(node.id) else node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        """``value[index]`` where the value may turn out to be a dtype."""
        if not isinstance(node.ctx, ast.Load) or not isinstance(node.value, (ast.Name, ast.Attribute)):
            return self.generic_visit(node)  # type: ignore[return-value]
        name = node.value.id if isinstance(node.value, ast.Name) else ""
        is_dtype = name in dtypes() and name not in self._bound
        value = _hidden(name) if is_dtype and self._is_free(name) else self.visit(node.value)
        index = _Slices().visit(self.visit(node.slice))
        arguments = [value, index, ast.Constant(name if is_dtype else "")]
        return ast.copy_location(ast.Call(_hidden("subscript"), arguments, []), node)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """``ragged(…)`` and ``sparse(…)``, also where the module has functions of these names."""
        if isinstance(node.func, ast.Name) and node.func.id in ("ragged", "sparse"):
            name = node.func.id
            theirs: ast.expr = ast.Constant(None) if self._is_free(name) else node.func
            node.func = ast.copy_location(ast.Call(_hidden("composite"), [ast.Constant(name), theirs], []), node.func)
            node.args = [self.visit(each) for each in node.args]
            node.keywords = [self.visit(each) for each in node.keywords]
            return node
        return self.generic_visit(node)  # type: ignore[return-value]


class _Slices(ast.NodeTransformer):
    """Turns ``1:2`` into a call, since the index is handed over as a value."""

    def visit_Slice(self, node: ast.Slice) -> ast.expr:
        """One slice."""
        parts = [part if part is not None else ast.Constant(None) for part in (node.lower, node.upper, node.step)]
        return ast.copy_location(ast.Call(_hidden("slice"), parts, []), node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        """A subscript of its own: its slices are its own."""
        return node


class Notation:
    """What stands under the hidden name."""

    slice = slice

    def knows(self, name: str) -> bool:
        """Whether ``name`` means something where the module does not define it."""
        return name in ("tf", "np", "ragged", "sparse") or name in dtypes()

    def __getattr__(self, name: str) -> Any:
        import numpy
        import tensorflow

        if name in dtypes():
            return dtypes()[name]
        if name in ("tf", "np"):
            return tensorflow if name == "tf" else numpy
        if name in ("ragged", "sparse"):
            return self.composite(name, None)
        raise AttributeError(name)

    @staticmethod
    def arguments(*args: Any, **kwargs: Any) -> Tuple[Tuple[Any, ...], Dict[str, Any]]:
        """A signature's arguments as they were given."""
        return args, kwargs

    @staticmethod
    def subscript(value: Any, index: Any, name: str) -> Any:
        """``value[index]``: a TensorSpec where ``value`` is a dtype, or nothing else that ``name`` could mean."""
        dtype = _dtype(value, name)
        if dtype is None and isinstance(value, type) and value.__name__ in _MEANT and not name:
            raise NotASpec(f"{value.__name__} is Python's, not a dtype; did you mean {_MEANT[value.__name__]}?")
        return value[index] if dtype is None else _spec(dtype, index)

    @staticmethod
    def composite(name: str, theirs: Any) -> Any:
        """What to call for ``ragged(…)`` or ``sparse(…)`` where the module has ``theirs`` (or None) of that name."""

        def call(*args: Any, **kwargs: Any) -> Any:
            import tensorflow as tf

            if callable(theirs) and not (args and isinstance(args[0], tf.TensorSpec)):
                return theirs(*args, **kwargs)
            if not args or not isinstance(args[0], tf.TensorSpec):
                raise NotASpec(f"{name}(…) needs a dtype with sizes, as in {name}(int32[None, None])")
            return (_ragged if name == "ragged" else _sparse)(*args, **kwargs)

        return call


NOTATION = Notation()


def _dtype(value: Any, name: str) -> Any:
    """The dtype that ``value[…]`` is written for, None where it is an ordinary subscript."""
    import numpy as np
    import tensorflow as tf

    if isinstance(value, tf.DType):
        return value
    if isinstance(value, np.dtype) or (isinstance(value, type) and issubclass(value, np.generic)):
        return tf.as_dtype(value)
    can_be_indexed = hasattr(type(value), "__getitem__") or hasattr(value, "__class_getitem__")
    return dtypes()[name] if name and not can_be_indexed else None


def _spec(dtype: Any, index: Any) -> Any:
    import tensorflow as tf

    if index is Ellipsis:
        return tf.TensorSpec(None, dtype)
    if isinstance(index, tf.TensorShape):
        return tf.TensorSpec(index, dtype)
    sizes = index if isinstance(index, (tuple, list)) else [index]
    return tf.TensorSpec([_size(each, dtype.name) for each in sizes], dtype)


def _size(size: Any, dtype: str) -> Any:
    if size is None:
        return None
    if size is Ellipsis:
        raise NotASpec(f"... stands alone, as in {dtype}[...], and means that the rank is unknown")
    try:
        number = operator.index(size)
    except TypeError:
        number = -2
    if number < 0 or isinstance(size, bool):
        hint = f"; write None where it is unknown, as in {dtype}[None, 4]" if number == -1 else ""
        raise NotASpec(f"{size!r} is no size of a {dtype} tensor{hint}")
    return number


def _ragged(spec: Any, **options: Any) -> Any:
    import tensorflow as tf

    if spec.shape.rank is None and "ragged_rank" not in options:
        raise NotASpec("ragged(…) needs a known rank, as in ragged(int32[None, None])")
    if spec.shape.rank == 0:
        raise NotASpec("ragged(…) needs at least one dimension, as in ragged(int32[None, None])")
    return tf.RaggedTensorSpec(spec.shape, spec.dtype, **options)


def _sparse(spec: Any) -> Any:
    import tensorflow as tf

    return tf.SparseTensorSpec(spec.shape, spec.dtype)


def _hidden(name: str) -> ast.expr:
    return ast.Attribute(ast.Name(HIDDEN, ast.Load()), name, ast.Load())


def _is_stored(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)


def names_to_offer(namespace: Dict[str, Any]) -> List[str]:
    """The names that an expression may use, for the near match of one that is not there."""
    own = [name for name in namespace if not name.startswith("_")]
    return [*own, *dtypes(), "tf", "np", "ragged", "sparse", "True", "False", "None"]

"""ExplicitForm: a traced function as readable Python with every staged statement written out; it runs nothing."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from graphscope.explicit_form.blocks import BlockWriter, written_function
from graphscope.explicit_form.builtin_calls import told_builtins
from graphscope.explicit_form.closures import refuse_old_values
from graphscope.explicit_form.code import comment
from graphscope.explicit_form.dialect import Dialect
from graphscope.explicit_form.fates import NotWritable, fate_of, mark
from graphscope.explicit_form.finished_text import Place, finished
from graphscope.explicit_form.functions import Found, call_methods_by_name, decorators, functions_to_write, methods_of
from graphscope.explicit_form.jax_dialect import JaxDialect
from graphscope.explicit_form.jax_words import in_jax_words
from graphscope.explicit_form.names import Names
from graphscope.explicit_form.tensorflow_dialect import TensorFlowDialect
from graphscope.explicit_form.writing import Scope
from graphscope.model.trace import Statement, Trace

DIALECTS: tuple[str, ...] = (TensorFlowDialect.name, JaxDialect.name)


@dataclass(frozen=True)
class Failure:
    """The error that a trace ended in: its line, 0 where it isn't known, and what mends it."""

    line: int
    advice: str = ""


@dataclass(frozen=True)
class TracedSource:
    """The file that the traced function stands in, and where in it."""

    text: str
    file: str
    line: int
    name: str = ""
    failure: Failure | None = None


@dataclass(frozen=True)
class ExplicitForm:
    """The text, where each of the user's lines is in it, and a sentence for each thing that is not written out.

    ``complete``: the text is the whole function. Where it isn't, the statement that stays says so in a comment.
    """

    dialect: str
    text: str
    places: tuple[Place, ...] = ()
    remarks: tuple[str, ...] = ()
    complete: bool = True


def explicit_form(source: TracedSource, statements: Sequence[Statement], dialect: str) -> ExplicitForm:
    """The function of ``source`` in ``dialect``, where ``statements`` tell what its trace made of them."""
    failed = next((each for each in statements if each.outcome == "failed"), None)
    if failed is not None:
        told = f"The trace failed in the `{failed.statement}` at line {failed.line}, so there is nothing to write out."
        return _nothing(dialect, f"{told} {source.failure.advice if source.failure is not None else ''}".strip())
    try:
        tree = ast.parse(source.text)
    except (SyntaxError, ValueError):
        return _nothing(dialect, "The source cannot be read by the Python that Graphscope runs in.")
    mark(tree, source.file, statements)
    found = functions_to_write(tree, source.line, source.name, dialect == JaxDialect.name)
    if not found:
        return _nothing(dialect, "The function's source is not a `def` or a single lambda on its line.")
    spoken: Dialect = JaxDialect() if dialect == JaxDialect.name else TensorFlowDialect()
    remarks = [*_failure(source), *_elsewhere(source.file, statements)]
    nodes: list[ast.stmt] = []
    try:
        for each in found:
            nodes += _written(each, found, BlockWriter(spoken, Names(each.node), remarks, methods_of(tree)))
    except NotWritable as fault:
        return _nothing(dialect, f"The function cannot be written out: {fault}.")
    return _checked(spoken, nodes, remarks)


def failure_of(trace: Trace) -> Failure | None:
    """Where the trace failed and why; None where it did not."""
    if trace.outcome != "failed":
        return None
    return Failure(trace.error.line or 0, trace.error.advice) if trace.error is not None else Failure(0)


def _written(each: Found, found: list[Found], writer: BlockWriter) -> list[ast.stmt]:
    if any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in ast.walk(each.node)):
        raise NotWritable("a generator is left to Python")
    node = each.node
    refuse_old_values(node)
    writer.remarks += told_builtins(node, writer.dialect.builtins)
    writer.remarks += _of_both_kinds(each)
    call_methods_by_name(found, node, each.owner)
    written = written_function(writer, node, Scope())
    written.decorator_list = decorators(node, each.traced and writer.dialect.name == TensorFlowDialect.name)
    written.name = each.name
    written.returns = None
    told = [comment(f"{each.owner}.{each.own_name} as a function of its own")] if each.owner else []
    if each.nested:
        told.append(comment("it reads names of the function that it was defined in"))
    return [*told, written]


def _checked(dialect: Dialect, nodes: list[ast.stmt], remarks: list[str]) -> ExplicitForm:
    """The finished text, unless it isn't Python, as where a break had to leave a branch."""
    if isinstance(dialect, JaxDialect):
        in_jax_words(nodes, remarks)
    text, places = finished(f"{dialect.imports}\n", nodes)
    try:
        compile(text, "explicit form", "exec")
    except (SyntaxError, ValueError):
        return _nothing(dialect.name, "The function cannot be written out: a jump would have to leave a branch.")
    return ExplicitForm(dialect.name, text, places, tuple(remarks), not remarks)


def _of_both_kinds(found: Found) -> list[str]:
    """A helper that is called with tensors and with Python values gives tensors to those too who count on the other."""
    fates = [fate for node in ast.walk(found.node) if (fate := fate_of(node)) is not None]
    both = [fate.line for fate in fates if fate.staged and "python" in fate.outcomes]
    if found.traced or not both:
        return []
    told = f"line {min(both)}: `{found.own_name}` is called with Python values too, for which its text gives tensors"
    return [f"{told}: keep the Python one under another name"]


def _failure(source: TracedSource) -> list[str]:
    if source.failure is None:
        return []
    place = f" at line {source.failure.line}" if source.failure.line else ""
    return [f"the trace failed{place}: what came after it is not known, and stands as it is"]


def _elsewhere(file: str, statements: Sequence[Statement]) -> list[str]:
    found = [each for each in statements if each.file != file and each.outcome == "staged"]
    names = dict.fromkeys(each.function for each in found)
    return [f"{name} stands in another file and is not written out here" for name in names]


def _nothing(dialect: str, sentence: str) -> ExplicitForm:
    return ExplicitForm(dialect, f"# {sentence}\n", (), (sentence,), False)

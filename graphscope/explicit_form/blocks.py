"""Writes a block statement by statement: staged ones by their own writers, others as they stand, with a word on why."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field

from graphscope.explicit_form.branches import write_if
from graphscope.explicit_form.code import begin, comment, end
from graphscope.explicit_form.composites import without_composites
from graphscope.explicit_form.dialect import Dialect
from graphscope.explicit_form.expressions import Expressions
from graphscope.explicit_form.fates import Fate, NotWritable, fate_of, is_staged, with_fate
from graphscope.explicit_form.flow import Jumps, bound, live_at_head
from graphscope.explicit_form.for_loops import write_for
from graphscope.explicit_form.jumps import ends, lower, own_jumps, returns, under_staged
from graphscope.explicit_form.names import Names
from graphscope.explicit_form.while_loops import write_while
from graphscope.explicit_form.writing import Scope

_BLOCKS = ("body", "orelse", "finalbody")


@dataclass
class BlockWriter:
    """Writes blocks of one function. ``remarks`` are sentences on what could not be written out."""

    dialect: Dialect
    names: Names
    remarks: list[str] = field(default_factory=list)
    methods: frozenset[str] = frozenset()
    """Names of the methods in the file."""

    def __post_init__(self) -> None:
        self.expressions = Expressions(self.dialect)

    def block(self, statements: Sequence[ast.stmt], scope: Scope) -> list[ast.stmt]:
        """``statements``, written out."""
        merged = merged_returns(statements)
        block = [part for node in merged for part in without_composites(node, self.names, self.methods)]
        out: list[ast.stmt] = []
        for node, around in zip(block, scope.of_each(block), strict=True):
            out.extend(self._marked(node, around))
        return out

    def _marked(self, node: ast.stmt, scope: Scope) -> list[ast.stmt]:
        line = getattr(node, "lineno", 0)
        try:
            written = self._statement(node, scope)
        except NotWritable as fault:
            if fate_of(node) is None or not line:
                raise
            self.remarks.append(f"line {line}: {fault}")
            written = [comment(f"cannot be written out: {fault}"), node]
        return [begin(line), *written, end(line)] if line else written

    def _statement(self, node: ast.stmt, scope: Scope) -> list[ast.stmt]:
        if isinstance(node, ast.If) and is_staged(node):
            return write_if(self, node, scope)
        if isinstance(node, ast.While) and is_staged(node):
            return write_while(self, node, scope)
        if isinstance(node, ast.For) and is_staged(node):
            return write_for(self, node, scope)
        if isinstance(node, ast.FunctionDef):
            return [written_function(self, node, scope)]
        if isinstance(node, (ast.For, ast.While)):
            return self._python_loop(node, scope)
        return [*_why(node), self._plain(node, scope)]

    def _python_loop(self, node: ast.For | ast.While, scope: Scope) -> list[ast.stmt]:
        """A loop that Python runs while tracing; a continue under a staged condition becomes a conditional."""
        staged = [each for each in node.body if under_staged(each)]
        if any(True for each in staged for _ in own_jumps(each, (ast.Break,))):
            raise NotWritable("a break that depends on a tensor cannot leave a loop that Python runs")
        if staged:
            lowered = lower(node.body, "", self.names.fresh("skip"))
            node.body = lowered.body
        head = frozenset(live_at_head(node, scope.after, scope.jumps))
        targets = bound([node.target]) if isinstance(node, ast.For) else ()
        defined = scope.defined | set(bound(node.body)) | set(targets)
        inside = Scope(head, defined, False, Jumps(scope.after, head))
        made = self._plain(node, scope, inside)
        return [*_why(node), made]

    def _plain(self, node: ast.stmt, scope: Scope, inside: Scope | None = None) -> ast.stmt:
        """The statement as it stands, its blocks and expressions written out."""
        for name, value in ast.iter_fields(node):
            if name in _BLOCKS and isinstance(value, list) and value:
                setattr(node, name, self.block(value, inside if inside is not None and name == "body" else scope))
            elif name == "handlers":
                for handler in value:
                    handler.body = self.block(handler.body, scope)
            elif isinstance(value, ast.expr):
                setattr(node, name, self.expressions.value(value))
            elif isinstance(value, list):
                setattr(node, name, [self._part(each) for each in value])
        return node

    def _part(self, part: object) -> object:
        """An expression written out; the names of a ``global`` are text and stay."""
        return self.expressions.visit(part) if isinstance(part, ast.AST) else part


def merged_returns(block: Sequence[ast.stmt]) -> list[ast.stmt]:
    """What follows a staged ``if`` with a return in it belongs into its branches, which then end the function."""
    for place, node in enumerate(block):
        rest = list(block[place + 1 :])
        if isinstance(node, ast.While) and is_staged(node) and ends_by_return(node.body) and not node.orelse:
            made = ast.copy_location(ast.If(node.test, node.body, rest), node)
            return [*block[:place], with_fate(made, fate_of(node))]
        if isinstance(node, ast.If) and is_staged(node) and returns(node) and rest:
            node.body = node.body if ends(node.body) else [*node.body, *rest]
            node.orelse = node.orelse if ends(node.orelse) else [*node.orelse, *rest]
            return [*block[: place + 1]]
    return list(block)


def ends_by_return(block: Sequence[ast.stmt]) -> bool:
    """Whether a round always returns: such a loop is a conditional."""
    return ends(block) and not any(True for each in block for _ in own_jumps(each))


def written_function(writer: BlockWriter, node: ast.FunctionDef, scope: Scope) -> ast.FunctionDef:
    """A function with its body written out."""
    every = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs, node.args.vararg, node.args.kwarg)
    defined = scope.defined | {each.arg for each in every if each is not None}
    node.body = writer.block(node.body, Scope(frozenset(), defined, True))
    return node


def _why(node: ast.stmt) -> list[ast.stmt]:
    """A comment on a statement that stays."""
    fate = fate_of(node)
    if fate is None or not fate.line:
        return []
    return [comment(_words(fate))]


def _words(fate: Fate) -> str:
    if "not reached" in fate.outcomes:
        return "not reached in this trace"
    if "not converted" in fate.outcomes:
        return "left to Python: AutoGraph did not convert it"
    details = "; ".join(dict.fromkeys(each for each in fate.details if each))
    for said in ("the condition was the Python value ", "Python ran it while tracing: "):
        details = details.replace(said, "")
    told = details.replace(": ", ", ")
    return f"settled by Python: {told}" if told else "settled by Python"

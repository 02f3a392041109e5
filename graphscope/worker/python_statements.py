"""Which control-flow statements a source file holds, read from its syntax tree; nothing here knows TensorFlow."""

from __future__ import annotations

import ast
import linecache
from dataclasses import dataclass, field
from typing import Dict, List, Optional, Tuple

from graphscope.worker.expression_calls import ExpressionCalls, expression_calls
from graphscope.worker.jumps import written_jumps
from graphscope.worker.statement_sites import FunctionSite, Site

_BLOCKS = {
    ast.If: "if",
    ast.While: "while",
    ast.For: "for",
    ast.IfExp: "conditional expression",
    ast.Assert: "assert",
    ast.ListComp: "comprehension",
    ast.SetComp: "comprehension",
    ast.DictComp: "comprehension",
    ast.GeneratorExp: "comprehension",
}
if hasattr(ast, "Match"):
    _BLOCKS[ast.Match] = "match"

NEVER_STAGED = frozenset({"comprehension", "assert", "match"})


@dataclass
class FileStatements:
    """Every function and every statement inside a function of one file, in the order of the text."""

    functions: List[FunctionSite] = field(default_factory=list)
    sites: List[Site] = field(default_factory=list)
    calls: ExpressionCalls = field(default_factory=ExpressionCalls)
    """What AutoGraph makes of its expressions."""

    def at(self, kind: str, line: int, column: int) -> Optional[Site]:
        """The statement of that kind at that place, or else on that line."""
        on_line = [site for site in self.sites if site.kind == kind and site.line == line]
        return next((site for site in on_line if site.column == column), on_line[0] if on_line else None)

    def of(self, function: FunctionSite) -> List[Site]:
        """The statements of one function's own."""
        return [site for site in self.sites if site.function == function]


_files: Dict[str, Tuple[int, FileStatements]] = {}


def statements_of(file: str) -> FileStatements:
    """The statements of ``file`` as linecache has it (so that notebook cells are found too); empty where unreadable."""
    lines = linecache.getlines(file)
    text = "".join(lines)
    known = _files.get(file)
    if known is None or known[0] != hash(text):
        found = FileStatements()
        try:
            tree = ast.parse(text)
            reader = _Reader(file, found)
            reader.visit(tree)
            found.calls = expression_calls(tree, reader.site_of)
        except (SyntaxError, ValueError):
            pass
        found.sites.sort(key=lambda site: (site.line, site.column))
        known = _files[file] = (hash(text), found)
    return known[1]


class _Reader(ast.NodeVisitor):
    """Walks a file and keeps, for the place it is at, the function, the enclosing statement and its block."""

    def __init__(self, file: str, found: FileStatements) -> None:
        self._file = file
        self._found = found
        self._names: List[str] = []
        self._function: Optional[FunctionSite] = None
        self._parent: Optional[Site] = None
        self._branch = ""
        self._ternary: Tuple[Optional[Site], str] = (None, "")
        """The conditional expression around, and where in it."""
        self.site_of: Dict[int, Site] = {}
        """By the id of the node."""

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._names.append(node.name)
        self.generic_visit(node)
        self._names.pop()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._enter(node, node.name, min([node.lineno, *(each.lineno for each in node.decorator_list)]))

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self._enter(node, node.name, min([node.lineno, *(each.lineno for each in node.decorator_list)]))

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self._enter(node, "<lambda>", node.lineno)

    def _enter(self, node: ast.AST, name: str, first_line: int) -> None:
        for outside in (*getattr(node, "decorator_list", ()), node.args):  # type: ignore[attr-defined]
            self.visit(outside)
        self._names.append(name)
        site = FunctionSite(
            self._file,
            ".".join(self._names),
            first_line,
            node.lineno,  # type: ignore[attr-defined]
            node.col_offset,  # type: ignore[attr-defined]
            node.end_lineno,  # type: ignore[attr-defined]
            node.end_col_offset,  # type: ignore[attr-defined]
            _is_generator(node),
        )
        self._found.functions.append(site)
        kept = self._function, self._parent, self._branch, self._ternary
        self._function, self._parent, self._branch = site, None, ""
        if not isinstance(node, ast.Lambda):
            self._ternary = None, ""
        body = node.body  # type: ignore[attr-defined]
        for child in body if isinstance(body, list) else [body]:
            self.visit(child)
        self._function, self._parent, self._branch, self._ternary = kept
        self._names.pop()

    def generic_visit(self, node: ast.AST) -> None:
        kind = _BLOCKS.get(type(node))
        if self._function is None:
            super().generic_visit(node)
        elif kind is None:
            self._boolean(node)
            super().generic_visit(node)
        else:
            self._statement(node, kind)

    def _statement(self, node: ast.AST, kind: str) -> None:
        site = self._site(node, kind)
        kept = self._parent, self._branch
        ternary = self._ternary
        for name, value in ast.iter_fields(node):
            block = {"body": "body", "orelse": "else"}.get(name, "") if kind != "comprehension" else ""
            self._parent, self._branch = (site, block) if block else kept
            if isinstance(node, ast.IfExp):
                self._ternary = site, block
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    self.visit(child)
        self._parent, self._branch = kept
        self._ternary = ternary

    def _site(self, node: ast.AST, kind: str) -> Site:
        assert self._function is not None
        site = Site(
            self._file,
            kind,
            node.lineno,  # type: ignore[attr-defined]
            node.col_offset,  # type: ignore[attr-defined]
            node.end_lineno,  # type: ignore[attr-defined]
            self._function,
            self._parent,
            self._branch,
            _returning(node),
            written_jumps(node),
            _head(node).end_lineno,  # type: ignore[attr-defined]
            *(self._ternary if isinstance(node, ast.IfExp) else (None, "")),
            isinstance(node, ast.Compare),
        )
        self._found.sites.append(site)
        self.site_of[id(node)] = site
        return site

    def _boolean(self, node: ast.AST) -> None:
        """Note and, or, not and chained comparisons."""
        if isinstance(node, ast.BoolOp):
            self._site(node, "and" if isinstance(node.op, ast.And) else "or")
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            self._site(node, "not")
        elif isinstance(node, ast.Compare) and len(node.ops) > 1:
            self._site(node, "and")


def _head(node: ast.AST) -> ast.AST:
    if isinstance(node, (ast.If, ast.While, ast.Assert)):
        return node.test
    if isinstance(node, ast.For):
        return node.iter
    return getattr(node, "subject", node)


def _is_generator(node: ast.AST) -> bool:
    own = [node.body] if isinstance(node, ast.Lambda) else list(node.body)  # type: ignore[attr-defined]
    while own:
        child = own.pop()
        if isinstance(child, (ast.Yield, ast.YieldFrom)):
            return True
        if not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            own.extend(ast.iter_child_nodes(child))
    return False


def _returning(node: ast.AST) -> Tuple[str, ...]:
    if not isinstance(node, (ast.If, ast.For, ast.While)):
        return ()
    blocks = (("body", node.body), ("else", node.orelse))
    return tuple(name for name, block in blocks if any(isinstance(each, ast.Return) for each in block))

"""Writes a staged ``for`` as a loop that counts, or as a reduction where it goes over a Dataset."""

from __future__ import annotations

import ast

from graphscope.explicit_form.code import load
from graphscope.explicit_form.counting import count_of
from graphscope.explicit_form.dataset_loops import is_over_dataset, write_dataset_for
from graphscope.explicit_form.dialect import Loop
from graphscope.explicit_form.fates import STAGED_GUARD, NotWritable, fate_of, with_fate
from graphscope.explicit_form.flow import live_at_head, live_before
from graphscope.explicit_form.jumps import flag_set
from graphscope.explicit_form.loop_options import for_names, take_options
from graphscope.explicit_form.while_loops import (
    carried,
    function_names,
    lower_loop,
    not_,
    refuse_loop,
    told_undefined,
    undefined_before,
)
from graphscope.explicit_form.writing import Scope, Writer


def write_for(writer: Writer, node: ast.For, scope: Scope) -> list[ast.stmt]:
    """The loop's functions and the call."""
    refuse_loop(node)
    if is_over_dataset(node):
        return write_dataset_for(writer, node, scope)
    if _is_iterator(node.iter, writer):
        raise NotWritable("a loop over an iterator has no length to count to: go over its dataset")
    options = take_options(node)
    lowered = lower_loop(writer, node)
    count = count_of(writer, node, scope, lowered.body)
    given = [] if count.element is None else [ast.Assign([node.target], count.element, lineno=0)]
    rounds = [*given, *lowered.body]
    test: ast.expr = count.goes_on
    if lowered.breaks:
        test = with_fate(ast.BoolOp(ast.And(), [test, not_(lowered.broken)]), STAGED_GUARD)
    head = live_at_head(ast.While(test, rounds, []), scope.after)
    names = carried(lowered, rounds, head)
    defined = scope.defined | {lowered.broken}
    undefined = undefined_before(names, defined, live_before(rounds, head), lowered.body)
    called = function_names(writer)
    body = writer.block(rounds, scope.of_round(head, [count.counter, *names]))
    counted = count.step == 1 and not lowered.breaks
    loop = Loop(
        [count.counter, *names],
        [count.start, *map(load, names)],
        writer.expressions.test(test, fate_of(node) or STAGED_GUARD),
        [*body, ast.Return(ast.Tuple([count.following, *map(load, names)], ast.Load()))],
        ["_", *(each if each in scope.after else "_" for each in names)],
        *called,
        count.limit if counted else None,
        [place + 1 for place in undefined],
        for_names(options, [count.counter, *names]),
    )
    before = [*count.before, *([flag_set(lowered.broken, False)] if lowered.breaks else [])]
    return [*before, *told_undefined(names, undefined), *writer.dialect.loop(loop)]


def _is_iterator(node: ast.expr, writer: Writer) -> bool:
    made = isinstance(node, ast.Call) and ast.unparse(node.func) == "iter"
    return made or (isinstance(node, ast.Name) and node.id in writer.names.iterators)

"""Writes a staged ``while`` as a loop over the variables that are carried from round to round."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from graphscope.explicit_form.branches import refuse_scopes
from graphscope.explicit_form.code import comment, in_tuple, load
from graphscope.explicit_form.dialect import Loop
from graphscope.explicit_form.fates import STAGED_GUARD, NotWritable, fate_of, with_fate
from graphscope.explicit_form.flow import bound, live_at_head, live_before
from graphscope.explicit_form.jumps import Lowered, flag_set, lower, returns
from graphscope.explicit_form.loop_options import for_names, take_options
from graphscope.explicit_form.one_expression import without_last_name
from graphscope.explicit_form.writing import Scope, Writer


def write_while(writer: Writer, node: ast.While, scope: Scope) -> list[ast.stmt]:
    """The loop's functions and the call."""
    refuse_loop(node)
    options = take_options(node)
    lowered = lower_loop(writer, node)
    test = node.test
    if lowered.breaks:
        test = with_fate(ast.BoolOp(ast.And(), [not_(lowered.broken), test]), STAGED_GUARD)
    plain = ast.While(test, lowered.body, [])
    head = live_at_head(plain, scope.after)
    names = carried(lowered, lowered.body, head)
    before = [flag_set(lowered.broken, False)] if lowered.breaks else []
    defined = scope.defined | {lowered.broken}
    undefined = undefined_before(names, defined, live_before(lowered.body, head), lowered.body)
    called = function_names(writer)
    body = writer.block(lowered.body, scope.of_round(head, names))
    result = ast.Return(in_tuple(names))
    starts: list[ast.expr] = [load(each) for each in names]
    if not names:
        # A loop has at least one variable; this one only changes what outlives it, such as a tf.Variable.
        names, starts = [writer.names.fresh("rounds")], [ast.Constant(0)]
        result = ast.Return(ast.Tuple([ast.BinOp(load(names[0]), ast.Add(), ast.Constant(1))], ast.Load()))
    loop = Loop(
        names,
        starts,
        writer.expressions.test(test, fate_of(node) or STAGED_GUARD),
        without_last_name([*body, result]),
        [each if each in scope.after else "_" for each in names],
        *called,
        undefined=undefined,
        options=for_names(options, names),
    )
    return [*before, *told_undefined(names, undefined), *writer.dialect.loop(loop)]


def function_names(writer: Writer) -> tuple[str, str]:
    """Names for the functions of a round and of the condition, taken before those of the loops inside."""
    return writer.names.fresh("loop_body"), writer.names.fresh("loop_test")


def not_(name: str) -> ast.expr:
    """``not name``, staged."""
    return with_fate(ast.UnaryOp(ast.Not(), load(name)), STAGED_GUARD)


def carried(lowered: Lowered, body: Sequence[ast.stmt], head: set[str]) -> list[str]:
    """The variables that go from round to round, the flag of a break last."""
    names = [each for each in bound(body) if each in head]
    return sorted(names, key=lambda name: name == lowered.broken)


def lower_loop(writer: Writer, node: ast.While | ast.For) -> Lowered:
    """The body without jumps; names for flags that are not used are given back."""
    broken, skip = writer.names.fresh("broken"), writer.names.fresh("skip")
    lowered = lower(node.body, broken, skip)
    writer.names.give_back(*([] if lowered.breaks else [broken]), *([] if lowered.skips else [skip]))
    return lowered


def refuse_loop(node: ast.While | ast.For) -> None:
    """What no loop of the graph can do."""
    if node.orelse:
        raise NotWritable("AutoGraph does not convert a loop with an else")
    if any(returns(each) for each in node.body):
        raise NotWritable("a return inside a staged loop: set a variable and break instead")
    refuse_scopes(node.body)


def undefined_before(
    names: Sequence[str], defined: frozenset[str] | set[str], read_first: set[str], body: Sequence[ast.stmt]
) -> list[int]:
    """Places of the names that the first round gives their first value."""
    places = [place for place, each in enumerate(names) if each not in defined and each not in read_first]
    effects = (each for statement in body for each in ast.walk(statement) if isinstance(each, ast.Expr))
    if places and any(isinstance(each.value, ast.Call) for each in effects):
        raise NotWritable(f"`{names[places[0]]}` has no value before the loop: give it one of the same type and shape")
    return places


def told_undefined(names: Sequence[str], places: Sequence[int]) -> list[ast.stmt]:
    """A word on values that AutoGraph makes up."""
    if not places:
        return []
    told = ", ".join(names[place] for place in places)
    return [comment(f"{told}: no value before the loop, so it starts from zeros of the shape that a round gives")]

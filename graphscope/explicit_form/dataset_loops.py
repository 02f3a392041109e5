"""Writes a staged ``for`` over a Dataset as a reduction of it, as AutoGraph does; there is no loop in the graph."""

from __future__ import annotations

import ast

from graphscope.explicit_form.code import assign, call, dotted, in_tuple, load, method, several
from graphscope.explicit_form.dialect import DatasetLoop
from graphscope.explicit_form.fates import NotWritable, fate_of
from graphscope.explicit_form.flow import live_at_head, live_before
from graphscope.explicit_form.jumps import flag_set
from graphscope.explicit_form.loop_options import take_options
from graphscope.explicit_form.one_expression import without_last_name
from graphscope.explicit_form.while_loops import carried, lower_loop, undefined_before
from graphscope.explicit_form.writing import Scope, Writer

_LONGEST_DATASET = 40


def is_over_dataset(node: ast.For) -> bool:
    """Whether its trace made Dataset ops of it."""
    fate = fate_of(node)
    return fate is not None and any(each.endswith("Dataset") for each in fate.op_types)


def write_dataset_for(writer: Writer, node: ast.For, scope: Scope) -> list[ast.stmt]:
    """The function of a round, and the reduction."""
    take_options(node)  # a reduction finds the shapes of its state itself
    lowered = lower_loop(writer, node)
    element = node.target.id if isinstance(node.target, ast.Name) else ""
    rounds = list(lowered.body)
    if not element or element in scope.after:
        element = writer.names.fresh("element")
        rounds = [ast.Assign([node.target], load(element), lineno=0), *rounds]
    head = live_at_head(ast.For(node.target, load(element), rounds, []), scope.after)
    head |= {lowered.broken} if lowered.breaks else set()
    names = carried(lowered, rounds, head)
    defined = scope.defined | {lowered.broken}
    undefined = undefined_before(names, defined, live_before(rounds, head), lowered.body)
    if undefined:
        raise NotWritable(f"`{names[undefined[0]]}` has no value before the loop: give it one of the same type")
    before = [flag_set(lowered.broken, False)] if lowered.breaks else []
    called = writer.names.fresh("loop_body")
    body = writer.block(rounds, scope.of_round(head, [element, *names]))
    alone = len(names) <= 1 and not lowered.breaks
    following = several(names) if alone else in_tuple(names)
    if not names:
        names = [writer.names.fresh("rounds")]
        before.append(assign(names, ast.Constant(0)))
        following = ast.BinOp(load(names[0]), ast.Add(), ast.Constant(1))
    loop = DatasetLoop(
        names,
        element,
        _dataset(writer, node.iter, before),
        without_last_name([*body, ast.Return(following)]),
        [each if each in scope.after else "_" for each in names],
        called,
        (writer.names.fresh("step"), writer.names.fresh("rounds")) if lowered.breaks else None,
    )
    return [*before, *writer.dialect.dataset_loop(loop)]


def _dataset(writer: Writer, node: ast.expr, before: list[ast.stmt]) -> ast.expr:
    dataset = writer.expressions.value(_of_builtins(node))
    if len(ast.unparse(dataset)) <= _LONGEST_DATASET:
        return dataset
    name = writer.names.fresh("dataset")
    before.append(assign([name], dataset))
    return load(name)


def _of_builtins(node: ast.expr) -> ast.expr:
    """``enumerate``, ``zip``, ``map`` and ``filter`` of datasets, which only AutoGraph can call, as their methods."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.keywords:
        return node
    first, *others = node.args or [ast.Constant(None)]
    match node.func.id:
        case "enumerate":
            return call(method(_of_builtins(first), "enumerate"), *others)
        case "zip":
            every = ast.Tuple([_of_builtins(each) for each in node.args], ast.Load())
            return call(dotted("tf.data.Dataset.zip"), every)
        case "map" | "filter" if len(others) == 1:
            return call(method(_of_builtins(others[0]), node.func.id), first)
    return node

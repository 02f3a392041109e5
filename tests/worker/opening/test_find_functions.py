"""What is found in a module: tf.functions wherever they hang, Keras models, plain functions, in source order."""

from __future__ import annotations

import pytest

from graphscope.worker.find_functions import find_functions


@pytest.fixture
def found(opened):
    """Opens source and returns what is found in it, by expression."""

    def by_expression(source, name="lesson.py"):
        return {each.expression: each for each in find_functions(opened("import tensorflow as tf\n" + source, name))}

    return by_expression


def test_that_functions_are_found_in_the_order_of_the_source(found):
    functions = found(
        "def plain(x): return x\n\n"
        "@tf.function\ndef double(x, steps=3, *rest, training=False, **more): return x\n\n"
        "later = tf.function(lambda v: v)\n"
        "first, second = tf.function(lambda a: a), tf.function(lambda b: b)\n"
        "def last(): ...\n"
    )
    assert [(each.expression, each.kind, each.line, each.parameters) for each in functions.values()] == [
        ("plain", "function", 2, "(x)"),
        ("double", "tf.function", 5, "(x, steps=3, *rest, training=False, **more)"),
        ("later", "tf.function", 7, "(v)"),
        ("first", "tf.function", 8, "(a)"),
        ("second", "tf.function", 8, "(b)"),
        ("last", "function", 9, "()"),
    ]


def test_that_the_line_is_that_of_def_below_any_decorators(found):
    functions = found(
        "@tf.function(\n    input_signature=[\n        tf.TensorSpec([None, 3])])\n# note\ndef f(x): return x"
    )
    assert functions["f"].line == 6
    assert functions["f"].input_signature == "float32[None, 3]"


def test_that_methods_are_found_in_classes_and_on_objects(found):
    functions = found(
        """
class Net:
    @tf.function
    def step(self, x): return x

    @staticmethod
    @tf.function
    def scale(x): return x

    def helper(self): ...

    class Inner:
        @tf.function
        def deep(self, x): return x

net = Net()
same = net
"""
    )
    told = [(each.expression, each.kind, each.owner, each.parameters) for each in functions.values()]
    assert sorted(told) == [
        ("Net.Inner.deep", "method", "class Net.Inner", "(self, x)"),
        ("Net.scale", "method", "class Net", "(x)"),
        ("Net.step", "method", "class Net", "(self, x)"),
        ("net.scale", "method", "net", "(x)"),
        ("net.step", "method", "net", "(x)"),
    ]
    assert functions["Net.step"].line == functions["net.step"].line == 5


def test_that_containers_and_attributes_are_searched(found):
    functions = found(
        """
import collections, types
make = lambda: tf.function(lambda x: x)
steps = {"train": make(), "eval": {3: [make(), (make(),)]}, 'it"s': make()}
fns = [make()]
Pair = collections.namedtuple("Pair", ["first", "second"])
pair = Pair(make(), 3)
space = types.SimpleNamespace(step=make())
class Holder: ...
holder = Holder()
holder.held = make()
holder.more = {"a": make()}
"""
    )
    assert {each for each in functions if each != "make"} == {
        'steps["train"]',
        'steps["eval"][3][0]',
        'steps["eval"][3][1][0]',
        "steps['it\"s']",
        "fns[0]",
        "pair.first",
        "space.step",
        "holder.held",
        'holder.more["a"]',
    }
    assert functions['steps["eval"][3][0]'].owner == 'steps["eval"][3]'


def test_that_a_tf_module_keeps_its_containers_readable(found):
    functions = found(
        """
class Net(tf.Module):
    def __init__(self):
        super().__init__()
        self.steps = {"train": tf.function(lambda x: x)}
        self.all = [tf.function(lambda x: x)]
    def __call__(self, x): return x
net = Net()
"""
    )
    assert {'net.steps["train"]', "net.all[0]", "net.__call__", "Net.__call__"} <= set(functions)
    assert functions["net.__call__"].parameters == "(x)"


def test_that_cycles_end_and_no_property_is_run(found):
    functions = found(
        """
class Trap:
    @property
    def boom(self): raise RuntimeError("a property was run")
    def __getattr__(self, name): raise RuntimeError("an attribute was asked for")
    def __iter__(self): raise RuntimeError("it was iterated")
    def __len__(self): raise RuntimeError("it was measured")
    def __eq__(self, other): raise RuntimeError("it was compared")
    __hash__ = None
class Sly(dict):
    def items(self): raise RuntimeError("items were asked for")
trap = Trap()
trap.__dict__["me"] = trap
trap.__dict__["step"] = tf.function(lambda x: x)
sly = Sly(step=tf.function(lambda x: x))
ring = []
ring.append(ring)
"""
    )
    assert set(functions) == {"trap.step", 'sly["step"]'}


def test_that_a_name_of_the_module_is_preferred_to_a_way_through_another_object(found):
    functions = found(
        """
class Net:
    @tf.function
    def step(self, x): return x
class Trainer: ...
trainer = Trainer()
trainer.net = Net()
net = trainer.net
"""
    )
    assert {"net.step", "Net.step"} == set(functions)


def test_that_keras_models_are_found_and_train_step_once_compiled(found):
    functions = found(
        """
class Small(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)
    def call(self, x, training=False): return self.dense(x)

small = Small()
built = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(2)])
built.compile("sgd", "mse")
models = {"tiny": Small()}
"""
    )
    told = {each.expression: (each.kind, each.line, each.parameters) for each in functions.values()}
    assert told["small.call"] == ("keras model", 7, "(x, training=False)")
    assert told["built.call"][:2] == ("keras model", 10)
    assert told["built.train_step"] == ("keras model", 10, "(data)")
    assert told['models["tiny"].call'][0] == "keras model"
    assert told["Small.call"] == ("method", 7, "(self, x, training=False)")
    assert "small.train_step" not in told


def test_that_imported_names_are_left_out_unless_they_are_tf_functions_of_the_users(write, opening):
    write("helper.py", "import tensorflow as tf\n@tf.function\ndef shared(x): return x\ndef plain(x): return x\n")
    source = "import tensorflow as tf\nfrom helper import shared, plain\nfrom os.path import join\n"
    source += "fast = tf.function(tf.sin)"
    functions = find_functions(opening(write("lesson.py", source)))
    assert [(each.expression, each.file is not None) for each in functions] == [("fast", True), ("shared", True)]
    assert functions[1].file.endswith("helper.py")


def test_that_suggested_signatures_are_told_with_their_function(found):
    functions = found(
        """
class Net:
    def __init__(self, width): self.width = width
    @tf.function
    def step(self, x): return x
@tf.function
def double(x): return x * 2
graphscope_signatures = {"double": ["int32[]", "3"], "Net(width=4).step": ("float32[2]",), "Net.step": "Net(1), 3"}
"""
    )
    assert functions["double"].suggestions == ("int32[]", "3")
    assert functions["Net.step"].suggestions == ("Net(1), 3",)
    made = functions["Net(width=4).step"]
    assert (made.suggestions, made.kind, made.line, made.parameters) == (("float32[2]",), "method", 6, "(x)")


@pytest.mark.parametrize(
    ("suggestions", "said"),
    [
        ("['double']", "graphscope_signatures is a list, not a dict"),
        ("{'double': 3}", 'graphscope_signatures["double"] is not a list of signatures in quotes'),
        ("{'double': [3]}", 'graphscope_signatures["double"] is not a list of signatures in quotes'),
        ("{3: ['x']}", "graphscope_signatures has the key 3"),
        ("{'duble': ['3']}", 'graphscope_signatures["duble"] names duble, which the module does not have'),
        ("{'dou ble': ['3']}", 'graphscope_signatures["dou ble"] is not an expression'),
        ("{'3': ['3']}", 'graphscope_signatures["3"] names no function'),
    ],
)
def test_that_malformed_suggestions_are_a_warning(opened, suggestions, said):
    module = opened(f"def double(x): ...\ngraphscope_signatures = {suggestions}")
    assert module.warnings[0].startswith(said)
    assert [each.expression for each in find_functions(module)] == ["double"]


def test_that_a_wrapped_function_is_placed_at_the_function_itself(found):
    functions = found(
        """
import functools
def logged(fn):
    @functools.wraps(fn)
    def shell(*args):
        return fn(*args)
    return shell

@tf.function
@logged
def inner(x, y): return x
"""
    )
    assert (functions["inner"].line, functions["inner"].parameters) == (12, "(x, y)")


def test_that_objects_that_refuse_every_attribute_are_passed_over(found):
    functions = found(
        "class Closed:\n"
        "    def __getattribute__(self, name): raise RuntimeError(name)\n"
        "closed = Closed()\n"
        "@tf.function\ndef f(x): return x\n"
    )
    assert "f" in functions

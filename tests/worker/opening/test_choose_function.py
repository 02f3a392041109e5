"""Any expression that names a function becomes one tf.function; anything else is told in one sentence."""

from __future__ import annotations

import gc

import pytest
import tensorflow as tf

from graphscope.errors import ModuleError, UsageError
from graphscope.protocol.messages import ChooseFunction
from graphscope.worker.choose_function import choose_function
from graphscope.worker.open_module import Opened

LESSON = """\
import functools
import tensorflow as tf

@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def double(x):
    return x * 2.0

def plain(x, steps=2):
    for _ in tf.range(steps):
        x = x + 1.0
    return x

class Net(tf.Module):
    def __init__(self, width=1):
        super().__init__()
        self.width = width
    @tf.function
    def step(self, x):
        return x * float(self.width)
    def __call__(self, x):
        return x + 1.0

class Caller:
    @tf.function
    def __call__(self, x):
        return x

def graph(name):
    return tf.function(lambda x: x)

net = Net(2)
steps = {"train": tf.function(plain)}
half = functools.partial(plain, steps=1)
UNITS = 3
inputs = tf.keras.Input((4,))
model = tf.keras.Model(inputs, tf.keras.layers.Dense(2)(inputs))
"""


@pytest.fixture
def lesson(opened) -> Opened:
    return opened(LESSON)


def choose(opened, function, **options):
    return choose_function(opened, ChooseFunction(1, function, **options))


def ops(chosen, *args):
    return {op.type for op in chosen.function.get_concrete_function(*args).graph.get_operations()}


VECTOR = tf.TensorSpec([4], tf.float32)


@pytest.mark.parametrize(
    ("function", "told"),
    [
        ("double", ("double", "tf.function", 5, "(x)")),
        ("plain", ("plain", "function", 8, "(x, steps=2)")),
        ("Net.step", ("Net.step", "method", 18, "(self, x)")),
        ("net.step", ("Net.step", "method", 18, "(x)")),
        ("Net(width=4).step", ("Net.step", "method", 18, "(x)")),
        ("net", ("Net.__call__", "method", 20, "(x)")),
        ("Caller()", ("Caller.__call__", "method", 25, "(x)")),
        ('steps["train"]', ("plain", "tf.function", 8, "(x, steps=2)")),
        ('graph("resnet")', ('graph("resnet")', "tf.function", 29, "(x)")),
        ("half", ("plain", "function", 8, "(x, steps=1)")),
        ("lambda x: x + 1.0", ("lambda x: x + 1.0", "function", 2, "(x)")),
    ],
)
def test_that_an_expression_is_taken_for_what_it_names(lesson, function, told):
    chosen = choose(lesson, function)
    assert (chosen.name, chosen.kind, chosen.line, chosen.parameters) == told
    assert chosen.converts
    args = (lesson.namespace["net"], VECTOR) if function == "Net.step" else (VECTOR,)
    assert ops(chosen, *args)
    if "lambda" not in function:
        assert chosen.file == lesson.file


def test_that_a_tf_function_is_used_as_it_is(lesson):
    assert choose(lesson, "double").function is lesson.namespace["double"]
    assert choose(lesson, "double").input_signature == "float32[None]"


def test_that_the_object_of_a_bound_method_stays_alive(lesson):
    chosen = choose(lesson, "Net(width=4).step")
    gc.collect()
    assert "Mul" in ops(chosen, VECTOR)


def test_that_a_keras_model_is_traced_by_its_call(lesson):
    for function in ("model", "model.call"):
        chosen = choose(lesson, function)
        assert (chosen.kind, chosen.parameters.split(",")[0]) == ("keras model", "(inputs")
        assert "MatMul" in ops(chosen, tf.TensorSpec([None, 4], tf.float32))


def test_that_train_step_of_a_compiled_model_can_be_traced(lesson):
    lesson.namespace["model"].compile("sgd", "mse")
    chosen = choose(lesson, "model.train_step")
    assert chosen.kind == "keras model"
    data = (tf.TensorSpec([2, 4], tf.float32), tf.TensorSpec([2, 2], tf.float32))
    assert {"MatMul", "BiasAddGrad"} <= ops(chosen, data)


def test_that_options_hold_for_a_plain_function(lesson):
    assert "StatelessWhile" in ops(choose(lesson, "plain"), VECTOR)
    chosen = choose(lesson, "plain", autograph=False, jit_compile=True)
    assert not chosen.converts
    with pytest.raises(tf.errors.OperatorNotAllowedInGraphError):
        chosen.function.get_concrete_function(VECTOR)


def test_that_options_make_a_new_tf_function_that_keeps_the_rest(lesson):
    chosen = choose(lesson, "double", jit_compile=True)
    assert chosen.function is not lesson.namespace["double"]
    assert chosen.input_signature == "float32[None]"
    concrete = chosen.function.get_concrete_function()
    assert concrete.function_def.attr["_XlaMustCompile"].b
    relaxed = choose(lesson, 'steps["train"]', reduce_retracing=True).function
    for size in (2, 3, 4):
        relaxed(tf.ones([size]))
    assert relaxed.experimental_get_tracing_count() == 2
    bound = choose(lesson, "Net(4).step", autograph=False)
    assert not bound.converts
    assert "Mul" in ops(bound, VECTOR)


def test_that_a_lambda_given_as_the_function_is_converted(lesson):
    chosen = choose(lesson, "lambda x: x if tf.reduce_sum(x) > 0.0 else -x")
    assert "StatelessIf" in ops(chosen, VECTOR)


@pytest.mark.parametrize(
    ("function", "message", "advice"),
    [
        ("duble", "lesson has no function duble", "Did you mean double? There are: double, plain, Net.step"),
        ("Net.stpe", "Net.stpe: the class Net has no attribute stpe", "Did you mean step?"),
        ("net.stpe", "net.stpe: the Net object has no attribute stpe", "Did you mean step?"),
        ("UNITS", "UNITS is an int, not a function", "There are: double"),
        ("Net", "Net is a class, not a function", "Choose a method of it: Net.step, Net.__call__"),
        ("Nte(3).step", '"Nte(3).step": the module has no Nte', "Did you mean Net?"),
        ('steps["eval"]', '"steps["eval"]" raised KeyError: \'eval\'', ""),
    ],
)
def test_that_what_is_no_function_is_told(lesson, function, message, advice):
    with pytest.raises(ModuleError) as caught:
        choose(lesson, function)
    assert caught.value.message == message
    assert caught.value.advice.startswith(advice)


def test_that_the_users_line_is_named_where_an_object_cannot_be_made(opened):
    found = opened(
        "class Net:\n    def __init__(self):\n        raise OSError('no weights')\n    def step(self): ...\n"
    )
    with pytest.raises(ModuleError) as caught:
        choose(found, "Net().step")
    error = caught.value
    assert (error.message, error.file, error.line) == ('"Net().step" raised OSError: no weights', found.file, 3)


def test_that_an_early_exit_is_told_where_the_function_is_not_there(opened):
    found = opened("def first(x): ...\nimport sys\nsys.exit(3)\ndef second(x): ...\n")
    assert choose(found, "first").name == "first"
    with pytest.raises(ModuleError, match="lesson has no function second") as caught:
        choose(found, "second")
    assert "The module exited with status 3" in caught.value.advice
    assert "Did you mean" not in caught.value.advice


def test_that_no_expression_is_wrong_use(lesson):
    for text, said in (("", "no function was named"), ("double(", "never closed"), ("1 +", "is no function")):
        with pytest.raises(UsageError, match=said):
            choose(lesson, text)


def test_that_a_function_behind_decorators_is_placed_at_its_own_def(opened):
    found = opened(
        """
        import functools
        import tensorflow as tf

        def logged(fn):
            @functools.wraps(fn)
            def shell(*args):
                return fn(*args)
            return shell

        @tf.function
        @logged
        # a note
        def inner(x):
            return x
        """
    )
    chosen = choose(found, "inner")
    assert (chosen.name, chosen.line, chosen.parameters) == ("inner", 14, "(x)")
    assert chosen.code is found.namespace["inner"].python_function.__wrapped__.__code__

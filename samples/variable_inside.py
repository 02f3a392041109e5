"""A variable made inside a tf.function fails, with a clear error at its line; made outside, it works.

Beginner. A pot must stand in the kitchen before the recipe is read. A recipe that says "buy a new pot" each time it is
cooked fills the kitchen with pots, so it is refused.

Developer. The body runs again for each trace, and would make another variable each time; in eager Python it would be
made anew at every call. TensorFlow refuses it. Make the `tf.Variable` once: at module level, or as an attribute of an
object, as `Counter` does.

Researcher. A ConcreteFunction captures variables by reference, as resource inputs of the graph. Creation is lifted out
by running the body a second time to prove that no further variable appears; hence a failing trace runs the Python
twice.
"""

import tensorflow as tf

graphscope_signatures = {
    "forgetful": ["float32[2]"],
    "Counter().add": ["float32[2]", "float32[2]"],
}

#: forgetful | float32[2] | failed ValueError
#: Counter().add | float32[2] | traced
#: Counter().add | float32[2] | reused A


@tf.function
def forgetful(x):
    total = tf.Variable(tf.zeros([2]))  #: error
    return total.assign_add(x)


class Counter:
    """Makes its variable once, when it is made itself."""

    def __init__(self):
        self.total = tf.Variable(tf.zeros([2]))

    @tf.function
    def add(self, x):
        return self.total.assign_add(x)

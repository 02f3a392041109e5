"""Graphscope shows what tf.function made of your Python; this file holds only the version."""

__version__ = "0.1.0"

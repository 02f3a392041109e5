"""What a graph is: frozen dataclasses of ops, graphs, control-flow regions and traces; no Qt, no TensorFlow."""

"""Functions written out with tf.cond and tf.while_loop, or JAX's, from their source and a trace's verdicts."""

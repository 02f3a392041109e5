"""Runs in the user's interpreter: opens the module, traces, records; standard library and TensorFlow only."""

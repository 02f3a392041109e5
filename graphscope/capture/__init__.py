"""The .gscope file: what was traced, to be looked at elsewhere; written and read without running anything in it."""

"""Where things go: sizes and groups in, numbers out; no fonts, no Qt."""

"""Graphscope without a window: what was asked, and how it is answered; the tracing itself is the worker's."""

"""What a worker is doing for a request, in a few words for sentences; not progress, which the worker itself tells."""

from __future__ import annotations

import os

from graphscope.protocol import messages as m


def step_name(request: m.Request | None) -> str:
    """``opening train.py``, ``tracing float32[2]``: the step that ``request`` asks for; '' for none."""
    if isinstance(request, m.Hello):
        return "starting"
    if isinstance(request, m.OpenModule):
        return f"opening {os.path.basename(request.path.rstrip('/')) or request.path}"
    if isinstance(request, m.ChooseFunction):
        return f"looking up {request.function}"
    if isinstance(request, m.TraceSignature):
        return f"tracing {request.signature}" if request.signature.strip() else "tracing"
    if isinstance(request, m.RunGrappler):
        if request.only:
            return f"running the pass {request.only}"
        return "running the function for Grappler" if request.mode == "run" else "running Grappler"
    if isinstance(request, m.CompileXla):
        return "compiling with XLA"
    return ""

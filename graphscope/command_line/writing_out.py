"""The explicit forms of each trace for the report; they are written elsewhere, and nothing of them is run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphscope.explicit_form.explicit_form import DIALECTS, TracedSource, explicit_form, failure_of
from graphscope.export.report import WrittenOut, control_flow_of
from graphscope.model.trace import Trace
from graphscope.protocol import messages as m

_NO_SOURCE = "The source of this function is not at hand, so it cannot be written out."
_SKIPPED = "The signature was not traced, so it cannot be written out."


def written_out(chosen: m.FunctionChosen, traces: Sequence[Trace], sources: Mapping[str, str]) -> dict[int, WrittenOut]:
    """Number of the trace → its function in both dialects; a reason in place of what there is no text for."""
    return {number: _written(chosen, trace, traces, sources) for number, trace in enumerate(traces)}


def _written(chosen: m.FunctionChosen, trace: Trace, traces: Sequence[Trace], sources: Mapping[str, str]) -> WrittenOut:
    text = sources.get(chosen.file or "")
    if text is None or not chosen.file or not chosen.line:
        return WrittenOut("", "", False, (_NO_SOURCE,))
    if trace.outcome == "skipped":
        return WrittenOut("", "", False, (_SKIPPED,))
    source = TracedSource(text, chosen.file, chosen.line, chosen.name, failure_of(trace))
    flow = control_flow_of(trace, traces)
    forms = [explicit_form(source, flow, dialect) for dialect in DIALECTS]
    remarks = tuple(dict.fromkeys(remark for form in forms for remark in form.remarks))
    return WrittenOut(forms[0].text, forms[1].text, all(form.complete for form in forms), remarks)

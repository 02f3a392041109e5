"""A report as one HTML page that needs nothing else: no network, and no JavaScript but to step from pass to pass."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping

from graphscope import bundled_files
from graphscope.export.exhibits import Exhibit
from graphscope.export.html_figures import Figures, colour_rules
from graphscope.export.html_optimised import grappler_section, xla_section
from graphscope.export.html_passes import Pipeline, Tell
from graphscope.export.html_source import source_listings
from graphscope.export.html_traces import about, flows, signature_table
from graphscope.export.look import load_theme
from graphscope.export.markup import Markup, joined, tag
from graphscope.export.report import Report, maker_of
from graphscope.export.source_place import in_sentence
from graphscope.export.summary import letter
from graphscope.export.svg import type_rules


def to_html(report: Report, sources: Mapping[str, str], tell: Tell = lambda text: None) -> str:
    """The whole page; ``tell`` hears which graph is being drawn. Blocks."""
    with Figures(sources) as figures:
        body = tag("body", _header(report), tag("main", *_sections(report, sources, figures, tell)), _script())
        head = _head(report, figures)
    return f"<!DOCTYPE html>\n{tag('html', head, body, lang='en', xmlns='http://www.w3.org/1999/xhtml')}\n"


def _head(report: Report, figures: Figures) -> Markup:
    script = _file("page.js").encode("utf-8")
    # Nothing in the page can load anything, and no script runs but ours.
    policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{}'".format(
        base64.b64encode(hashlib.sha256(script).digest()).decode("ascii")
    )
    style = f"{_theme_rules()}{figures.rules()}{type_rules()}\n{_file('page.css')}"
    return tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=policy),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", f"{report.function.name} – Graphscope"),
        tag("style", Markup(style)),
    )


def _theme_rules() -> str:
    light, dark = (load_theme(theme).colours for theme in ("light", "dark"))
    return colour_rules({f"--{name.replace('_', '-')}": (light[name], dark[name]) for name in light})


def _script() -> Markup:
    return tag("script", Markup(_file("page.js")))


def _file(name: str) -> str:
    return bundled_files.resource("page", name).read_text(encoding="utf-8")


def _header(report: Report) -> Markup:
    function = report.function
    where = f", {in_sentence(function.file, function.line)}" if function.file else ""
    versions = f"TensorFlow {report.tensorflow}, Python {report.python}, Graphscope {report.graphscope}"
    return tag("header", tag("h1", function.name), tag("p", f"{function.kind}{where}"), tag("p", versions))


def _sections(report: Report, sources: Mapping[str, str], figures: Figures, tell: Tell) -> list[Markup]:
    function = report.function
    start = (function.file, function.line) if function.file and function.line else None
    listings = source_listings(sources, flows(report), start)
    sections = [tag("section", tag("h2", "Signatures"), signature_table(report))]
    if listings:
        sections.append(tag("section", tag("h2", "What became of the Python"), listings))
    return sections + [_signature(number, report, figures, tell) for number in range(len(report.traces))]


def _signature(number: int, report: Report, figures: Figures, tell: Tell) -> Markup:
    trace, key = report.traces[number], letter(number)
    parts = [about(number, trace)]
    known = any(trace.concrete is each.concrete for each in report.traces[:number])
    shown = trace.concrete or trace.partial
    if shown is not None and not known:
        title = f"{key}  as traced" if trace.concrete is not None else f"{key}  what had been traced until then"
        tell(f"drawing {title}")
        parts.append(figures.figure(Exhibit(key, title, shown, maker_of(trace, report.traces).staging)))
    if number in report.grappler:
        statements = maker_of(trace, report.traces).staging
        pipeline = Pipeline(key, report.grappler[number], trace.concrete, statements)
        parts.append(grappler_section(pipeline, figures, tell))
    if number in report.xla:
        parts.append(xla_section(number, report, figures, tell))
    return tag("section", joined(parts), id=key)

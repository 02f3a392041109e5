"""The files of ``--export``: their formats and targets looked at before tracing, and written after it."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from graphscope.command_line.console import Console
from graphscope.errors import UsageError
from graphscope.export.exhibits import Exhibition
from graphscope.export.report import Report
from graphscope.export.written_file import check_target, write_text, write_whole

DRAWN = ("svg", "png", "pdf")
PLAIN = ("dot", "graphml", "json")
PAGE = "html"


def check_exports(paths: Sequence[str], *others: str | None) -> None:
    """Raise UsageError or ExportError for a file that could not be written; ``others`` are those of other options."""
    taken = [os.path.realpath(each) for each in others if each and each != "-"]
    for path in paths:
        suffix = _suffix(path)
        if suffix not in (*DRAWN, *PLAIN, PAGE):
            raise UsageError(
                f"--export {path}: {f'.{suffix}' if suffix else 'no suffix'} is no format", advice=_choices()
            )
        check_target(path)
        if os.path.realpath(path) in taken:
            raise UsageError(f"{path} would be written twice", advice="Give each output a file of its own.")
        taken.append(os.path.realpath(path))


def write_pages(console: Console, paths: Sequence[str], report: Report, sources: Mapping[str, str]) -> None:
    """Write the whole report as a page, where one is asked for; it tells of traces that failed, too."""
    pages = [path for path in paths if _suffix(path) == PAGE]
    if pages:
        from graphscope.export.html_page import to_html

        text = to_html(report, sources, lambda words: console.progress(f"{words} …"))
        for path in pages:
            write_text(path, text)


def write_exports(console: Console, paths: Sequence[str], shown: Exhibition) -> None:
    """Write every export of graphs; where there is no graph there is nothing to write, which is said."""
    paths = [path for path in paths if _suffix(path) != PAGE]
    if not shown.exhibits:
        for path in paths:
            console.warn(f"there is no such graph, so {path} was not written")
        return
    plain = [path for path in paths if _suffix(path) in PLAIN]
    for path in plain:
        write_text(path, _text(_suffix(path), shown))
    drawn = [path for path in paths if path not in plain]
    if drawn:
        _write_drawn(console, drawn, shown)


def check_pass_names(wanted: Sequence[tuple[str, int]], known: Sequence[str]) -> None:
    """Raise UsageError for a pass that ran on no graph, where passes did run; what there is, is written by then."""
    wrong = [f"{name}:{iteration}" for name, iteration in wanted if f"{name}:{iteration}" not in known]
    if wrong and known:
        raise UsageError(
            f"--export-pass: Grappler ran no pass {' and no pass '.join(wrong)}",
            advice=f"Choose of those that ran: {', '.join(known)}.",
        )


def _write_drawn(console: Console, paths: Sequence[str], shown: Exhibition) -> None:
    from graphscope.export.exhibition_drawing import draw
    from graphscope.export.svg import to_svg

    drawing = draw(shown, tell=lambda text: console.progress(f"{text} …"))
    for path in paths:
        console.progress(f"writing {path} …")
        suffix = _suffix(path)
        if suffix == "svg":
            write_text(path, to_svg(drawing))
            continue
        from graphscope.ui.graph.render_png import render_pdf, render_png

        render = partial(render_png if suffix == "png" else render_pdf, drawing)
        write_whole(path, partial(_render, render))


def _render(render: Callable[[Path], object], beside: str) -> None:
    render(Path(beside))


def _text(suffix: str, shown: Exhibition) -> str:
    from graphscope.export.dot import to_dot
    from graphscope.export.graphml import to_graphml
    from graphscope.export.json_graph import to_json

    return {"dot": to_dot, "graphml": to_graphml, "json": to_json}[suffix](shown)


def _suffix(path: str) -> str:
    return os.path.splitext(path)[1].removeprefix(".").lower()


def _choices() -> str:
    return f"Choose one of: {', '.join(f'.{each}' for each in (*DRAWN, *PLAIN, PAGE))}."

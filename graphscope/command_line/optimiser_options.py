"""The options of `graphscope trace` about Grappler and XLA: their grammar, and what they need of each other."""

from __future__ import annotations

import argparse
from typing import Any

from graphscope.command_line import option_values
from graphscope.errors import UsageError

SIDES = ("before", "after")
"""What of XLA's HLO can be exported."""


def add_grappler(parser: argparse.ArgumentParser) -> None:
    """Those about Grappler."""
    parser.add_argument(
        "--grappler",
        choices=("run", "static"),
        default="",
        help="optimise each graph too: `run` RUNS the function on made-up inputs, in a process of its own",
    )
    parser.add_argument(
        "--grappler-option", action="append", default=[], type=option_values.grappler_option, metavar="NAME=VALUE"
    )
    parser.add_argument(
        "--grappler-input",
        action="append",
        default=[],
        metavar="S",
        help="an argument list to run with in place of made-up values: one for each signature, or one for all",
    )
    parser.add_argument(
        "--grappler-only",
        type=option_values.single_pass,
        metavar="PASS",
        help="with --grappler static: run this one pass, once, such as remapper",
    )
    parser.add_argument(
        "--export-pass",
        action="append",
        default=[],
        type=option_values.export_pass,
        metavar="NAME[:ITERATION]",
        help="export the graph after this pass of Grappler in place of the others, such as remapper:0",
    )


def add_xla(parser: argparse.ArgumentParser) -> None:
    """Those about XLA."""
    parser.add_argument("--xla", action="store_true", help="compile each graph with XLA too, and count its HLO")
    parser.add_argument(
        "--export-xla",
        action="append",
        default=[],
        choices=SIDES,
        help="export XLA's HLO before or after its optimisation in place of the traced graphs",
    )


def check_optimisers(parsed: Any) -> None:
    """Raise UsageError where an option lacks another that it needs."""
    if parsed.grappler_option and not parsed.grappler:
        raise UsageError("--grappler-option needs --grappler", advice="Add --grappler run, or --grappler static.")
    if parsed.grappler_input and parsed.grappler != "run":
        raise UsageError("--grappler-input needs --grappler run", advice="Static Grappler calls nothing.")
    if parsed.grappler_only and parsed.grappler != "static":
        raise UsageError("--grappler-only needs --grappler static", advice="The runtime always runs every pass.")
    if parsed.export_pass and not (parsed.export and parsed.grappler):
        raise UsageError("--export-pass needs --grappler and --export", advice="Add --grappler run --export pass.svg.")
    if parsed.export_xla and not (parsed.export and parsed.xla):
        raise UsageError("--export-xla needs --xla and --export", advice="Add --xla --export hlo.svg.")

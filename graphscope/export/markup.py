"""Markup: text that may stand in XML and HTML; plain text is escaped on its way in, so that no name can be a tag."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_VOID = frozenset({"meta", "br", "input"})


class Markup(str):
    """Text that is markup already, and is not escaped again."""

    __slots__ = ()


def escaped(text: str) -> Markup:
    """``text`` as it stands between tags."""
    return Markup(html.escape(_clean(text), quote=False))


def quoted(text: str) -> Markup:
    """``text`` as the value of an attribute, with its quotation marks."""
    return Markup(f'"{html.escape(_clean(text))}"')


def tag(name: str, /, *children: str, **attributes: str) -> Markup:
    """An element; children that are no Markup are text. ``class_`` is the attribute class, ``data_x`` data-x."""
    given = "".join(f" {key.rstrip('_').replace('_', '-')}={quoted(value)}" for key, value in attributes.items())
    if name in _VOID:
        return Markup(f"<{name}{given}/>")
    return Markup(f"<{name}{given}>{joined(children)}</{name}>")


def joined(parts: Iterable[str]) -> Markup:
    """Parts one after the other; those that are no Markup are text."""
    return Markup("".join(part if isinstance(part, Markup) else escaped(part) for part in parts))


def _clean(text: str) -> str:
    """The text without characters that XML cannot hold, which names in a user's program may have."""
    return _NOT_XML.sub("�", text)

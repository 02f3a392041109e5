"""PythonHighlighter: Python's keywords, strings, numbers and comments in the theme's colours; no more than that."""

from __future__ import annotations

import keyword
import re

from PySide6.QtGui import QColor, QFont, QSyntaxHighlighter, QTextCharFormat, QTextDocument

from graphscope.export.look import Theme

_TOKEN = re.compile(
    r"(?P<comment>\#.*)"
    r"|(?P<string>[rbfuRBFU]{0,2}(?:\"\"\".*?(?:\"\"\"|$)|'''.*?(?:'''|$)|\"(?:\\.|[^\"\\])*\"?|'(?:\\.|[^'\\])*'?))"
    r"|(?P<number>\b(?:0[xXoObB][\da-fA-F_]+|\d[\d_]*\.?\d*(?:[eE][+-]?\d+)?)\b)"
    r"|(?P<definition>(?<=\bdef\s)\w+|(?<=\bclass\s)\w+|@[\w.]+)"
    r"|(?P<word>\b[A-Za-z_]\w*\b)"
)
_TRIPLES = ('"""', "'''")
_COLOURS = {
    "comment": "code_comment",
    "string": "code_string",
    "number": "code_number",
    "definition": "code_definition",
    "keyword": "code_keyword",
}


class PythonHighlighter(QSyntaxHighlighter):
    """Colours a document. Block states 0 and 1 stand for an open triple-quoted string."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self._formats: dict[str, QTextCharFormat] = {}

    def set_theme(self, theme: Theme) -> None:
        """Use these colours from now on."""
        for kind, name in _COLOURS.items():
            made = QTextCharFormat()
            made.setForeground(QColor(theme.colours[name]))
            if kind == "comment":
                made.setFontItalic(True)
            if kind == "definition":
                made.setFontWeight(QFont.Weight.Medium)
            self._formats[kind] = made
        self.rehighlight()

    def highlightBlock(self, text: str) -> None:
        """Colour one line."""
        if not self._formats:
            return
        self.setCurrentBlockState(-1)
        start = self._rest_of_string(text)
        for match in _TOKEN.finditer(text, start):
            kind = match.lastgroup or ""
            if kind == "word":
                if not keyword.iskeyword(match[0]):
                    continue
                kind = "keyword"
            self.setFormat(match.start(), len(match[0]), self._formats[kind])
            if kind == "string":
                self._note_open_string(match[0])

    def _rest_of_string(self, text: str) -> int:
        """Colour what belongs to a string opened above; where the rest begins."""
        state = self.previousBlockState()
        if state < 0:
            return 0
        end = text.find(_TRIPLES[state])
        length = len(text) if end < 0 else end + 3
        self.setFormat(0, length, self._formats["string"])
        if end < 0:
            self.setCurrentBlockState(state)
        return length

    def _note_open_string(self, token: str) -> None:
        body = token.lstrip("rbfuRBFU")
        for state, quotes in enumerate(_TRIPLES):
            if body.startswith(quotes) and (len(body) < 6 or not body.endswith(quotes)):
                self.setCurrentBlockState(state)

"""Words from files made harmless in reports: letters that steer a terminal, and words that steer a build server.

Texts that a spreadsheet takes for texts: what it would run as a formula is quoted, wherever it splits cells.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Sequence
from itertools import pairwise

from listbuilder.textutil.sanitize import hides, is_hidden

_COMMAND = r"(?<!\S):(?=:)|##(?=\w*\[)"
"""GitHub reads `::error` behind any blanks and `##[error]` anywhere in a line; others read `##vso[`."""


def escaped(text: str) -> str:
    """Write letters as JSON would escape them."""
    units = text.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[place : place + 2].hex()}" for place in range(0, len(units), 2))


def escape_hidden(text: str) -> str:
    """Write what does not show as an escape, and line breaks as blanks."""
    shown = " ".join(text.splitlines()) if "\n" in text or "\r" in text else text.replace("\t", " ")
    if not hides(shown):
        return shown
    return "".join(
        escaped(letter) if is_hidden(letter, before) and letter != "\t" else letter
        for before, letter in pairwise(f" {shown}")
    ).replace("\t", " ")


def harmless_cells(rows: Sequence[Sequence[object]]) -> Sequence[Sequence[object]]:
    """Make the texts of a table harmless; a look at all of them together tells that most tables are."""
    texts = " ".join([cell for row in rows for cell in row if isinstance(cell, str)])
    if not hides(texts) and defuse_commands(texts) == texts:
        return rows
    return [[defuse_commands(escape_hidden(cell)) if isinstance(cell, str) else cell for cell in row] for row in rows]


def json_text(value: object) -> str:
    """Write a value as JSON in which no build server finds a command."""
    return unmistakable(json.dumps(value, ensure_ascii=False, indent=2))


def unmistakable(text: str) -> str:
    """Spell otherwise what a build server would take for a command in a text of JSON."""
    return text.replace("##", "#\\u0023")


def defuse_commands(text: str) -> str:
    """Part what a build server would take for a command to it."""
    return re.sub(_COMMAND, r"\g<0> ", text) if "::" in text or "##" in text else text


QUOTE = "'"
"""What is put before a formula."""
_SIGN = r"""(?=[=+\-@\uff1d\uff0b\uff0d\uff20])"""
# patterns as texts: they are compiled for the first cell that needs them, and start-up is measured
_FORMULA = rf"""(^|[;|])([\s"']*){_SIGN}"""
"""A formula sign where a cell may begin: spreadsheets of other countries split at other marks than the comma."""
_QUOTED = rf"""(^|[;|])([\s"']*)'{_SIGN}"""


def are_plain(texts: Collection[str]) -> bool:
    """Tell whether no text can be a formula: each begins with a letter or a number, and nothing splits it."""
    whole = "".join(texts)
    return all(map(str.isalnum, {text[0] for text in texts if text})) and ";" not in whole and "|" not in whole


def defuse_formula(text: str) -> str:
    """Quote what would be a formula."""
    if are_plain((text,)):
        return text
    return re.sub(_FORMULA, r"\1\2'", text)


def restore_formula(text: str) -> str:
    """Give a text back as it was before it was quoted."""
    return re.sub(_QUOTED, r"\1\2", text) if QUOTE in text else text

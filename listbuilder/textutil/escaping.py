"""Escape texts from files for terminals, build servers and spreadsheets."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Sequence
from itertools import pairwise

from listbuilder.textutil.sanitize import hides, is_hidden

_COMMAND = r"(?<!\S):(?=:)|##(?=\w*\[)"
"""GitHub reads `::error` after any spaces and `##[error]` anywhere in a line; others read `##vso[`."""


def escaped(text: str) -> str:
    """Return all characters as JSON escapes."""
    units = text.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[index : index + 2].hex()}" for index in range(0, len(units), 2))


def escape_hidden(text: str) -> str:
    """Escape invisible characters and replace line breaks by spaces."""
    line = " ".join(text.splitlines()) if "\n" in text or "\r" in text else text.replace("\t", " ")
    if not hides(line):
        return line
    return "".join(
        escaped(character) if is_hidden(character, previous) and character != "\t" else character
        for previous, character in pairwise(f" {line}")
    ).replace("\t", " ")


def harmless_cells(rows: Sequence[Sequence[object]]) -> Sequence[Sequence[object]]:
    """Escape the texts of a table; one look at all of them shows that most tables need nothing."""
    texts = " ".join([cell for row in rows for cell in row if isinstance(cell, str)])
    if not hides(texts) and defuse_commands(texts) == texts:
        return rows
    return [[defuse_commands(escape_hidden(cell)) if isinstance(cell, str) else cell for cell in row] for row in rows]


def json_text(value: object) -> str:
    """Return a value as JSON without commands for build servers."""
    return unmistakable(json.dumps(value, ensure_ascii=False, indent=2))


def unmistakable(text: str) -> str:
    """Escape commands for build servers in a JSON text."""
    return text.replace("##", "#\\u0023")


def defuse_commands(text: str) -> str:
    """Break up commands for build servers with a space."""
    return re.sub(_COMMAND, r"\g<0> ", text) if "::" in text or "##" in text else text


QUOTE = "'"
"""The character in front of an escaped formula."""
_SIGN = r"""(?=[=+\-@\uff1d\uff0b\uff0d\uff20])"""
_FORMULA = rf"""(^|[;|])([\s"']*){_SIGN}"""
"""A formula sign at the start of a cell; some locales split cells at other characters than the comma."""
_QUOTED = rf"""(^|[;|])([\s"']*)'{_SIGN}"""


def are_plain(texts: Collection[str]) -> bool:
    """Return whether no text can be a formula: all start with a letter or digit and contain no delimiter."""
    whole = "".join(texts)
    return all(map(str.isalnum, {text[0] for text in texts if text})) and ";" not in whole and "|" not in whole


def defuse_formula(text: str) -> str:
    """Put a quote in front of formulas."""
    if are_plain((text,)):
        return text
    return re.sub(_FORMULA, r"\1\2'", text)


def restore_formula(text: str) -> str:
    """Return a text as it was before `escape_formula`."""
    return re.sub(_QUOTED, r"\1\2", text) if QUOTE in text else text

"""Escape texts from files for terminals, build servers and spreadsheets."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Sequence
from itertools import pairwise

from listbuilder.textutil.sanitize import has_hidden, is_hidden_character

_COMMAND = r"(?<!\S):(?=:)|##(?=\w*\[)"
"""GitHub reads `::error` after any spaces and `##[error]` anywhere in a line; others read `##vso[`."""


def escape_characters(text: str) -> str:
    """Return all characters as JSON escapes."""
    units = text.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[index : index + 2].hex()}" for index in range(0, len(units), 2))


def escape_hidden(text: str) -> str:
    """Escape invisible characters and replace line breaks by spaces."""
    line = " ".join(text.splitlines()) if "\n" in text or "\r" in text else text.replace("\t", " ")
    if not has_hidden(line):
        return line
    return "".join(
        escape_characters(character) if is_hidden_character(character, previous) and character != "\t" else character
        for previous, character in pairwise(f" {line}")
    ).replace("\t", " ")


def escape_cells(rows: Sequence[Sequence[object]]) -> Sequence[Sequence[object]]:
    """Escape the texts of a table; one look at all of them shows that most tables need nothing."""
    texts = " ".join([cell for row in rows for cell in row if isinstance(cell, str)])
    if not has_hidden(texts) and escape_commands(texts) == texts:
        return rows
    return [[escape_commands(escape_hidden(cell)) if isinstance(cell, str) else cell for cell in row] for row in rows]


def format_json(value: object) -> str:
    """Return a value as JSON without commands for build servers."""
    return escape_json_commands(json.dumps(value, ensure_ascii=False, indent=2))


def escape_json_commands(text: str) -> str:
    """Escape commands for build servers in a JSON text."""
    return text.replace("##", "#\\u0023")


def escape_commands(text: str) -> str:
    """Break up commands for build servers with a space."""
    return re.sub(_COMMAND, r"\g<0> ", text) if "::" in text or "##" in text else text


FORMULA_QUOTE = "'"
"""The character in front of an escaped formula."""
_SIGN = r"""(?=[=+\-@\uff1d\uff0b\uff0d\uff20])"""
_FORMULA = rf"""(^|[;|])([\s"']*){_SIGN}"""
"""A formula sign at the start of a cell; some locales split cells at other characters than the comma."""
_QUOTED = rf"""(^|[;|])([\s"']*)'{_SIGN}"""


def are_formula_free(texts: Collection[str]) -> bool:
    """Return whether no text can be a formula: all start with a letter or digit and contain no delimiter."""
    whole = "".join(texts)
    return all(map(str.isalnum, {text[0] for text in texts if text})) and ";" not in whole and "|" not in whole


def escape_formula(text: str) -> str:
    """Put a quote in front of formulas."""
    return text if are_formula_free((text,)) else re.sub(_FORMULA, r"\1\2'", text)


def unescape_formula(text: str) -> str:
    """Return a text as it was before `escape_formula`."""
    return re.sub(_QUOTED, r"\1\2", text) if FORMULA_QUOTE in text else text

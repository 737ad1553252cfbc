"""Words from files made harmless in reports: letters that steer a terminal, and words that steer a build server."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from itertools import pairwise

from listbuilder.cli.output import escaped
from listbuilder.i18n.letters import hides, is_hidden

_COMMAND = r"(?<!\S):(?=:)|##(?=\w*\[)"
"""GitHub reads `::error` behind any blanks and `##[error]` anywhere in a line; others read `##vso[`."""


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

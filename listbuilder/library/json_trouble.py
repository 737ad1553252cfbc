"""Why a JSON text cannot be read, in our own words."""

from __future__ import annotations

import json

from listbuilder.validation.message_arguments import Word

_CAUSES = (
    ("Illegal trailing comma", "comma-last"),
    ("Expecting ':'", "colon"),
    ("Expecting ','", "comma"),
    ("Expecting property name", "key"),
    ("Expecting value", "value"),
    ("Invalid control character", "line"),
    ("Invalid \\", "backslash"),
    ("Unterminated string", "open"),
    ("Extra data", "more"),
)
"""By how the reader's complaint begins."""
_WANTED = frozenset({"comma", "key", "value"})
"""What is wanted where a file may also end too early, or go on after a comma."""


def explain_json(error: json.JSONDecodeError) -> Word:
    """Say what is wrong at the place of an error, as somebody would who looks over the author's shoulder."""
    cause = next((key for complaint, key in _CAUSES if error.msg.startswith(complaint)), "other")
    before, at = error.doc[: error.pos].rstrip()[-1:], error.doc[error.pos :].lstrip()[:1]
    if cause in _WANTED and not at:
        return Word("syntax.end")
    if cause in _WANTED and before == "," and at in ("]", "}"):
        cause = "comma-last"
    elif cause in _WANTED and at in ("'", "\N{LEFT DOUBLE QUOTATION MARK}", "\N{DOUBLE LOW-9 QUOTATION MARK}"):
        cause = "quotes"
    return Word(f"syntax.json-{cause}", {"problem": error.msg} if cause == "other" else {})

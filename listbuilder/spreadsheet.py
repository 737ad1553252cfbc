"""Texts that a spreadsheet takes for texts: what it would run as a formula is quoted, wherever it splits cells."""

from __future__ import annotations

import re
from collections.abc import Collection

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

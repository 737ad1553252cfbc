"""Texts that a spreadsheet takes for texts: what it would run as a formula is quoted, wherever it splits cells."""

from __future__ import annotations

import re

_SIGN = r"""(?=[=+\-@\uff1d\uff0b\uff0d\uff20])"""
_FORMULA = re.compile(rf"""(^|[;|])([\s"']*){_SIGN}""")
"""A formula sign where a cell may begin: spreadsheets of other countries split at other marks than the comma."""
_QUOTED = re.compile(rf"""(^|[;|])([\s"']*)'{_SIGN}""")


def defuse_formula(text: str) -> str:
    """Quote what would be a formula."""
    if text[:1].isalnum() and ";" not in text and "|" not in text:
        return text
    return _FORMULA.sub(r"\1\2'", text)


def restore_formula(text: str) -> str:
    """Give a text back as it was before it was quoted."""
    return _QUOTED.sub(r"\1\2", text) if "'" in text else text

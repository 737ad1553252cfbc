"""How a list is to be printed, in the words of somebody who writes Python."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from enum import Enum
from typing import Any

from listbuilder.errors import UnknownIdError
from listbuilder.model import System
from listbuilder.sheet import PrintOptions, usual_layout


def print_options(system: System, given: Mapping[str, object]) -> PrintOptions:
    """Give the options of a print, where `layout="cards"` says what `Layout.CARDS` does.

    Raises UnknownIdError for an option or a value that there is not.
    """
    usual = PrintOptions(layout=usual_layout([system]))
    return replace(usual, **{name: _value(usual, name, value) for name, value in given.items()})


def _value(usual: PrintOptions, name: str, value: object) -> Any:
    known = tuple(field.name for field in fields(usual))
    if name not in known:
        raise UnknownIdError("option", name, known)
    default = getattr(usual, name)
    if not isinstance(default, Enum) or isinstance(value, type(default)):
        return value
    words = {one.value: one for one in type(default)}
    if value not in words:
        raise UnknownIdError(name, str(value), tuple(words))
    return words[value]

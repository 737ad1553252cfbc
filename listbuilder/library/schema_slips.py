"""What a validator complains of and a person would know how to mend: slips of the pen among its findings."""

from __future__ import annotations

from typing import Any

from listbuilder.diagnostics import Diagnostic
from listbuilder.library.document import Document
from listbuilder.library.positions import DataPath
from listbuilder.library.slips import (
    Slip,
    amount_slip,
    cut_slip,
    id_slip,
    limit_slip,
    notation_kind,
    notation_slip,
    place_slip,
    type_slip,
)
from listbuilder.model.text import phrase

_SYSTEMS = ("systems", "system", "based_on")
_AMOUNTS = ("affects", "select")


def slip_finding(document: Document, path: DataPath, value: object, slip: Slip, *, key: bool = False) -> Diagnostic:
    """Build the finding about a slip: what stands there, why it cannot, and what to write."""
    return document.finding("DAT035", path, key=key, value=str(value), reason=slip.reason, instead=slip.instead)


def written_text(document: Document, path: DataPath) -> str:
    """Give the notation that stands at a path, also that of `{item: …}` and `{weapon: …}`."""
    found = document.at(path)
    return str(found.get("weapon") or found.get("item")) if isinstance(found, dict) else str(found)


def schema_slip(document: Document, path: DataPath, error: Any) -> list[Diagnostic] | None:
    """Give what is to be said of a slip: nothing where the finding before has said it; None where it is none."""
    value = error.instance
    if "propertyNames" in error.absolute_schema_path:
        slip = id_slip(value) if error.validator == "pattern" and _wants_id(error) else None
        return None if slip is None else [slip_finding(document, (*path, value), value, slip, key=True)]
    if _told_before(document, path, value):
        return []
    slip = _find(document, path, error)
    return None if slip is None else [slip_finding(document, path, value, slip)]


def _find(document: Document, path: DataPath, error: Any) -> Slip | None:
    value, keyword = error.instance, error.validator
    key = path[-1] if path else ""
    if key in _AMOUNTS and keyword in ("enum", "type"):
        return amount_slip(value, str(key))
    if keyword == "type":
        wanted = error.validator_value
        meant = type_slip(value, [wanted] if isinstance(wanted, str) else wanted, str(key))
        return limit_slip(value) if path[-2:-1] == ("limits",) else meant
    if keyword != "pattern":
        return None
    if _wants_id(error):
        return Slip((phrase("slip.system"),), "ID") if path[0] in _SYSTEMS else id_slip(value)
    kind = notation_kind(path)
    if not kind:
        return None
    return cut_slip(value, document.at(_after(path))) or place_slip(value, kind) or notation_slip(value, kind)


def _wants_id(error: Any) -> bool:
    """Tell whether an id was asked for: its pattern knows no capitals and no blanks."""
    return str(error.validator_value).startswith("^[a-z0-9](?:")


def _told_before(document: Document, path: DataPath, value: object) -> bool:
    """Tell whether this is the second half of a text that was cut."""
    if not path or not isinstance(path[-1], int) or not path[-1]:
        return False
    before = document.at((*path[:-1], path[-1] - 1))
    return isinstance(before, str) and cut_slip(before, value) is not None


def _after(path: DataPath) -> DataPath:
    return (*path[:-1], path[-1] + 1) if path and isinstance(path[-1], int) else path

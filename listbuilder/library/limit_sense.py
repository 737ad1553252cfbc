"""Limits without meaning: bounds that contradict each other or bind nobody, choices that nothing can ever fit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from listbuilder.diagnostics import Diagnostic
from listbuilder.library.document import Document
from listbuilder.library.positions import DataPath
from listbuilder.model import Measure, slug, split_ref
from listbuilder.validation.message_arguments import Word

_UPPER = frozenset({"base", "per", "percent", "most"})


def check_sense(
    document: Document, path: DataPath, limit: Mapping[str, Any], systems: Sequence[Mapping[str, Any]]
) -> Iterator[Diagnostic]:
    """Find what a limit says that cannot be meant, at the limit's own place."""
    for reason in (*_bounds(limit), *_choices(limit, systems)):
        yield document.finding("REF053", path, key=True, reason=reason)


def _bounds(limit: Mapping[str, Any]) -> Iterator[Word]:
    flat = [limit[key] for key in ("most", "base") if key in limit and (key == "most" or "per" not in limit)]
    for least, most in (
        (limit.get("least", 0), min(flat, default=None)),
        (limit.get("least_percent", 0), limit.get("percent")),
    ):
        if most is not None and least > most:
            yield Word("sense.contradiction", {"least": least, "most": most})
    upper = {key: limit[key] for key in limit if key in _UPPER}
    if not upper and not limit.get("least", 0) and not limit.get("least_percent", 0):
        yield Word("sense.nothing-asked")
    if upper == {"percent": 100}:
        yield Word("sense.everything-allowed")


def _choices(limit: Mapping[str, Any], systems: Sequence[Mapping[str, Any]]) -> Iterator[Word]:
    wanted = limit.get("of", {})
    if limit.get("counts") == Measure.HEROES.value and wanted.get("hero") is False:
        yield Word("sense.no-heroes")
    faction, units = wanted.get("faction"), wanted.get("units", ())
    if faction is not None and units and all(split_ref(unit)[0] != faction for unit in units):
        yield Word("sense.other-faction", {"faction": faction})
    if "over" in wanted and _numberless(slug(wanted["rule"]), systems):
        yield Word("sense.no-number", {"rule": wanted["rule"]})


def _numberless(rule: str, systems: Sequence[Mapping[str, Any]]) -> bool:
    """Tell whether a rule takes a number in none of the games that know it."""
    entries = [system["rules"][rule] for system in systems if rule in system.get("rules", {})]
    return bool(entries) and all(entry.get("takes") != "number" for entry in entries)

"""Limits of a system or an event file made values of the model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from listbuilder.model import FactionId, Limit, Measure, RuleId, Selection, UnitRef, build_text, slug

_NUMBERS = ("base", "per", "percent", "most", "least", "least_percent")


def build_limits(raw: Mapping[str, Any]) -> dict[str, Limit]:
    """Build limits by their ids; a classic one is written short, and its id says what it counts."""
    return {name: _limit(name, limit) for name, limit in raw.items()}


def _limit(name: str, raw: Mapping[str, Any]) -> Limit:
    title, of = raw.get("name"), raw.get("of")
    return Limit(
        id=name,
        counts=Measure(raw.get("counts", name)),
        of=None if of is None else _selection(of),
        each_unit=raw.get("each") == "unit",
        name=None if title is None else build_text(title),
        **{key: raw[key] for key in _NUMBERS if key in raw},
    )


def _selection(raw: Mapping[str, Any]) -> Selection:
    rule, faction = raw.get("rule"), raw.get("faction")
    return Selection(
        rule=None if rule is None else RuleId(slug(rule)),
        over=raw.get("over"),
        group=raw.get("group"),
        units=frozenset(UnitRef(unit) for unit in raw.get("units", ())),
        faction=None if faction is None else FactionId(faction),
        option=raw.get("option"),
        section=raw.get("section"),
        unique=raw.get("unique"),
        hero=raw.get("hero"),
    )

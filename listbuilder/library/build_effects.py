"""Build effects from the raw form that data files have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from listbuilder.model import RuleId, slugify
from listbuilder.model.effects import (
    DIE_FACES,
    Bearers,
    Bias,
    Branch,
    Effect,
    Markers,
    NumberRange,
    Scope,
    Side,
    TargetCondition,
    Trigger,
)
from listbuilder.model.notation import parse_rule

VERBS = (
    "hit",
    "quality",
    "ap",
    "ap_least",
    "defense",
    "armor",
    "tough",
    "ignore_wound",
    "hits",
    "attacks",
    "wounds",
    "own_wounds",
    "reroll",
    "blast",
    "deadly",
    "dice",
    "each",
    "impact",
    "pick_model",
    "only",
    "uncapped",
    "fear",
    "wound_roll",
    "morale",
    "steady",
)
"""Keys of an effect that do something; each has a number or X as its value."""
MAX_TRAIT_VALUE = 99
"""Upper end of a range that has none in the file."""


def build_effects(raw: Iterable[Mapping[str, Any]] | None) -> tuple[Effect, ...] | None:
    """Build the effects of a rule; return None if the file has no effects for it."""
    return None if raw is None else tuple(map(build_effect, raw))


def build_effect(raw: Mapping[str, Any]) -> Effect:
    """Build one effect from its raw form."""
    side = Side(raw.get("side", "attack"))
    bearers = "all" if side is Side.TARGET else "each"
    return Effect(
        verbs={verb: int(raw[verb]) if isinstance(raw[verb], int) else str(raw[verb]) for verb in VERBS if verb in raw},
        side=side,
        bearers=Bearers(raw.get("bearers", bearers)),
        scope=Scope(raw.get("to", "model")),
        when=tuple(frozenset([terms] if isinstance(terms, str) else terms) for terms in raw.get("when", ())),
        against=tuple(
            TargetCondition(name, NumberRange(span.get("least", 0), span.get("most", MAX_TRAIT_VALUE)))
            for name, span in raw.get("against", {}).items()
        ),
        on=_build_trigger(raw.get("on")),
        hits_from=raw.get("from"),
        ignore=frozenset([raw["ignore"]] if isinstance(raw.get("ignore"), str) else raw.get("ignore", ())),
        grants=parse_rule(raw["grants"]) if "grants" in raw else None,
        rules=tuple(map(parse_rule, raw.get("rules", ()))),
        improves=RuleId(slugify(raw["improves"])) if "improves" in raw else None,
        replacement=tuple(map(build_effect, raw.get("instead", ()))),
        all_branches=raw.get("every_way", False),
        branches=(
            *(Branch((build_effect(way),)) for way in raw.get("choose", ())),
            *_build_rolled_ways(raw.get("roll", ())),
        ),
        order=raw.get("order"),
        once=raw.get("once", False),
        markers=Markers(**raw["markers"]) if "markers" in raw else None,
        unmodelled_bias=Bias(raw["without"]) if "without" in raw else None,
    )


def _build_trigger(raw: Any) -> Trigger | None:
    """Build the trigger of `on: {hit: 5}` (5 or higher) or `on: {block: 2}` (2 or lower)."""
    if not isinstance(raw, Mapping):
        return None
    if "hit" in raw:
        least = raw["hit"]
        return Trigger("hit", NumberRange(least, 1 if least == 1 else DIE_FACES))
    return Trigger("block", NumberRange(1, raw["block"]))


def _build_rolled_ways(raw: Iterable[Mapping[str, Any]]) -> Iterable[Branch]:
    for way in raw:
        least, _, most = str(way["on"]).partition("-")
        yield Branch((build_effect({**way, "on": None}),), NumberRange(int(least), int(most or least)))

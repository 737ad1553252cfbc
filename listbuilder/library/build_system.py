"""A system file, with those it is based on, made a value of the model.

Limits of a system or an event file made values of the model.

The quick reference of a system: rules and the system's own numbers stand in it by marker, never typed twice.

`{tough}` is a rule's name as in every text; `{move.rush}`, `{game.rounds}` and `{state.shaken}` are what the system's
file says elsewhere, so that a system built on another has its own numbers in sentences that it did not write.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from listbuilder.library.build_effects import build_effects
from listbuilder.library.build_faction import build_moves, build_rule
from listbuilder.library.cache import LazyMapping
from listbuilder.library.rule_wordings import Raw, in_language, map_words, mentions, name_rules, write_out
from listbuilder.model import (
    Chapter,
    Citation,
    Combat,
    Combining,
    CommandGroup,
    ExperienceCost,
    FactionId,
    ForceOrganisation,
    Formation,
    FormationRow,
    Joining,
    Limit,
    Measure,
    Named,
    Pace,
    Roles,
    Rule,
    RuleId,
    Selection,
    Stance,
    System,
    SystemId,
    Tracking,
    UnitField,
    UnitRef,
    UsualTarget,
    WoundRoll,
    build_text,
    slug,
)
from listbuilder.model.notation import parse_rule

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


_VALUE = re.compile(r"\{([a-z]+\.[a-z][a-z0-9-]*)\}")


def build_reference(raw: Mapping[str, Any]) -> Mapping[str, Chapter]:
    """Build the chapters of a merged system, each when it is first read."""
    rules, values = raw.get("rules", {}), page_values(raw)

    def named(rule: str) -> Raw | None:
        return rules[rule]["name"] if rule in rules else None

    def build(key: str, chapter: Mapping[str, Any]) -> Chapter:
        points = [name_rules(_filled(point, values), named) for point in chapter["points"]]
        leaning = dict.fromkeys(rule for point in chapter["points"] for rule in mentions(point) if rule in rules)
        return Chapter(
            id=key,
            title=build_text(chapter["title"]),
            points=tuple(map(build_text, points)),
            mentions=tuple(map(RuleId, leaning)),
        )

    return LazyMapping(raw.get("reference", {}), build)


def page_values(raw: Mapping[str, Any]) -> Mapping[str, Raw]:
    """Give what a page can say of its system by marker: moves, counts of the game, names of states."""
    mark = raw.get("measure", {}).get("mark", '"')
    moves, tracking = raw.get("moves") or {}, raw.get("tracking") or {}
    distances = {name: f"{moves[name]}{mark}" for name in ("advance", "rush", "charge") if name in moves}
    numbers = {"rounds": tracking.get("rounds"), "tokens": tracking.get("spell_tokens")}
    return {
        **{f"move.{name}": distance for name, distance in distances.items()},
        **{f"game.{name}": str(number) for name, number in numbers.items() if number},
        **{f"state.{state['id']}": state["name"] for state in tracking.get("states", ())},
    }


def wanted_values(text: Raw) -> Iterator[str]:
    """Give the values that a text names by marker."""
    for words in text.values() if isinstance(text, Mapping) else (text,):
        yield from _VALUE.findall(words)


def _filled(text: Raw, values: Mapping[str, Raw]) -> Raw:
    def fill(words: str, language: str) -> str:
        return _VALUE.sub(lambda match: in_language(values.get(match[1], match[0]), language), words)

    return map_words(text, fill)


_WHOLE = frozenset({"name", "document", "short", "title", "text", "correction", "note", "moves"})
"""Replaced whole: a new English sentence must not stand beside an old German one, nor a new stride beside an old."""


def merge_raw(base: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    """Lay one file over another: mappings are merged, everything else replaced, and null takes away."""
    merged = dict(base)
    if "text" in change:
        for key in ("wording", "effects"):
            merged.pop(key, None)  # a new text belongs to a wording of its own, and so does what it does to the dice
    for key, value in change.items():
        before = merged.get(key)
        if value is None:
            merged.pop(key, None)
        elif isinstance(value, dict) and isinstance(before, Mapping) and key not in _WHOLE:
            merged[key] = merge_raw(before, value)
        else:
            merged[key] = {k: v for k, v in value.items() if v is not None} if isinstance(value, dict) else value
    return merged


def _citation(raw: Mapping[str, Any]) -> Citation:
    sections = {topic: build_text(section) for topic, section in raw.get("sections", {}).items()}
    return Citation(document=build_text(raw["document"]), sections=sections)


def build_system(raw: Mapping[str, Any], sha256: str) -> System:
    """Build a system from its merged form."""
    return System(
        id=SystemId(raw["id"]),
        name=build_text(raw["name"]),
        edition=raw["edition"],
        short=raw["short"],
        sha256=sha256,
        citation=_citation(raw["citation"]),
        suggested_points=tuple(raw.get("points", {}).get("suggested", ())),
        roles=Roles(**{role: RuleId(slug(name)) for role, name in raw.get("roles", {}).items()}),
        force_organisation=_force_organisation(raw.get("force_organisation")),
        combining=_combining(raw.get("combining", {})),
        joining=Joining(**raw.get("joining", {})),
        mixing=Stance(raw.get("mixing", "warn")),
        command_group=_command_group(raw.get("command_group", {})),
        formation=_formation(raw.get("formation")),
        fields=tuple(_field(field) for field in raw.get("fields", ())),
        weapon_columns=tuple(raw.get("weapon_columns", ("range", "attacks", "armour_piercing", "rules"))),
        card=tuple(raw.get("card", ())),
        layout=raw.get("layout", "roster"),
        measure=raw.get("measure", {}).get("mark", '"'),
        base=raw.get("base", "round"),
        pace=_pace(raw.get("moves")),
        wounds_field=raw.get("wounds", {}).get("field"),
        tracking=_tracking(raw.get("tracking", {})),
        combat=_combat(raw.get("combat", {})),
        experience=_experience(raw.get("campaign", {}).get("experience")),
        groups=_named(raw.get("groups", ())),
        rules=_rules(raw.get("rules", {})),
        reference=build_reference(raw),
        keys=tuple(raw.get("keys", ())),
        books=tuple(raw.get("books", ())),
    )


def _rules(raw: Mapping[RuleId, Any]) -> Mapping[RuleId, Rule]:
    def named(rule: str) -> Any | None:
        return raw[RuleId(rule)]["name"] if rule in raw else None

    return LazyMapping(raw, lambda key, entry: build_rule(key, write_out(entry, named)))


def _force_organisation(raw: Mapping[str, Any] | None) -> ForceOrganisation | None:
    if raw is None:
        return None
    joined = raw.get("joined_heroes", {})
    return ForceOrganisation(
        optional=raw.get("optional", True),
        limits=build_limits(raw.get("limits", {})),
        joined_counts_as_unit=joined.get("count_as_unit", False),
        joined_shares_with_host=joined.get("share_with_host", True),
    )


def _combining(raw: Mapping[str, Any]) -> Combining:
    return Combining(allowed=raw.get("allowed", False), single_models=Stance(raw.get("single_models", "forbid")))


def _command_group(raw: Mapping[str, Any]) -> CommandGroup:
    rules = frozenset(RuleId(slug(name)) for name in raw.get("rules", ()))
    return CommandGroup(rules=rules, each=raw.get("each", 1))


def _formation(raw: Mapping[str, Any] | None) -> Formation | None:
    if raw is None:
        return None
    rows = tuple(FormationRow(row["width"], tuple(row["sizes"])) for row in raw.get("rows", ()))
    return Formation(rows=rows, singles=raw.get("singles", True))


def _field(raw: Mapping[str, Any]) -> UnitField:
    name, short = build_text(raw["name"]), build_text(raw["short"])
    return UnitField(id=raw["id"], name=name, short=short, default=raw.get("default"))


def _tracking(raw: Mapping[str, Any]) -> Tracking:
    states = _named(raw.get("states", ()))
    return Tracking(
        rounds=raw.get("rounds", 4),
        states=states,
        spell_tokens=raw.get("spell_tokens", 0),
        wound_markers=raw.get("wound_markers", 0),
        tough_markers=raw.get("tough_markers"),
        half_strength=raw.get("half_strength", True),
    )


def _combat(raw: Mapping[str, Any]) -> Combat:
    left, melee = (build_text(raw[key]) if key in raw else None for key in ("without", "melee_without"))
    return Combat(
        effects=build_effects(raw.get("effects", ())) or (),
        cast=raw.get("cast"),
        wound_roll=WoundRoll(**raw["wound_roll"]) if "wound_roll" in raw else None,
        morale=raw.get("morale", True),
        without=left,
        melee_without=melee,
        rows=raw.get("rows"),
        field=tuple(map(_usual_target, raw.get("field", ()))),
    )


def _usual_target(raw: Mapping[str, Any]) -> UsualTarget:
    rules = tuple(map(parse_rule, raw.get("rules", ())))
    return UsualTarget(build_text(raw["name"]), raw["models"], raw["defense"], raw.get("tough", 1), rules)


def _pace(raw: Mapping[str, Any] | None) -> Pace | None:
    return None if raw is None else Pace(moves=build_moves(raw), field=raw.get("field"))


def _experience(raw: Mapping[str, Any] | None) -> ExperienceCost | None:
    return None if raw is None else ExperienceCost(**raw)


def _named(raw: Any) -> tuple[Named, ...]:
    return tuple(Named(item["id"], build_text(item["name"])) for item in raw)

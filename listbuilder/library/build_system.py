"""Build a system from its file and those it is based on, with its limits and quick reference.

Texts of the quick reference name rules (`{tough}`) and the system's own values (`{move.rush}`, `{game.rounds}`,
`{state.shaken}`) by marker, so that a derived system shows its own numbers.
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

_LIMIT_NUMBERS = ("base", "per", "percent", "most", "least", "least_percent")


def build_limits(raw: Mapping[str, Any]) -> dict[str, Limit]:
    """Build limits by id; if a limit does not say what it counts, its id does."""
    return {name: _build_limit(name, limit) for name, limit in raw.items()}


def _build_limit(name: str, raw: Mapping[str, Any]) -> Limit:
    title, of = raw.get("name"), raw.get("of")
    return Limit(
        id=name,
        counts=Measure(raw.get("counts", name)),
        of=None if of is None else _build_selection(of),
        each_unit=raw.get("each") == "unit",
        name=None if title is None else build_text(title),
        **{key: raw[key] for key in _LIMIT_NUMBERS if key in raw},
    )


def _build_selection(raw: Mapping[str, Any]) -> Selection:
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


_VALUE_MARKER = re.compile(r"\{([a-z]+\.[a-z][a-z0-9-]*)\}")


def build_reference(raw: Mapping[str, Any]) -> Mapping[str, Chapter]:
    """Build the quick reference of a merged system, each chapter on first access."""
    rules, values = raw.get("rules", {}), page_values(raw)

    def rule_name(rule: str) -> Raw | None:
        return rules[rule]["name"] if rule in rules else None

    def build(key: str, chapter: Mapping[str, Any]) -> Chapter:
        points = [name_rules(_fill_values(point, values), rule_name) for point in chapter["points"]]
        mentioned = dict.fromkeys(rule for point in chapter["points"] for rule in mentions(point) if rule in rules)
        return Chapter(
            id=key,
            title=build_text(chapter["title"]),
            points=tuple(map(build_text, points)),
            mentions=tuple(map(RuleId, mentioned)),
        )

    return LazyMapping(raw.get("reference", {}), build)


def page_values(raw: Mapping[str, Any]) -> Mapping[str, Raw]:
    """Return the values that markers can name: moves, numbers of the game and names of states."""
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
    """Yield the values that a text names by marker."""
    for words in text.values() if isinstance(text, Mapping) else (text,):
        yield from _VALUE_MARKER.findall(words)


def _fill_values(text: Raw, values: Mapping[str, Raw]) -> Raw:
    def fill(words: str, language: str) -> str:
        return _VALUE_MARKER.sub(lambda match: in_language(values.get(match[1], match[0]), language), words)

    return map_words(text, fill)


_REPLACED_KEYS = frozenset({"name", "document", "short", "title", "text", "correction", "note", "moves"})
"""Keys that are replaced as a whole, so that a new English text never keeps an old translation."""


def merge_raw(base: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    """Merge a file over its base: mappings are merged, other values replaced, and null removes a key."""
    merged = dict(base)
    if "text" in change:
        for key in ("wording", "effects"):
            merged.pop(key, None)  # a new text replaces the rule, so the old wording and effects no longer apply
    for key, value in change.items():
        old = merged.get(key)
        if value is None:
            merged.pop(key, None)
        elif isinstance(value, dict) and isinstance(old, Mapping) and key not in _REPLACED_KEYS:
            merged[key] = merge_raw(old, value)
        else:
            merged[key] = {k: v for k, v in value.items() if v is not None} if isinstance(value, dict) else value
    return merged


def _build_citation(raw: Mapping[str, Any]) -> Citation:
    sections = {topic: build_text(section) for topic, section in raw.get("sections", {}).items()}
    return Citation(document=build_text(raw["document"]), sections=sections)


def build_system(raw: Mapping[str, Any], sha256: str) -> System:
    """Build a system from its merged form."""
    combining, moves = raw.get("combining", {}), raw.get("moves")
    experience = raw.get("campaign", {}).get("experience")
    return System(
        id=SystemId(raw["id"]),
        name=build_text(raw["name"]),
        edition=raw["edition"],
        short=raw["short"],
        sha256=sha256,
        citation=_build_citation(raw["citation"]),
        suggested_points=tuple(raw.get("points", {}).get("suggested", ())),
        roles=Roles(**{role: RuleId(slug(name)) for role, name in raw.get("roles", {}).items()}),
        force_organisation=_build_force_organisation(raw.get("force_organisation")),
        combining=Combining(
            allowed=combining.get("allowed", False), single_models=Stance(combining.get("single_models", "forbid"))
        ),
        joining=Joining(**raw.get("joining", {})),
        mixing=Stance(raw.get("mixing", "warn")),
        command_group=_build_command_group(raw.get("command_group", {})),
        formation=_build_formation(raw.get("formation")),
        fields=tuple(_build_field(field) for field in raw.get("fields", ())),
        weapon_columns=tuple(raw.get("weapon_columns", ("range", "attacks", "armour_piercing", "rules"))),
        card=tuple(raw.get("card", ())),
        layout=raw.get("layout", "roster"),
        measure=raw.get("measure", {}).get("mark", '"'),
        base=raw.get("base", "round"),
        pace=None if moves is None else Pace(moves=build_moves(moves), field=moves.get("field")),
        wounds_field=raw.get("wounds", {}).get("field"),
        tracking=_build_tracking(raw.get("tracking", {})),
        combat=_build_combat(raw.get("combat", {})),
        experience=None if experience is None else ExperienceCost(**experience),
        groups=_build_named(raw.get("groups", ())),
        rules=_build_rules(raw.get("rules", {})),
        reference=build_reference(raw),
        keys=tuple(raw.get("keys", ())),
        books=tuple(raw.get("books", ())),
    )


def _build_rules(raw: Mapping[RuleId, Any]) -> Mapping[RuleId, Rule]:
    def rule_name(rule: str) -> Any | None:
        return raw[RuleId(rule)]["name"] if rule in raw else None

    return LazyMapping(raw, lambda key, entry: build_rule(key, write_out(entry, rule_name)))


def _build_force_organisation(raw: Mapping[str, Any] | None) -> ForceOrganisation | None:
    if raw is None:
        return None
    joined = raw.get("joined_heroes", {})
    return ForceOrganisation(
        optional=raw.get("optional", True),
        limits=build_limits(raw.get("limits", {})),
        joined_counts_as_unit=joined.get("count_as_unit", False),
        joined_shares_with_host=joined.get("share_with_host", True),
    )


def _build_command_group(raw: Mapping[str, Any]) -> CommandGroup:
    rules = frozenset(RuleId(slug(name)) for name in raw.get("rules", ()))
    return CommandGroup(rules=rules, each=raw.get("each", 1))


def _build_formation(raw: Mapping[str, Any] | None) -> Formation | None:
    if raw is None:
        return None
    rows = tuple(FormationRow(row["width"], tuple(row["sizes"])) for row in raw.get("rows", ()))
    return Formation(rows=rows, singles=raw.get("singles", True))


def _build_field(raw: Mapping[str, Any]) -> UnitField:
    name, short = build_text(raw["name"]), build_text(raw["short"])
    return UnitField(id=raw["id"], name=name, short=short, default=raw.get("default"))


def _build_tracking(raw: Mapping[str, Any]) -> Tracking:
    return Tracking(
        rounds=raw.get("rounds", 4),
        states=_build_named(raw.get("states", ())),
        spell_tokens=raw.get("spell_tokens", 0),
        wound_markers=raw.get("wound_markers", 0),
        tough_markers=raw.get("tough_markers"),
        half_strength=raw.get("half_strength", True),
    )


def _build_combat(raw: Mapping[str, Any]) -> Combat:
    without, melee_without = (build_text(raw[key]) if key in raw else None for key in ("without", "melee_without"))
    return Combat(
        effects=build_effects(raw.get("effects", ())) or (),
        cast=raw.get("cast"),
        wound_roll=WoundRoll(**raw["wound_roll"]) if "wound_roll" in raw else None,
        morale=raw.get("morale", True),
        without=without,
        melee_without=melee_without,
        rows=raw.get("rows"),
        field=tuple(map(_build_usual_target, raw.get("field", ()))),
    )


def _build_usual_target(raw: Mapping[str, Any]) -> UsualTarget:
    rules = tuple(map(parse_rule, raw.get("rules", ())))
    return UsualTarget(build_text(raw["name"]), raw["models"], raw["defense"], raw.get("tough", 1), rules)


def _build_named(raw: Any) -> tuple[Named, ...]:
    return tuple(Named(item["id"], build_text(item["name"])) for item in raw)

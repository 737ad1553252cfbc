"""Build a system from its file and those it is based on, with its limits and quick reference; and build events.

Texts of the quick reference name rules (`{tough}`) and the system's own values (`{move.rush}`, `{game.rounds}`,
`{state.shaken}`) by marker, so that a derived system shows its own numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from listbuilder import model
from listbuilder.library.build_faction import build_effects, build_moves, build_rule
from listbuilder.library.cache import LazyMapping
from listbuilder.library.rule_wordings import (
    RawText,
    RuleNames,
    expand_markers,
    find_mentions,
    map_languages,
    replace_rule_markers,
    text_in_language,
)
from listbuilder.model import build_text, slugify
from listbuilder.model.notation import parse_rule

_LIMIT_NUMBERS = ("base", "per", "percent", "most", "least", "least_percent")


def build_limits(raw: Mapping[str, Any]) -> dict[str, model.Limit]:
    """Build limits by id; if a limit does not say what it counts, its id does."""
    return {
        name: model.Limit(
            id=name,
            measure=model.Measure(limit.get("counts", name)),
            applies_to=_build_selection(limit["of"]) if "of" in limit else None,
            per_unit=limit.get("each") == "unit",
            name=build_text(limit["name"]) if "name" in limit else None,
            **{key: limit[key] for key in _LIMIT_NUMBERS if key in limit},
        )
        for name, limit in raw.items()
    }


def _build_selection(raw: Mapping[str, Any]) -> model.EntryFilter:
    rule = raw.get("rule")
    return model.EntryFilter(
        rule=None if rule is None else model.RuleId(slugify(rule)),
        min_rating_exclusive=raw.get("over"),
        group=raw.get("group"),
        units=frozenset(raw.get("units", ())),
        faction=raw.get("faction"),
        option=raw.get("option"),
        section=raw.get("section"),
        unique=raw.get("unique"),
        hero=raw.get("hero"),
    )


_VALUE_MARKER = re.compile(r"\{([a-z]+\.[a-z][a-z0-9-]*)\}")


def _build_reference(raw: Mapping[str, Any], rule_name: RuleNames) -> Mapping[str, model.Chapter]:
    """Build the quick reference of a merged system, each chapter on first access."""
    rules, values = raw.get("rules", {}), reference_values(raw)

    def fill_values(words: str, language: str) -> str:
        return _VALUE_MARKER.sub(lambda match: text_in_language(values.get(match[1], match[0]), language), words)

    def build(key: str, chapter: Mapping[str, Any]) -> model.Chapter:
        points = [replace_rule_markers(map_languages(point, fill_values), rule_name) for point in chapter["points"]]
        mentioned = dict.fromkeys(rule for point in chapter["points"] for rule in find_mentions(point) if rule in rules)
        return model.Chapter(
            id=key,
            title=build_text(chapter["title"]),
            sentences=tuple(map(build_text, points)),
            mentioned_rules=tuple(map(model.RuleId, mentioned)),
        )

    return LazyMapping(raw.get("reference", {}), build)


def reference_values(raw: Mapping[str, Any]) -> Mapping[str, RawText]:
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


def find_value_markers(text: RawText) -> Iterator[str]:
    """Yield the values that a text names by marker."""
    for words in text.values() if isinstance(text, Mapping) else (text,):
        yield from _VALUE_MARKER.findall(words)


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


def build_system(raw: Mapping[str, Any], sha256: str) -> model.System:
    """Build a system from its merged form."""
    citation, combining, moves = raw["citation"], raw.get("combining", {}), raw.get("moves")
    command_group, experience = raw.get("command_group", {}), raw.get("campaign", {}).get("experience")
    rules: Mapping[model.RuleId, Any] = raw.get("rules", {})

    def rule_name(rule: str) -> RawText | None:
        name: RawText | None = rules[model.RuleId(rule)]["name"] if rule in rules else None
        return name

    return model.System(
        id=raw["id"],
        name=build_text(raw["name"]),
        edition=raw["edition"],
        abbreviation=raw["short"],
        sha256=sha256,
        citation=model.Citation(
            document=build_text(citation["document"]),
            sections={topic: build_text(section) for topic, section in citation.get("sections", {}).items()},
        ),
        suggested_points=tuple(raw.get("points", {}).get("suggested", ())),
        roles=model.RuleRoles(**{role: model.RuleId(slugify(name)) for role, name in raw.get("roles", {}).items()}),
        force_organisation=_build_force_organisation(raw.get("force_organisation")),
        combining=model.CombiningRules(
            allowed=combining.get("allowed", False),
            single_models=model.Permission(combining.get("single_models", "forbid")),
        ),
        joining=model.JoiningRules(**raw.get("joining", {})),
        mixing=model.Permission(raw.get("mixing", "warn")),
        command_group=model.CommandGroup(
            rules=frozenset(model.RuleId(slugify(name)) for name in command_group.get("rules", ())),
            max_each=command_group.get("each", 1),
        ),
        formation=_build_formation(raw.get("formation")),
        unit_fields=tuple(
            model.UnitField(**{**field, "name": build_text(field["name"]), "short": build_text(field["short"])})
            for field in raw.get("fields", ())
        ),
        weapon_columns=tuple(raw.get("weapon_columns", ("range", "attacks", "armour_piercing", "rules"))),
        card_fields=tuple(raw.get("card", ())),
        default_layout=raw.get("layout", "roster"),
        distance_mark=raw.get("measure", {}).get("mark", '"'),
        base_shape=raw.get("base", "round"),
        movement=None
        if moves is None
        else model.MovementRules(moves=build_moves(moves), speed_field=moves.get("field")),
        wounds_field=raw.get("wounds", {}).get("field"),
        tracking=_build_tracking(raw.get("tracking", {})),
        combat=_build_combat(raw.get("combat", {})),
        experience=None if experience is None else model.ExperienceCost(**experience),
        unit_groups=_build_named(raw.get("groups", ())),
        rules=LazyMapping(rules, lambda key, entry: build_rule(key, expand_markers(entry, rule_name))),
        reference=_build_reference(raw, rule_name),
        foreign_ids=tuple(raw.get("keys", ())),
        book_systems=tuple(raw.get("books", ())),
    )


def _build_force_organisation(raw: Mapping[str, Any] | None) -> model.ForceOrganisation | None:
    if raw is None:
        return None
    joined = raw.get("joined_heroes", {})
    return model.ForceOrganisation(
        optional=raw.get("optional", True),
        limits=build_limits(raw.get("limits", {})),
        joined_counts_as_unit=joined.get("count_as_unit", False),
        joined_shares_with_host=joined.get("share_with_host", True),
    )


def _build_formation(raw: Mapping[str, Any] | None) -> model.Formation | None:
    if raw is None:
        return None
    rows = tuple(model.FormationRow(row["width"], tuple(row["sizes"])) for row in raw.get("rows", ()))
    return model.Formation(rows=rows, allows_single_models=raw.get("singles", True))


def _build_tracking(raw: Mapping[str, Any]) -> model.TrackingRules:
    return model.TrackingRules(
        rounds=raw.get("rounds", 4),
        states=_build_named(raw.get("states", ())),
        max_spell_tokens=raw.get("spell_tokens", 0),
        wound_markers=raw.get("wound_markers", 0),
        tough_markers=raw.get("tough_markers"),
        uses_half_strength=raw.get("half_strength", True),
    )


def _build_combat(raw: Mapping[str, Any]) -> model.CombatRules:
    return model.CombatRules(
        effects=build_effects(raw.get("effects", ())) or (),
        min_cast_roll=raw.get("cast"),
        wound_roll=model.WoundRoll(**raw["wound_roll"]) if "wound_roll" in raw else None,
        has_morale=raw.get("morale", True),
        unmodelled_note=build_text(raw["without"]) if "without" in raw else None,
        unmodelled_melee_note=build_text(raw["melee_without"]) if "melee_without" in raw else None,
        melee_rows=raw.get("rows"),
        typical_targets=tuple(
            model.TypicalTarget(
                build_text(target["name"]),
                target["models"],
                target["defense"],
                target.get("tough", 1),
                tuple(map(parse_rule, target.get("rules", ()))),
            )
            for target in raw.get("field", ())
        ),
    )


def _build_named(raw: Any) -> tuple[model.NamedId, ...]:
    return tuple(model.NamedId(item["id"], build_text(item["name"])) for item in raw)


def build_event(raw: Mapping[str, Any]) -> model.Event:
    """Build an event from its checked file."""
    mixing, deadline = raw.get("mixing"), raw.get("deadline")
    return model.Event(
        id=raw["id"],
        name=build_text(raw["name"]),
        systems=tuple(raw.get("systems", ())),
        points=raw.get("points"),
        min_points=raw.get("least_points"),
        force_org=raw.get("force_org"),
        collections=tuple(raw.get("collections", ())),
        factions=tuple(raw.get("factions", ())),
        banned_factions=tuple(raw.get("banned_factions", ())),
        versions=dict(raw.get("versions", {})),
        banned_units=tuple(raw.get("banned_units", ())),
        unit_limits=dict(raw.get("unit_limits", {})),
        limits=build_limits(raw.get("limits", {})),
        mixing=None if mixing is None else model.Permission(mixing),
        min_main_faction_percent=raw.get("main_faction_percent"),
        allows_narrative_units=raw.get("narrative", True),
        allows_named_characters=raw.get("named_characters", True),
        required_fields=tuple(raw.get("required", ())),
        deadline=None if deadline is None else parse_deadline(deadline),
        list_set=model.ListSetRules(**raw.get("lists", {})),
        teams=model.TeamRules(**raw.get("teams", {})),
        scoring=model.Scoring(**raw.get("scoring", {})),
        visibility=model.ListVisibility(raw.get("shown", model.ListVisibility.OPEN.value)),
    )


def parse_deadline(text: str) -> datetime:
    """Parse an ISO date and time; without a time zone, UTC is assumed."""
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)

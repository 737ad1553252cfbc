"""Parts of the library one by one: limits, rule families, wordings, spells, effects and templates."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from listbuilder.datafiles.check_files import check_file
from listbuilder.datafiles.checks.limits import _check_bounds, _check_selection
from listbuilder.datafiles.checks.references import _has_distinct_faces, _is_idle
from listbuilder.datafiles.templates import build_starter_faction, build_starter_list, build_starter_system
from listbuilder.datafiles.yaml_reader import parse_yaml
from listbuilder.diagnostics import Diagnostic
from listbuilder.library import Library
from listbuilder.library.glossary import Glossary, build_spell_text, find_missing_facts, find_spell_rules
from listbuilder.library.rule_wordings import (
    WordingIndex,
    add_rating,
    compose_entry,
    fill_slots,
    find_slots,
    hash_wording,
    match_patterns,
    matches_wording,
    strip_rating,
)
from listbuilder.model import RuleId
from tests.library.library_samples import FACTION, GUARDS

Check = Callable[..., list[Diagnostic]]


@pytest.mark.parametrize(
    ("limit", "keys"),
    [
        ({"least": 3, "most": 2}, ["contradiction"]),
        ({"least": 2, "most": 2}, []),
        ({"least": 3, "base": 2}, ["contradiction"]),
        ({"least": 3, "base": 2, "per": 500}, []),
        ({"least": 3, "base": 5, "most": 2}, ["contradiction"]),
        ({"least": 3, "base": 2, "most": 5}, ["contradiction"]),
        ({"least": 3, "base": 2, "per": 500, "most": 2}, ["contradiction"]),
        ({"least_percent": 40, "percent": 25}, ["contradiction"]),
        ({"least_percent": 25, "percent": 25}, []),
        ({"least": 40, "percent": 25}, []),
        ({"least": 0}, ["nothing-asked"]),
        ({"least_percent": 0}, ["nothing-asked"]),
        ({"least": 0, "least_percent": 5}, []),
        ({"least": 1, "least_percent": 0}, []),
        ({"least": 0, "most": 3}, []),
        ({"percent": 100}, ["everything-allowed"]),
        ({"percent": 99}, []),
        ({"percent": 100, "most": 3}, []),
        ({"percent": 100, "least": 1}, ["everything-allowed"]),
    ],
)
def test_contradictory_bounds_are_found(limit: dict[str, int], keys: list[str]) -> None:
    assert [word.key for word in _check_bounds(limit)] == [f"limit-problem.{key}" for key in keys]


def test_a_contradiction_names_both_numbers() -> None:
    (word,) = _check_bounds({"least": 3, "base": 5, "most": 2})
    assert word.values == {"least": 3, "most": 2}


GAMES = [
    {"rules": {"tough": {"takes": "number"}, "fear": {}, "half": {"takes": "number"}}},
    {"rules": {"half": {}, "fear": {"takes": "text"}}},
    {},
]


@pytest.mark.parametrize(
    ("limit", "keys"),
    [
        ({"counts": "heroes", "of": {"hero": False}}, ["no-heroes"]),
        ({"counts": "heroes", "of": {"hero": True}}, []),
        ({"counts": "heroes"}, []),
        ({"counts": "units", "of": {"hero": False}}, []),
        ({"of": {"faction": "elves", "units": ["orcs/boys"]}}, ["other-faction"]),
        ({"of": {"faction": "elves", "units": ["orcs/boys", "elves/spears"]}}, []),
        ({"of": {"faction": "elves", "units": []}}, []),
        ({"of": {"units": ["orcs/boys"]}}, []),
        ({"of": {"rule": "Fear", "over": 2}}, ["no-number"]),
        ({"of": {"rule": "Fear"}}, []),
        ({"of": {"rule": "Tough", "over": 2}}, []),
        ({"of": {"rule": "Half", "over": 2}}, []),
        ({"of": {"rule": "Nobody", "over": 2}}, []),
    ],
)
def test_impossible_limit_filters_are_found(limit: dict[str, Any], keys: list[str]) -> None:
    assert [word.key for word in _check_selection(limit, GAMES)] == [f"limit-problem.{key}" for key in keys]


AURA = {"match": "{rule} Aura", "text": {"en": "All have {rule}.", "de": "Alle haben {rule}."}, "wording": ["w"]}
MELEE = {"match": "{rule} in Melee Aura", "text": "In melee {rule}."}
ANTI = {"match": "Anti-{rule}", "text": "No {rule}.", "free": True}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Fast Aura", [(AURA, "Fast")]),
        ("Fast in Melee Aura", [(MELEE, "Fast"), (AURA, "Fast in Melee")]),
        ("Anti-Fast", [(ANTI, "Fast")]),
        ("Anti-Fast Aura", [(ANTI, "Fast Aura"), (AURA, "Anti-Fast")]),
        ("Aura", []),
        (" Aura", []),
        ("Anti-", []),
        ("Fast", []),
    ],
)
def test_most_specific_pattern_wins(name: str, expected: list[tuple[Any, str]]) -> None:
    assert list(match_patterns(name, [ANTI, AURA, MELEE, {"match": "{rule}", "text": ""}])) == expected


def test_placeholders_are_filled_in_each_language() -> None:
    assert fill_slots("{a} and {b}", {"a": 1}) == "1 and {b}"
    assert fill_slots({"en": "{a}!", "de": "{a}?"}, {"a": {"en": "x", "de": "y"}}) == {"en": "x!", "de": "y?"}
    assert fill_slots({"en": "{a}", "fr": "{a}"}, {"a": {"en": "x"}}) == {"en": "x", "fr": "x"}
    assert find_slots("{a} {b} {a} { c }") == {"a", "b"}
    assert add_rating("Tough", "Tough(3)") == "Tough(3)"
    assert add_rating({"en": "Tough", "de": "Zäh"}, "Tough(3)") == {"en": "Tough(3)", "de": "Zäh(3)"}
    assert [strip_rating(name) for name in ("Tough(3)", "Fast", "((")] == ["Tough", "Fast", "(("]


def test_family_text_mentions_the_named_rule() -> None:
    entry = compose_entry(
        {**AURA, "bestows": True}, "Tough(3) Aura", "Tough(3)", {"name": {"en": "Tough", "de": "Zäh"}}
    )
    assert entry == {
        "wording": ["w"],
        "mentions": ["tough"],
        "bestows": "tough",
        "text": {"en": "All have Tough(3).", "de": "Alle haben Zäh(3)."},
        "name": "Tough(3) Aura",
    }
    named = {"match": "Anti-{rule}", "name": {"en": "-", "de": "Anti-{rule}"}, "text": "{rule}", "bestows": True}
    assert compose_entry(named, "Anti-Odd", "Odd", None) == {
        "text": "Odd",
        "name": {"en": "Anti-Odd", "de": "Anti-Odd"},
    }
    granting = {"match": "x", "text": "", "effects": [{"grants": "{rule}"}, {"hit": 1}]}
    assert compose_entry(granting, "x", "Fast", None)["effects"] == [{"grants": "Fast"}, {"hit": 1}]


def test_text_lists_its_wordings() -> None:
    entries: list[dict[str, Any]] = [{}, {"wording": ["b", "z"]}, {"wording": ["z"]}, {"wording": []}]
    assert [matches_wording(entry, ["a", "b"]) for entry in entries] == [True, True, False, False]
    assert hash_wording("It’s  FAST – now") == hash_wording("it's fast - now")
    assert hash_wording("''Fast''") == hash_wording("“fast”")
    assert (
        hash_wording("gets Fast here", "Fast")
        == hash_wording("gets Slow here", "Slow")
        != hash_wording("gets fast here")
    )
    assert len(hash_wording("x")) == 12
    assert hash_wording("x").isalpha()


def test_texts_are_found_by_wording() -> None:
    fast, slow = ({"name": name, "text": name, "wording": [name[0]]} for name in ("Fast", "Slow"))
    twin = {"name": "Twin", "text": "Twin", "wording": ["F"]}
    silent = {"name": "Silent", "wording": ["F"]}
    known = WordingIndex([({"silent": silent, "fast": fast, "twin": twin, "slow": slow}, [AURA, MELEE])])
    explain = {"Fast": fast}.get
    assert known.find("Twin", ["F"], explain) == twin
    assert known.find("Swift", ["F"], explain) == {"text": "Fast", "wording": ["F"]}, "equal wording, other name"
    assert known.find("Fast Aura", ["w"], explain)["mentions"] == ["fast"]
    assert known.find("Fast Aura", ["x"], explain) is None
    assert known.find("Fast", ["x"], explain) is None
    assert [known.name_of(rule) for rule in ("fast", "silent", "nobody")] == ["Fast", None, None]
    names = ("Slow", "Any Aura", "Anti-Fast", "Silent", "Any in Melee")
    assert [known.has_rule(name) for name in names] == [True, True, False, False, False]
    assert known.hash_wordings("Fast Aura", "gets Fast") == [
        hash_wording("gets Fast"),
        hash_wording("gets Fast", "Fast"),
    ]
    assert known.hash_wordings("Fast", "gets Fast") == [hash_wording("gets Fast")]


def entry(name: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "text": name, **more}


def test_nearest_glossary_explains_a_rule() -> None:
    own, system, shared = ({"odd": entry(where)} for where in ("Own", "System", "Shared"))
    choices: list[Any] = [(own, [system], shared), ({}, [system], shared), ({}, [], shared), ({}, [{}], {})]
    explained = [Glossary(*sources).find("Odd") for sources in choices]
    assert [rule and rule["name"] for rule in explained] == ["Own", "System", "Shared", None]
    assert Glossary({}, [{}, system]).find("Odd") == system["odd"], "in any of the systems"
    assert Glossary({}, [{}, system]).for_system({}).find("Odd") is None


def test_faction_supplies_rules_some_systems_lack() -> None:
    shared = {"odd": entry("Shared")}
    system = {"odd": entry("System")}
    assert Glossary({}, [system], shared).find_for_faction("Odd") is None
    assert Glossary({}, [system, {}], shared).find_for_faction("Odd") == shared["odd"]
    assert Glossary({}, [], shared).find_for_faction("Odd") == shared["odd"]
    assert Glossary({"odd": entry("Own")}, [system], shared).find_for_faction("Odd") == entry("Own")
    assert Glossary({}, [system], {}).find_for_faction("Nobody") is None


def test_composed_rule_names_resolve() -> None:
    known = Glossary({}, [{"fast": entry("Fast"), "bold-aura": entry("Bold Aura")}], {}, [AURA, ANTI])
    inner = [
        known.inner_rule(name)
        for name in ("Fast Aura", "Fast(2) Aura", "Nobody Aura", "Anti-Nobody", "Bold Aura", "Fast")
    ]
    assert inner == ["Fast", "Fast", None, "Nobody", None, None]
    rule = known.find("Fast Aura")
    assert rule is not None
    assert rule["mentions"] == ["fast"]
    assert known.find("Nobody Aura") is None
    assert known.find("Anti-Nobody") is not None
    assert known.name_of("fast") == "Fast"
    assert known.name_of("nobody") is None
    assert known.translated_name("Nobody") == "Nobody"


def test_reworded_rule_takes_matching_text() -> None:
    ours = entry("Odd", wording=["old"], stacks="best", takes="number")
    theirs = entry("Odd", wording=["new"], stacks="add") | {"text": "New."}
    everywhere = WordingIndex([({"odd": theirs}, [])])

    def find(wordings: list[str] | None, own: dict[str, Any] | None = None) -> Any:
        hashes = {} if wordings is None else {"odd": wordings}
        return Glossary(own or {}, [{"odd": ours}], {}, (), hashes, everywhere).find("Odd")

    assert find(None) == ours
    assert find(["old"]) == ours
    assert find(["new"]) == {"name": "Odd", "takes": "number", "stacks": "add", "text": "New.", "wording": ["new"]}
    assert find(["lost"]) == {"name": "Odd", "takes": "number", "stacks": "best"}, "the name is known, but no text"
    own = {"odd": {"name": "Odd", "stacks": "best"}}
    assert find(["new"], own)["stacks"] == "best", "the faction's own entry wins"
    own_rules = {"odd": entry("Odd") | {"text": "Own."}}
    assert find(["new"], own_rules)["text"] == "Own."


def test_glossary_lookups() -> None:
    german = {"name": {"en": "Tough", "de": "Zäh"}, "takes": "number"}
    known = Glossary({"a": entry("A")}, [{"tough": german, "gone": {}}], {"b": entry("B")})
    assert known.known_names() == {"A", "B", "Tough"}
    assert known.english_names() == {"zäh": "Tough"}
    assert known.rules_with_number() == {"tough"}
    assert known.ids() == {"a", "b", "tough", "gone"}


TEXTS: dict[str, Any] = {
    "effects": {
        "hits": {"one": "{target}: {hits}{rules}.", "several": "{target}: {hits} each{rules}."},
        "gain": {"one": {"en": "{target} gains {rule}.", "de": "{target} erhält {rule}."}},
        "move": {"one": "{target} moves {advance} {when}"},
    },
    "phrases": {
        "target-enemy-unit": "one enemy in {range}",
        "target-enemy-units": "{most} enemies in {range}",
        "target-enemy-model": "one enemy model",
        "hits": "{hits} hits",
        "hits-1": "1 hit",
        "rules": ", {rules}",
    },
}


@pytest.mark.parametrize(
    ("effect", "text"),
    [
        ({"does": "hits", "side": "enemy", "range": 9, "hits": 2}, "One enemy in 9: 2 hits."),
        ({"does": "hits", "side": "enemy", "range": 9, "hits": 1, "most": 1}, "One enemy in 9: 1 hit."),
        ({"does": "hits", "side": "enemy", "range": 9, "hits": 2, "most": 2}, "2 enemies in 9: 2 hits each."),
        ({"does": "hits", "side": "enemy", "who": "model", "hits": 2}, "One enemy model: 2 hits."),
        ({"does": "move", "side": "enemy", "who": "model", "advance": 2}, "One enemy model moves +2 "),
        ({"does": "move", "side": "enemy", "who": "model", "advance": -2}, "One enemy model moves -2 "),
        ({"does": "nothing"}, None),
    ],
)
def test_spell_sentence_from_facts(effect: dict[str, Any], text: str | None) -> None:
    assert build_spell_text(effect, TEXTS) == text


def test_spell_rules_are_named_per_language() -> None:
    names: dict[str, Any] = {"Tough": {"en": "Tough", "de": "Zäh"}}

    def named(rule: str) -> Any:
        return names.get(rule, rule)

    gain = {"does": "gain", "side": "enemy", "who": "model", "rule": "Tough(3)"}
    assert build_spell_text(gain, TEXTS, named) == {
        "en": "One enemy model gains Tough(3).",
        "de": "One enemy model erhält Zäh(3).",
    }
    hits = {"does": "hits", "side": "enemy", "who": "model", "hits": 1, "rules": ["Tough(3)", "Odd", "(("]}
    assert build_spell_text(hits, TEXTS, named) == "One enemy model: 1 hit, Tough(3), Odd, ((."
    assert list(find_spell_rules(hits)) == ["Tough", "Odd"]
    assert list(find_spell_rules({"rule": "Tough(3)"})) == ["Tough"]
    assert list(find_spell_rules({})) == []


@pytest.mark.parametrize(
    ("effect", "missing"),
    [
        ({"does": "hits"}, ["hits", "range", "side"]),
        ({"does": "hits", "hits": 1, "side": "enemy", "range": 9}, []),
        ({"does": "move"}, ["advance", "range", "side"]),
        ({"does": "gain", "side": "enemy", "range": 1}, ["rule"]),
        ({"does": "nothing"}, []),
    ],
)
def test_missing_spell_facts_are_named(effect: dict[str, Any], missing: list[str]) -> None:
    assert find_missing_facts(effect, TEXTS) == missing


@pytest.mark.parametrize(
    ("effect", "within", "idle"),
    [
        ({"hit": 1}, False, False),
        ({"when": ["charge"]}, False, True),
        ({"choose": [{"hit": 1}]}, False, False),
        ({"choose": [{"hit": 1}]}, True, True),
        ({"roll": [{"hit": 1}], "hit": 1}, True, True),
        ({"hit": 1}, True, False),
        ({"dice": 6, "hit": 1}, False, True),
        ({"dice": 6, "hits": 1}, False, False),
        ({"hit": 1, "against": {"defense": {"least": 4, "most": 3}}}, False, True),
        ({"hit": 1, "against": {"defense": {"least": 4, "most": 4}}}, False, False),
        ({"hit": 1, "against": {"defense": {"least": 4}}}, False, False),
        ({"hit": 1, "against": {"defense": {"most": 0}}}, False, False),
    ],
)
def test_effects_without_effect_are_found(effect: dict[str, Any], within: bool, idle: bool) -> None:
    assert _is_idle(effect, within=within) is idle


@pytest.mark.parametrize(
    ("faces", "sound"),
    [((), True), (("1", "2-3", "4-6"), True), (("1-3", "3-6"), False), (("1", "1"), False), ((None,), False),
     (("1-2", "x"), False), (("6",), True)],
)  # fmt: skip
def test_die_choices_state_their_faces(faces: tuple[str | None, ...], sound: bool) -> None:
    assert _has_distinct_faces([{"on": face} if face else {} for face in faces]) is sound


@pytest.mark.parametrize(
    ("changes", "number", "most"),
    [
        ((("affects: all", "affects: {up_to: 10}"),), None, None),
        ((("affects: all", "affects: {exactly: 11}"),), 11, 10),
        ((("affects: all", "affects: {up_to: 6}"), ("replace: [Pike]", "replace: [2x Pike]")), 6, 5),
        ((("affects: all", "affects: {up_to: 5}"), ("replace: [Pike]", "replace: [2x Pike]")), None, None),
        (
            (("affects: all", "affects: {up_to: 20}"), ('["Pike (A1, Counter)"]', '["2x Pike (A1, Counter)"]')),
            None,
            None,
        ),
        ((("affects: all", "affects: {up_to: 9}"), ("packages:", GUARDS)), None, None),
        ((("affects: all", "affects: {up_to: 99}"), ("replace: [Pike]", "replace: [Halberd]")), None, None),
        ((("affects: all", "affects: {up_to: 11}"), ("      replace: [Pike]\n", "")), 11, 10),
        ((("affects: all", "affects: {up_to: 99}"), ("    upgrades: [drill]\n", "")), None, None),
    ],
)
def test_sections_affect_at_most_the_unit_size(
    check: Check, changes: Any, number: int | None, most: int | None
) -> None:
    findings = [finding for finding in check(*changes) if finding.code == "REF056"]
    expected = [] if number is None else [(number, most, ("pikemen",))]
    assert [
        (finding.params["number"], finding.params["most"], finding.params["units"]) for finding in findings
    ] == expected


@pytest.mark.parametrize(
    ("old", "new", "code", "spot"),
    [
        ("packages:", "packages:\n  idle: [{id: x, options: [{id: y, gain: [Fast], cost: 1}]}]", "REF010", (18, 3)),
        ("[drill]", "[drill]\n  - id: pikemen\n    name: X\n    size: 1\n    quality: 4\n    defense: 4\n    cost: 5",
         "REF004", (17, 9)),
        ("cost: 15", "cost: {pikeman: 10, pikemen: 15}", "REF007", (23, 65)),
        ("name: Testers", "name: {en: T, de: T}", "REF006", (8, 11)),
        ("affects: all", "affects: {up_to: 11}", "REF056", (21, 24)),
        ("      affects: all\n", "", "REF030", (20, 16)),
        ("name: Testers", "name: Testers\nspells: [{id: a, name: A, cost: 4, effect: {does: hits, side: enemy}}]",
         "DAT007", (6, 44)),
    ],
)  # fmt: skip
def test_faction_findings_have_paths(check: Check, old: str, new: str, code: str, spot: tuple[int, int]) -> None:
    findings = [finding for finding in check((old, new)) if finding.code == code]
    assert [finding.place and (finding.place.line, finding.place.column) for finding in findings][:1] == [spot], check(
        (old, new)
    )


def test_shared_faults_are_reported_once(check: Check) -> None:
    twice = "    - {id: swap, options: [{id: x, gain: [Fast], cost: 1}]}\n"
    findings = check(("packages:", GUARDS), ("cost: 15}\n", "cost: 15}\n" + twice))
    assert [(finding.code, finding.on) for finding in findings] == [("REF004", "packages.drill[1].id")]


@pytest.fixture(scope="module")
def library() -> Library:
    return Library.open(user=False)


def test_faction_template_has_required_fields(library: Library) -> None:
    for header in library.systems():
        system = library.system(header.id)
        value: Any = parse_yaml(build_starter_faction(system, "s.json", "Nördliche Wölfe: 2"), "")[0]
        assert (value["systems"], value["name"]) == ([system.id], {"en": "Nördliche Wölfe: 2"})
        captain, guards = value["units"]
        hero = None if system.roles.hero is None else system.rules[system.roles.hero].name.en
        assert captain.get("rules") == (None if hero is None else [hero])
        assert captain.get("group") == (system.unit_groups[0].id if system.unit_groups else None)
        fields = {field.id: field.default or 1 for field in system.unit_fields} or None
        assert captain.get("fields") == guards.get("fields") == fields


@pytest.mark.parametrize(
    ("name", "ident", "short"),
    [("Our Own Game", "our-own-game", "OOG"), ("!!!", "my-game", "MY"), ("true", "true", "T"), ("404", "404", "4"),
     ("a b c d e f g h i j", "a-b-c-d-e-f-g-h-i-j", "ABCDEFGH"), ("x" * 90, "x" * 80, "X")],
)  # fmt: skip
def test_system_template_takes_its_name(library: Library, name: str, ident: str, short: str) -> None:
    value: Any = parse_yaml(build_starter_system(library.system("aof-3.5"), "s.json", name), "")[0]
    assert (value["id"], value["name"], value["short"], value["based_on"]) == (ident, {"en": name}, short, "aof-3.5")


def test_list_template_starts_with_a_plain_unit(library: Library) -> None:
    system = library.system("aof-3.5")
    for header in library.newest_factions("aof-3.5"):
        faction = library.faction(header.id, "aof-3.5")
        text = build_starter_list(system, faction, "s.json", "Mine")
        value: Any = parse_yaml(text, "")[0]
        first = faction.units[value["units"][0]["unit"].partition("/")[2]]
        plain = [
            unit.id
            for unit in faction.units.values()
            if unit.size > 1 and not unit.unique and not unit.narrative and "hero" not in unit.rule_ids
        ]
        assert first.id == (plain or list(faction.units))[0]
        assert value["points"] == system.suggested_points[0]
        free = [option.id for section in first.sections if not section.targets for option in section.options]
        assert value["units"][0].get("upgrades") == (free[:1] or None)
        heroes = [unit.id for unit in faction.units.values() if "hero" in unit.rule_ids and not unit.unique]
        assert f"unit: {faction.id}/{(heroes or [first.id])[0]}, joins: a" in text
    sized: Any = parse_yaml(build_starter_list(system, faction, "s.json", "Mine", 333), "")[0]
    assert sized["points"] == 333


def test_sample_faction_is_as_expected() -> None:
    assert FACTION.splitlines()[19].strip() == "replace: [Pike]"


@pytest.mark.parametrize(
    ("choice", "code", "suggestion"),
    [
        ("option: halberd", None, None),
        ("option: halbert", "EVT014", "halberd"),
        ("section: swap", None, None),
        ("section: swop", "REF058", "swap"),
        ("rule: Own Rule", None, None),
        ("rule: Own Ruel", "REF001", "own-rule"),
        ("group: core", None, None),
        ("group: cor", "REF012", "core"),
        ("units: [testers/pikemen]", None, None),
        ("units: [testers/pikeman]", "REF007", "testers/pikemen"),
        ("faction: testers", None, None),
        ("faction: tester", "REF011", "testers"),
    ],
)
def test_limits_resolve_in_their_own_systems(data: Path, choice: str, code: str | None, suggestion: str | None) -> None:
    own = "name: Testers\nrules: {own-rule: {name: Own Rule, text: x}}"
    (data / "testers.yaml").write_text(FACTION.replace("name: Testers", own).replace("[Fearless]", "[Own Rule]"))
    for system, expected in (("aofr-3", code), ("way-of-wood", "other game")):
        event = data / "cup.yaml"
        event.write_text(
            f"format: 1\nid: cup\nname: Cup\nsystems: [{system}]\npoints: 1000\n"
            f"limits: {{odd: {{name: Odd, counts: units, of: {{{choice}}}, most: 1}}}}\n"
        )
        findings = [
            finding for finding in check_file(event, Library.open([data])) if finding.on and ".of." in finding.on
        ]
        if expected == "other game":
            assert len(findings) == (choice not in ("faction: testers", "group: core")), "not in a different system"
        else:
            assert [(finding.code, finding.params.get("suggestion")) for finding in findings] == (
                [(expected, suggestion)] if expected else []
            )


def test_faction_includes_rules_its_texts_mention(data: Path) -> None:
    rules = "rules: {own: {name: Own, text: {en: 'Gives {agile}.'}}, giving: {name: Giving, text: x, bestows: agile}}"
    text = FACTION.replace("name: Testers", f"name: Testers\ncollection: opr-aof-3.5\n{rules}")
    (data / "f.yaml").write_text(text.replace("[Fearless]", "[Own]"), encoding="utf-8")
    faction = Library.open([data]).faction("testers")
    assert set(faction.rules) == {"own", "giving", "agile"}
    assert faction.rules[RuleId("own")].text.en == "Gives Agile."
    assert faction.rules[RuleId("own")].mentioned_rules == ("agile",)
    (data / "f.yaml").write_text(text.replace("{agile}", "{fearless}").replace("bestows: agile", "bestows: fearless"))
    assert set(Library.open([data]).faction("testers").rules) == {"own", "giving"}, "the system explains it"

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from listbuilder.datafiles.check_files import check_file
from listbuilder.diagnostics import Diagnostic
from listbuilder.diagnostics.messages import describe_finding
from listbuilder.library import Library
from tests.library.library_samples import FACTION, GUARDS

Check = Callable[..., list[Diagnostic]]

SECOND = """\
    - id: more
      {kind}: [{target}]
      affects: all
      options:
        - {{id: thing, gain: [Fearless], cost: 5}}
"""
SYSTEM = """\
format: 1
id: {id}
name: Own
edition: "1"
short: OWN
citation: {{document: None}}
"""
EVENT = "format: 1\nid: cup\nname: Cup\nsystems: [aofr-3]\npoints: 1000\n"


@pytest.mark.parametrize(
    ("old", "new", "code", "on", "spot"),
    [
        ("[Fearless]", "[Fearles]", "REF001", "units[0].rules[0]", (14, 13)),
        ("Counter", "Cuonter", "REF001", "units[0].weapons[0]", (15, 15)),
        ("[drill]", "[dril]", "REF002", "units[0].upgrades[0]", (16, 16)),
        ("replace: [Pike]", "replace: [Pikke]", "REF003", "packages.drill[0].replace[0]", (20, 17)),
        ("[Fearless]", "[Tough]", "REF005", "units[0].rules[0]", (14, 13)),
        ("[Fearless]", '["Tough(X)"]', "REF005", "units[0].rules[0]", (14, 13)),
        ("[Fearless]", "[Fearless(2)]", "REF009", "units[0].rules[0]", (14, 13)),
        (
            "cost: 15",
            "cost: {pikemen: 15, pikeman: 10}",
            "REF007",
            "packages.drill[0].options[0].cost.pikeman",
            (23, 78),
        ),
        ("[aofr-3]", "[aofr-3, aofr-33]", "REF008", "systems[1]", (3, 19)),
        ("group: core", "group: cor", "REF012", "units[0].group", (13, 12)),
        ("name: Testers", "name: Testers\nspells: [{id: a, name: A, cost: 4}]", "REF013", "spells[0]", (6, 10)),
        ("name: Testers", "name: Testers\ncollection: opr-aof-3.6", "REF015", "collection", (6, 13)),
        ("group: core", "group: core\n    fields: {speed: 6}", "REF017", "units[0].fields.speed", (14, 14)),
        ("name: Testers", "name: Testers\nrules: {drill: {name: Big Drill}}", "REF019", "rules.drill", (6, 9)),
    ],
)
def test_findings_have_code_path_and_place(  # noqa: PLR0917 - the columns of the table
    check: Check, old: str, new: str, code: str, on: str, spot: tuple[int, int]
):
    findings = [finding for finding in check((old, new)) if finding.code != "REF010"]
    assert [(finding.code, finding.on, (finding.place.line, finding.place.column)) for finding in findings] == [
        (code, on, spot)
    ]
    for language in ("en", "de"):
        assert "{" not in describe_finding(findings[0], language).replace("{en", "")


@pytest.mark.parametrize(
    ("old", "new", "close"),
    [
        ("[Fearless]", "[Fearles]", "Fearless"),
        ("[drill]", "[dril]", "drill"),
        ("replace: [Pike]", "replace: [Pikke]", "Pike"),
        ("group: core", "group: cor", "core"),
        ("[aofr-3]", "[aofr3]", "aofr-3"),
    ],
)
def test_similar_words_are_suggested(check: Check, old: str, new: str, close: str):
    finding = next(
        finding for finding in check((old, new)) if finding.code.startswith("REF") and finding.code != "REF010"
    )
    assert finding.params["suggestion"] == close


def test_one_unknown_rule_is_one_finding(check: Check):
    (finding,) = check(("[Fearless]", "[Oddity]"), ("Counter", "Oddity"))
    assert (finding.code, finding.params["uses"]) == ("REF001", 2)


def test_a_rule_must_be_known_in_every_system(check: Check):
    (finding,) = check(("[aofr-3]", "[aofr-3, aofr-2.7]"), ("Rending", "Thrust"), ("Counter", "Rending"))
    assert (finding.code, finding.params["systems"]) == ("REF001", ("aofr-2.7",))


def test_own_rules_collections_and_patterns_resolve(check: Check):
    collection = ("name: Testers", "name: Testers\ncollection: opr-aof-3.5\nrules: {odd: {name: Odd}}")
    assert check(collection, ("[Fearless]", "[Odd, Agile, Fearless Aura, Odd in Melee Aura]")) == []
    (finding,) = check(collection, ("[Fearless]", "[Nonesuch Aura]"))
    assert finding.code == "REF001"


def test_targets_may_come_from_items_or_options(check: Check):
    horse = ("Halberd (A1, Rending)", "War Horse (Fast, Hooves (A1))")
    for target in ("Hoof", "War Horses", "pikes"):
        text_after = ("cost: 15}\n", "cost: 15}\n" + SECOND.format(kind="upgrade", target=target))
        assert check(horse, text_after) == [], target
    (finding,) = check(horse, ("cost: 15}\n", "cost: 15}\n" + SECOND.format(kind="replace", target="Lance")))
    assert (finding.code, finding.params["units"]) == ("REF003", ("pikemen",))


def test_duplicate_ids(check: Check):
    option = '        - {id: halberd, gain: ["Axe (A1)"], cost: 1}\n'
    assert [finding.on for finding in check(("cost: 15}\n", "cost: 15}\n" + option))] == [
        "packages.drill[0].options[1].id"
    ]
    section = SECOND.format(kind="upgrade", target="Pike").replace("more", "swap")
    assert [finding.on for finding in check(("cost: 15}\n", "cost: 15}\n" + section))] == ["packages.drill[1].id"]
    unit = "  - {id: pikemen, name: X, size: 1, quality: 4, defense: 4, cost: 5}\npackages:"
    assert [(finding.code, finding.on) for finding in check(("packages:", unit))] == [("REF004", "units[1].id")]
    spells = "name: Testers\nspells: [{id: a, name: A, cost: 4, text: t}, {id: a, name: B, cost: 4, text: t}]"
    assert [(finding.code, finding.on) for finding in check(("name: Testers", spells))] == [("REF004", "spells[1].id")]


def test_units_without_a_price(check: Check):
    (finding,) = check(("packages:", GUARDS), ("cost: 15", "cost: {pikemen: 15}"))
    assert (finding.code, finding.params["units"]) == ("REF016", ("guards",))


def test_unused_packages_are_warned_about(check: Check):
    (finding,) = check(("packages:", "packages:\n  idle: [{id: x, options: [{id: y, gain: [Fast], cost: 1}]}]"))
    assert (finding.code, finding.on, finding.severity.value) == ("REF010", "packages.idle", "warning")


def test_missing_translations_are_warned_about(check: Check):
    findings = check(("name: Testers", "name: {en: Testers, de: Tester}"), ("name: Pikemen", "name: {en: Pikemen}"))
    assert [(finding.code, finding.on, finding.severity.value) for finding in findings] == [
        ("REF006", "units[0].name", "warning")
    ]


def test_an_item_where_a_weapon_belongs(check: Check):
    (finding,) = check(("group: core", 'group: core\n    items: ["Axe (A1)"]'))
    assert (finding.code, finding.on) == ("DAT010", "units[0].items[0]")


def test_systems_build_on_known_systems_without_cycles(check: Check):
    own = SYSTEM.format(id="own")
    assert check(text=own) == []
    (finding,) = check(text=own + "based_on: aofr-4\n")
    assert (finding.code, finding.on, finding.params["suggestion"]) == ("REF008", "based_on", "aofr-3")
    (finding,) = check(text=own + "based_on: own\n")
    assert (finding.code, finding.params["circle"]) == ("REF014", ("own", "own"))


def test_cycle_of_three_systems_is_found(data: Path):
    (data / "a.yaml").write_text(SYSTEM.format(id="a") + "based_on: b\n")
    (data / "b.yaml").write_text(SYSTEM.format(id="b") + "based_on: a\n")
    (finding,) = check_file(data / "a.yaml", Library.open([data]))
    assert (finding.code, finding.params["circle"]) == ("REF014", ("a", "b", "a"))


def test_command_groups_name_known_rules(check: Check):
    own = SYSTEM.format(id="own") + "based_on: aofr-3\nroles: {hero: Heroe}\ncommand_group: {rules: [Bannner]}\n"
    assert [(finding.code, finding.on) for finding in check(text=own)] == [
        ("REF001", "roles.hero"),
        ("REF001", "command_group.rules[0]"),
    ]
    own = SYSTEM.format(id="own") + "based_on: aofr-3\nrules: {hero: null}\nroles: {hero: Hero}\n"
    assert [(finding.code, finding.on) for finding in check(text=own)] == [("REF001", "roles.hero")]


def test_new_system_rules_need_a_name(check: Check):
    own = SYSTEM.format(id="own") + "based_on: aofr-3\nrules: {hero: {text: x}, odd: {text: x}}\n"
    assert [(finding.code, finding.on) for finding in check(text=own)] == [("DAT007", "rules.odd.name")]


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("grit: {name: Grit, takes: number, effects: [{side: target, ignore_wound: X}]}", []),
        (
            "grit: {name: Grit, effects: [{side: target, ignore_wound: X}]}",
            [("REF038", "rules.grit.effects[0]", "grit")],
        ),
        ("grit: {name: Grit, effects: [{side: target, ignore_wound: 5}]}", []),
    ],
)
def test_effects_with_x_need_a_numbered_rule(check: Check, rule: str, expected: list[tuple[str, str, str]]):
    own = SYSTEM.format(id="own") + f"based_on: aofr-3\nrules: {{{rule}}}\n"
    findings = [finding for finding in check(text=own) if finding.code.startswith("REF03")]
    assert [(finding.code, finding.on, finding.params["rule"]) for finding in findings] == expected


def test_benchmark_targets_name_known_rules(check: Check):
    field = "combat: {{field: [{{name: A, models: 3, defense: 4, rules: [{}]}}]}}\n"
    own = SYSTEM.format(id="own") + "based_on: aofr-3\n"
    assert check(text=own + field.format("Regeneration")) == []
    (finding,) = check(text=own + field.format("Regenration"))
    assert (finding.code, finding.on, finding.params["suggestion"]) == (
        "REF037",
        "combat.field[0].rules[0]",
        "regeneration",
    )


def test_events_name_known_systems_factions_and_units(check: Check):
    assert check(text=EVENT) == []
    wrong = (
        EVENT.replace("aofr-3", "aofr-9")
        + "factions: [free-citys]\nversions: {nobody: '1'}\nbanned_units: [free-cities/nobody]\n"
    )
    findings = [(finding.code, finding.on) for finding in check(text=wrong + "unit_limits: {x/y: 1}\n")]
    assert findings == [
        ("REF008", "systems[0]"),
        ("REF011", "factions[0]"),
        ("REF011", "versions.nobody"),
        ("REF007", "banned_units[0]"),
        ("REF007", "unit_limits.x/y"),
    ]


LIMIT = EVENT + "limits: {{x: {{name: X, counts: units, {limit}}}}}\n"


@pytest.mark.parametrize(
    "limit",
    [
        "most: 2",
        "least: 1",
        "base: 1",
        "per: 500",
        "most: 1, of: {rule: Fearless}",
        "most: 1, of: {group: core}",
        "most: 1, of: {units: [free-cities/pikemen]}",
        "most: 1, of: {faction: free-cities}",
        "most: 1, of: {hero: true}",
    ],
)
def test_limits_on_existing_things_pass(check: Check, limit: str):
    assert check(text=LIMIT.format(limit=limit)) == []


@pytest.mark.parametrize(
    ("limit", "code", "on", "suggestion"),
    [
        ("of: {hero: true}", "DAT007", "limits.x.most", None),
        ("most: 1, of: {rule: Fearles}", "REF001", "limits.x.of.rule", "fearless"),
        ("most: 1, of: {rule: Zzzzz}", "REF001", "limits.x.of.rule", ""),
        ("most: 1, of: {group: cor}", "REF012", "limits.x.of.group", "core"),
        ("most: 1, of: {group: zzz}", "REF012", "limits.x.of.group", ""),
        (
            "most: 1, of: {units: [free-cities/pikemen, free-cities/pikeman]}",
            "REF007",
            "limits.x.of.units[1]",
            "free-cities/pikemen",
        ),
        ("most: 1, of: {units: [zzz/zzz]}", "REF007", "limits.x.of.units[0]", ""),
        ("most: 1, of: {faction: free-citys}", "REF011", "limits.x.of.faction", "free-cities"),
        ("most: 1, of: {faction: zzz}", "REF011", "limits.x.of.faction", ""),
        ("most: 1, of: {option: zzzzzz}", "EVT014", "limits.x.of.option", ""),
    ],
)
def test_limits_on_unknown_things_get_a_suggestion(
    check: Check, limit: str, code: str, on: str, suggestion: str | None
):
    [finding] = check(text=LIMIT.format(limit=limit))
    assert (finding.code, finding.on, finding.params.get("suggestion")) == (code, on, suggestion)


def test_an_event_names_known_collections_and_codes(check: Check):
    sound = "collections: [opr-aofr-3]\nscoring: {codes: {PTS001: -1}}\n"
    assert [finding.code for finding in check(text=EVENT + sound)] in ([], ["REF015"])
    wrong = check(text=EVENT + "collections: [nowhere]\nscoring: {codes: {PTS999: -1, ORG001: -1}}\n")
    assert [(finding.code, finding.on) for finding in wrong] == [
        ("REF015", "collections[0]"),
        ("EVT022", "scoring.codes.PTS999"),
    ]


def test_spells_name_known_effects_with_all_facts(check: Check):
    spell = "name: Testers\nspells: [{{id: a, name: A, cost: 4, effect: {{{effect}}}}}]"
    sound = spell.format(effect="does: hits, side: enemy, range: 12, hits: 3")
    assert check(("name: Testers", sound)) == []
    for effect, code, on in (
        ("does: hitts, side: enemy", "REF018", "spells[0].effect.does"),
        ("does: hits, side: enemy, hits: 3", "DAT007", "spells[0].effect.range"),
    ):
        findings = check(("name: Testers", spell.format(effect=effect)))
        assert [(finding.code, finding.on) for finding in findings] == [(code, on)]


def test_nested_patterns_are_matched_quickly(data: Path):
    patterns = "".join(f'  - {{match: "{{rule}}{" a" * n}", text: x}}\n' for n in range(1, 6))
    (data / "c.yaml").write_text(f"format: 1\nid: c\nname: C\nrules: {{}}\npatterns:\n{patterns}")
    text = FACTION.replace("name: Testers", "name: Testers\ncollection: c").replace(
        "[Fearless]", "[x" + " a" * 55 + "]"
    )
    (data / "f.yaml").write_text(text)
    assert [finding.code for finding in check_file(data / "f.yaml", Library.open([data]))] == ["REF001"]


def test_upgrades_for_several_models_state_a_number(check: Check):
    silent = SECOND.format(kind="upgrade", target="Pike").replace("      affects: all\n", "")
    (finding,) = check(("cost: 15}\n", "cost: 15}\n" + silent))
    assert (finding.code, finding.on, finding.params["units"]) == ("REF030", "packages.drill[1].upgrade", ("pikemen",))
    assert not check(("cost: 15}\n", "cost: 15}\n" + silent), ("size: 10", "size: 1"))
    swap = ("cost: 15}\n", "cost: 15}\n" + silent.replace("upgrade:", "replace:"))
    (finding,) = check(swap)
    assert (finding.code, finding.on, finding.params["units"]) == ("REF030", "packages.drill[1].replace", ("pikemen",))
    assert not check(swap, ('["Pike (A1, Counter)"]', '[{weapon: "Pike (A1, Counter)", total: 1}]'))


def test_bestowed_rules_must_exist(check: Check):
    aura = "name: Testers\nrules: {{hurry: {{name: Hurry, text: Onwards., bestows: {rule}}}}}"
    (finding,) = check(("name: Testers", aura.format(rule="fats")))
    assert (finding.code, finding.on, finding.params["suggestion"]) == ("REF031", "rules.hurry.bestows", "fast")
    assert not check(("name: Testers", aura.format(rule="fast")))


@pytest.mark.parametrize(
    "effect",
    [
        "side: target, ignore_wound: 1",
        "side: target, ignore_wound: 9",
        "dice: 2, each: 9, hits: 1",
        "quality: 1",
        "blast: 0",
    ],
)
def test_effects_use_only_possible_die_faces(check: Check, effect: str):
    grit = f"name: Testers\nrules: {{grit: {{name: Grit, text: Stands., effects: [{{{effect}}}]}}}}"
    assert [finding.code for finding in check(("name: Testers", grit))] == ["DAT009"]


def test_effects_have_a_verb_and_known_rules(check: Check):
    grit = "name: Testers\nrules: {{grit: {{name: Grit, text: Stands., {takes}effects: [{effect}]}}}}"

    def check_effect(effect: str, takes: str = "") -> list[tuple[str, str | None]]:
        return [
            (finding.code, finding.on) for finding in check(("name: Testers", grit.format(effect=effect, takes=takes)))
        ]

    assert check_effect("{when: [charge]}") == [("DAT026", "rules.grit.effects[0]")]
    assert check_effect("{choose: [{ap: 1}, {when: [melee]}]}") == [("DAT026", "rules.grit.effects[0].choose[1]")]
    assert check_effect("{choose: [{ap: 1}, {choose: [{hit: 1}, {ap: 2}]}]}") == [
        ("DAT026", "rules.grit.effects[0].choose[1]")
    ]
    assert check_effect("{dice: 2, each: 2}") == [("DAT026", "rules.grit.effects[0]")]
    assert check_effect("{ap: 1, against: {tough: {least: 9, most: 3}}}") == [("DAT026", "rules.grit.effects[0]")]
    assert check_effect("{grants: Fats}") == [("REF037", "rules.grit.effects[0].grants")]
    assert check_effect("{dice: 1, each: 2, hits: 1, rules: [Fats]}") == [("REF037", "rules.grit.effects[0].rules[0]")]
    assert check_effect("{ap: X}") == [("REF038", "rules.grit.effects[0]")]
    assert check_effect("{ap: Y}") == [("DAT010", "rules.grit.effects[0].ap")]
    assert check_effect("{dice: 1, hits: 1}") == [("DAT007", "rules.grit.effects[0].each")]
    assert check_effect("{hit: 1, when: [sleeping]}") == [("DAT010", "rules.grit.effects[0].when[0]")]
    for overlapping in ("{on: 1-4, ap: 1}, {on: 4-6, hit: 1}", "{on: 1-3, ap: 1}, {hit: 1}", "{on: {hit: 6}, ap: 1}"):
        assert check_effect(f"{{roll: [{overlapping}]}}") == [("DAT039", "rules.grit.effects[0].roll")]
    assert check_effect("{roll: [{on: 3-1, ap: 1}]}") == [("DAT010", "rules.grit.effects[0].roll[0].on")]
    assert not check_effect("{ap: X}", "takes: number, ")
    assert not check_effect("{grants: Fast, to: unit, when: [melee, [shoot, far]]}, {once: true}")

"""The odds from the command line: tables, duels, melees, armies against armies."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from listbuilder.listfiles.files import load_list
from tests.cli.conftest import LISTS, unknown_word
from tests.sentences import sentence

GERMAN = ("--lang", "de")
INFANTRY = "human-empire/infantrymen"
VALE = LISTS / "aof-3.5-the-iron-vale.yaml"
ENTRIES = ", ".join(entry.id for entry in load_list(VALE).army.entries)
TARGETS = "10xD4+T1, field, FACTION/UNIT, LIST ENTRY"
FIELDS = {"attacker", "target", "mode", "exact", "assumes", "without", "mean_wounds", "mean_models"} | {
    "half",
    "destroyed",
    "wounds",
    "models",
}


def test_infantrymen_charge_infantrymen(run):
    ran = run("odds", INFANTRY, "--against", INFANTRY, "--charge", "--format", "json")
    record = json.loads(ran.out)
    assert ran.code == 0
    assert record.keys() >= FIELDS
    assert record["mean_wounds"] == pytest.approx(2.2222, abs=1e-4)
    assert (record["mode"], record["exact"], record["without"], record["assumes"]) == ("charge", True, [], [])
    assert sum(record["wounds"]) == pytest.approx(1)
    assert (len(record["wounds"]), len(record["models"])) == (11, 11)


def test_profile_can_be_a_target(run):
    record = json.loads(run("odds", INFANTRY, "--against", "10xD4+T1", "--charge", "--format", "json").out)
    assert record["target"] == "10xD4+T1"
    assert record["mean_wounds"] == pytest.approx(10 / 3 / 2)
    ruled = run("odds", INFANTRY, "--against", "10xD4+T1: Regeneration", "--charge", "--format", "json")
    assert json.loads(ruled.out)["mean_wounds"] == pytest.approx(10 / 3 / 2 * 2 / 3)


def test_given_rules_change_the_odds(run):
    record = json.loads(
        run("odds", INFANTRY, "--against", INFANTRY, "--charge", "--given", "Furious Buff", "--format", "json").out
    )
    assert record["mean_wounds"] == pytest.approx(
        10 * (1 / 3 + 1 / 6) * 2 / 3, abs=0.01
    )  # at most ten models can be lost
    worse = run(
        "odds", INFANTRY, "--against", INFANTRY, "--charge", "--given-target", "Defense Debuff", "--format", "json"
    )
    assert json.loads(worse.out)["mean_wounds"] == pytest.approx(10 / 3 * 5 / 6)


def test_single_unit_prints_a_table(run):
    ran = run("odds", INFANTRY)
    assert ran.code == 0
    mean, per_hundred = sentence("odds.mean"), sentence("odds.per-hundred")
    heads = [line for line in ran.out.splitlines() if "×T" in line]
    assert [line.split("  ")[0] for line in heads] == [mean, per_hundred]
    assert [line.split()[-4:] for line in heads] == [["10×T1", "5×T3", "3×T6", "1×T12"]] * 2
    assert [line.index("10×T1") for line in heads] == [19, 19], "the columns are aligned"
    assert "  D5+               2.22" in ran.out
    assert "  D5+               3.17" in ran.out  # for each hundred points
    assert sentence("odds.exact") in ran.out


def test_steps_show_every_intermediate_result(run):
    attacks = {"n": 10, "quality": 5, "need": 5, "chance": 2}
    block = {"hits": "3.33", "ap": 0, "defense": 5, "need": 5, "through": "66.7%", "wounds": "2.22"}
    out = " ".join(run("odds", INFANTRY, "--against", INFANTRY, "--charge", "--steps").out.split())
    assert f"1. {sentence('odds.step.attacks', **attacks, hits='3.33')} 2. " in out
    assert sentence("odds.step.block", **block) in out
    german = run("odds", INFANTRY, "--against", INFANTRY, "--charge", "--steps", "--lang", "de")
    assert sentence("odds.step.attacks", "de", **attacks, hits="3,33") in " ".join(german.out.split())


def test_melee_reports_both_sides(run):
    record = json.loads(run("odds", INFANTRY, "--against", INFANTRY, "--charge", "--melee", "--format", "json").out)
    melee = record["melee"]
    assert melee["charger"]["wins"] > melee["defender"]["wins"]
    assert melee["charger"]["wins"] + melee["defender"]["wins"] + melee["draw"] == pytest.approx(1)
    assert melee["defender"]["mean_wounds"] == pytest.approx(2.2222, abs=1e-4)


def test_two_lists_print_a_matrix(run):
    ran = run("odds", VALE, "--against", LISTS / "aof-3.5-the-ninth-gallery.yaml", "--charge", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(ran.out)))
    attackers, targets = {row["attacker"] for row in rows}, {row["target"] for row in rows}
    assert ran.code == 0
    assert len(attackers) > 3
    assert len(targets) > 3
    assert {row["mode"] for row in rows} == {"charge"}
    assert run("odds", VALE, "--against", VALE).code == 0


def test_entry_is_found_by_id_or_name(run):
    first = json.loads(run("show", VALE, "--format", "json").out)["entries"][0]
    by_id = run("odds", VALE, first["id"], "--against", "10xD4+T1", "--charge", "--format", "json")
    by_name = run("odds", VALE, first["name"].upper(), "--against", "10xD4+T1", "--charge", "--format", "json")
    assert json.loads(by_id.out)["mean_wounds"] == json.loads(by_name.out)["mean_wounds"]
    unquoted = run("odds", VALE, *first["name"].split(), "--against", "10xD4+T1", "--charge", "--format", "json")
    assert unquoted.out == by_id.out


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((), sentence("odds.nobody")),
        ((INFANTRY[:-1],), unknown_word("unit", "infantryme", near="infantrymen")),
        ((VALE, "nobody"), unknown_word("entry", "nobody", known=ENTRIES)),
        ((INFANTRY, "--given", "Furius"), unknown_word("rule", "Furius", near="Furious")),
        ((INFANTRY, "--against", "10xD9+T1"), unknown_word("target", "10xD9+T1", near="10xD4+T1")),
        ((INFANTRY, "--against", "999xD2+T99"), unknown_word("target", "999xD2+T99", known=TARGETS)),
        ((INFANTRY, "--given", "AP"), sentence("odds.needs-number", rule="AP")),
        ((INFANTRY, "--given", "AP(x)"), sentence("odds.needs-number", rule="AP")),
        ((INFANTRY, "--against", "10xD4+: Armor"), sentence("odds.needs-number", rule="Armor")),
        ((INFANTRY, "--given", "Fire Ball"), unknown_word("rule", "Fire Ball", command="listbuilder rules SYSTEM")),
        (("human-empir/infantrymen",), unknown_word("faction", "human-empir", near="human-empire")),
        (
            (INFANTRY, "--against", "human-empir/infantrymen"),
            unknown_word("faction", "human-empir", near="human-empire"),
        ),
        ((INFANTRY, "--near", "--far"), sentence("usage.not-together", other="--near")),
    ],
)
def test_unknown_arguments_are_named(run, arguments: tuple[object, ...], expected: str):
    ran = run("odds", *arguments)
    assert ran.code == 2
    assert expected in " ".join(ran.err.split())


def test_impossible_file_name_is_an_unknown_target(run):
    long = "human-" + "en-" * 200
    for target, shown in ((long, long), ("a\0b", "a�b")):
        done = run("odds", INFANTRY, "--against", target)
        assert done.code == 2
        assert done.err.splitlines()[-1] == unknown_word("target", shown, known=TARGETS)
    assert sentence("file.missing") in run("odds", long).err


def test_custom_rule_effects_change_the_odds(run, tmp_path: Path):
    faction = """\
format: 1
id: testers
systems: [aof-3.5]
version: "1.0"
name: Testers
rules:
  sharp-eyed: {name: Sharp-Eyed, text: Sees well., effects: [{hit: 1, when: [charge]}]}
  grim: {name: Grim, text: Nobody knows.}
units:
  - {id: keen, name: Keen, size: 6, quality: 5, defense: 5, cost: 60, rules: [Sharp-Eyed], weapons: ["Pike (A1)"]}
  - {id: dull, name: Dull, size: 6, quality: 5, defense: 5, cost: 60, rules: [Grim], weapons: ["Pike (A1)"]}
"""
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "testers.yaml").write_text(faction)

    def odds(unit: str) -> dict[str, object]:
        ran = run("odds", unit, "--against", "10xD4+T1", "--charge", "--format", "json", "--data", tmp_path / "own")
        record: dict[str, object] = json.loads(ran.out)
        return record

    keen, dull = odds("testers/keen"), odds("testers/dull")
    assert (keen["mean_wounds"], keen["exact"]) == (pytest.approx(6 / 2 / 2), True)
    assert (dull["mean_wounds"], dull["exact"], dull["without"], dull["sign"]) == (
        pytest.approx(1),
        False,
        ["Grim"],
        "≈",
    )


def test_coverage_matches_the_guide(run):
    assert "Way of Wood" in run("odds", "--coverage", "--system", "way-of-wood").out
    (record,) = json.loads(run("odds", "--coverage", "--system", "way-of-wood", "--format", "json").out)
    assert record["system"] == "way-of-wood"
    assert record["profiles"] == record["targets"] > 100
    guide = (Path(__file__).parents[2] / "docs" / "guide" / "odds.md").read_text(encoding="utf-8")
    assert f"| Way of Wood | {record['exact']} of {record['profiles']} (" in guide
    assert f"| {record['exact_targets']} of {record['targets']} (" in guide


def test_rules_are_named_in_the_output_language(run):
    german = run(
        "odds", INFANTRY, "--against", "10xD4+T1: Stealth", "--given", "Furious", "--charge", "--steps", *GERMAN
    )
    assert "+0,83  Rasend" in german.out


def test_output_names_the_game(run):
    ran = run("odds", INFANTRY, "--system", "aofr-3")
    title = sentence("odds.title", name="Infantrymen", models=10, points=70)
    assert f"{title} (Age of Fantasy: Regiments 3)" in ran.out
    games = {"wanted": "human-empire", "systems": "aof-3.5, aofr-3, aofs-3.5", "system": "aof-3.5"}
    assert run("odds", INFANTRY).err == sentence("cli.several-games", **games) + "\n"


def test_chosen_option_is_named_by_its_effect(run):
    ran = run("odds", INFANTRY, "--against", "10xD2+T1", "--charge", "--given", "Versatile Attack")
    better_ap = sentence("odds.way.ap", number="+1")
    assert sentence("odds.assumes.choice", rule="Versatile Attack", way=better_ap) in " ".join(ran.out.split())
    weak = run("odds", INFANTRY, "--against", "10xD6+T1", "--charge", "--given", "Versatile Attack", *GERMAN)
    better_hit = sentence("odds.way.hit", "de", number="+1")
    chosen = sentence("odds.assumes.choice", "de", rule="Versatile Attack", way=better_hit)
    assert chosen in " ".join(weak.out.split())


def test_invalid_target_lists_the_valid_forms(run) -> None:
    ran = run("odds", INFANTRY, "--against", "10D4")
    assert (ran.code, unknown_word("target", "10D4", known=TARGETS) in ran.err) == (2, True)
    assert sentence("file.missing") in run("odds", INFANTRY, "--against", "lists/nobody.yaml").err


def test_bars_are_proportional_to_the_chances(run) -> None:
    ran = run("odds", INFANTRY, "--against", "5xD3+T3", "--charge")
    head, _, curve = ran.out.partition(sentence("odds.curve-head") + "\n")
    first = curve.splitlines()[0]
    chance = float(first.split()[1].rstrip("%")) / 100
    assert 0 < chance < 0.2
    assert max(first.count("█"), first.count("#")) == round(chance * 30)
    assert max(line.count("█") + line.count("#") for line in head.splitlines()) == 30


@pytest.mark.parametrize(
    ("arguments", "wounds"),
    [
        ((), 10 / 3 * 2 / 3),
        (("--given", "Magic Targeting"), 10 / 2 * 2 / 3),  # +1 to hit in melee
        (("--given-target", "Getarnt"), 10 / 3 * 2 / 3),  # only counts against shooting
        (("--given", "Rasend"), 10 / 2 * 2 / 3),
    ],
)
def test_given_rules_accept_any_language(run, arguments: tuple[str, ...], wounds: float):
    ran = run("odds", INFANTRY, "--against", "20xD5+T1", "--charge", *arguments, "--format", "json")
    data = json.loads(ran.out)
    assert data["exact"]
    assert data["mean_wounds"] == pytest.approx(wounds)


def test_unit_without_ranged_weapons_is_reported(run) -> None:
    ran = run("odds", INFANTRY, "--against", "10xD4+T1", "--shoot")
    assert sentence("odds.unarmed") in ran.out
    assert "0.00" not in ran.out

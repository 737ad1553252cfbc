"""The odds command: situations, ways to name units, and the printed tables."""

from __future__ import annotations

import csv
import io
import json
from argparse import ArgumentParser

import pytest

from listbuilder.cli.commands.odds import _build_situations, add_arguments
from listbuilder.listfiles.files import load_list
from listbuilder.odds.situation import AttackMode, Situation
from tests.cli.conftest import LISTS, unknown_word
from tests.sentences import sentence

INFANTRY = "human-empire/infantrymen"
MAGES = "human-empire/mage-council"
VALE = LISTS / "aof-3.5-the-iron-vale.yaml"
ENTRIES = ", ".join(entry.id for entry in load_list(VALE).army.entries)
GAME = ("--system", "aof-3.5")


def asked(*words: str) -> list[Situation]:
    parser = ArgumentParser()
    add_arguments(parser)
    return _build_situations(parser.parse_args(words))


@pytest.mark.parametrize(
    ("words", "situation"),
    [
        ((), Situation(mode=AttackMode.CHARGE)),
        (("--shoot",), Situation(mode=AttackMode.SHOOT)),
        (("--strike-back",), Situation(mode=AttackMode.STRIKE_BACK)),
        (("--near",), Situation(mode=AttackMode.CHARGE, far=False)),
        (("--far",), Situation(mode=AttackMode.CHARGE)),
        (("--moved",), Situation(mode=AttackMode.CHARGE, moved=True)),
        (("--cover",), Situation(mode=AttackMode.CHARGE, cover=True)),
        (("--fatigued",), Situation(mode=AttackMode.CHARGE, fatigued=True)),
        (("--terrain",), Situation(mode=AttackMode.CHARGE, terrain=True)),
        (("--passing",), Situation(mode=AttackMode.CHARGE, passing=True)),
        (("--markers", "2"), Situation(mode=AttackMode.CHARGE, markers=2)),
        (("--markers", "1"), Situation(mode=AttackMode.CHARGE, markers=1)),
        (("--markers", "0"), Situation(mode=AttackMode.CHARGE)),
    ],
)
def test_each_option_sets_one_situation_field(words: tuple[str, ...], situation: Situation) -> None:
    assert asked(*words) == [situation]
    assert Situation(mode=AttackMode.CHARGE).markers == 0
    assert Situation(mode=AttackMode.CHARGE).far


def test_several_modes_keep_their_order() -> None:
    assert [attack.mode for attack in asked("--charge", "--shoot")] == [AttackMode.CHARGE, AttackMode.SHOOT]


def test_shooting_units_get_both_modes(run) -> None:
    for unit, modes in ((MAGES, ["shoot", "charge"]), (INFANTRY, ["charge"])):
        ran = run("odds", unit, *GAME, "--format", "csv")
        assert (ran.code, ran.err) == (0, "")
        rows = list(csv.DictReader(io.StringIO(ran.out)))
        assert list(dict.fromkeys(row["mode"] for row in rows)) == modes
        assert len(rows) == 20 * len(modes), "five Defenses, four sizes"
        assert json.loads(run("odds", unit, *GAME, "--format", "json").out)[0]["mode"] == modes[0]


def test_table_has_one_title_and_blank_lines(run) -> None:
    shooting, charging, end = run("odds", MAGES, *GAME).out.split("\n\n")
    title = sentence("odds.title", name="Mage Council", models=5, points=170)
    assert shooting.splitlines()[:2] == [f"{title} (Age of Fantasy 3.5)", sentence("odds.mode.shoot")]
    assert charging.splitlines()[0] == sentence("odds.mode.charge")
    assert [len(part.splitlines()) for part in (shooting, charging)] == [15, 14]
    assert end == ""


def against(mode: str, attacker: str) -> str:
    return sentence(f"odds.against.{mode}", attacker=attacker, target="10xD4+T1")


def test_duel_shows_attacks_spells_and_melee(run) -> None:
    parts = run("odds", MAGES, *GAME, "--against", "10xD4+T1", "--melee").out.split("\n\n")
    assert [part.partition("\n")[0] for part in parts] == [
        against("shoot", "Mage Council"),
        against("charge", "Mage Council"),
        against("spell", "Fire Ball"),
        against("spell", "Blood Hex"),
        against("spell", "Spirit Leech"),
        sentence("odds.melee", charger="Mage Council", defender="10xD4+T1"),
        "",
    ]
    only = run("odds", MAGES, *GAME, "--against", "10xD4+T1", "--charge").out.split("\n\n")
    assert [part.partition("\n")[0] for part in only] == [against("charge", "Mage Council"), ""]
    rows = run("odds", MAGES, *GAME, "--against", "10xD4+T1", "--format", "csv").out.splitlines()
    assert len(rows) == 6, "a head, two attacks and three spells"
    single = json.loads(run("odds", MAGES, *GAME, "--against", "10xD4+T1", "--format", "json").out)
    assert single["mode"] == "charge"
    both = run("odds", MAGES, *GAME, "--against", "10xD4+T1", "--shoot", "--charge", "--format", "json")
    assert [attack["mode"] for attack in json.loads(both.out)] == ["shoot", "charge"]


def test_single_model_has_no_curve(run) -> None:
    many, single = (run("odds", INFANTRY, *GAME, "--against", target).out for target in ("2xD4+T1", "1xD4+T6"))
    assert [sentence("odds.curve-head") in out for out in (many, single)] == [True, False]


def test_army_against_standard_targets_and_army(run) -> None:
    ran = run("odds", INFANTRY, *GAME, "--against", "field", "--charge")
    lines = ran.out.splitlines()
    head = f"{sentence('odds.mode.charge')}, {sentence('odds.share')}"
    assert lines[:2] == [head, "  1: Levy"]
    heads = next(line for line in lines if line.split() == list("123456789"))
    row = next(line for line in lines if line.startswith("Infantrymen"))
    assert [heads[column] for column in range(27, 77, 6)] == list("123456789")
    assert (len(heads), len(row)) == (76, 76)
    assert lines[-1] == ""
    assert lines[-3] == sentence("odds.ranked")
    armies = run("odds", VALE, "--against", VALE, "--charge").out
    assert armies.startswith(f"{head}\n  1: ")
    assert len(armies.split("\n\n")) == 2
    rows = list(
        csv.DictReader(io.StringIO(run("odds", VALE, "--against", "10xD4+T1", "--charge", "--format", "csv").out))
    )
    assert {row["target"] for row in rows} == {"10xD4+T1"}
    assert len(rows) > 3


def test_unsupported_game_falls_back_to_the_factions(run) -> None:
    ran = run("odds", INFANTRY, "--system", "way-of-wood")
    title = sentence("odds.title", name="Infantrymen", models=10, points=70)
    assert f"{title} (Age of Fantasy 3.5)" in ran.out
    assert run("odds", INFANTRY, "--system", "nothing").code == 2


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("human-empire",), sentence("odds.which-unit", faction="human-empire")),
        ((INFANTRY, "--against", "human-empire"), sentence("odds.which-unit", faction="human-empire")),
        (("nobody.yaml",), sentence("file.missing")),
        (("nobody",), sentence("file.missing")),
        ((INFANTRY, "--given", "(("), unknown_word("rule", "((", command="listbuilder rules SYSTEM")),
        (
            (INFANTRY, "--against", "10xD4+T1: Nonesuch"),
            unknown_word("rule", "Nonesuch", command="listbuilder rules SYSTEM"),
        ),
        ((VALE, "nobody", "--against", "10xD4+T1"), unknown_word("entry", "nobody", known=ENTRIES)),
    ],
)
def test_unknown_units_and_rules_are_reported(run, words: tuple[object, ...], expected: str) -> None:
    ran = run("odds", *words)
    assert (ran.code, ran.out) == (2, "")
    assert expected in " ".join(ran.err.split())


def test_coverage_names_missing_rules(run) -> None:
    (coverage,) = json.loads(run("odds", "--coverage", "--system", "aofr-basic", "--format", "json").out)
    assert coverage["system"] == "aofr-basic"
    ran = run("odds", "--coverage", "--system", "way-of-wood")
    assert ran.out.splitlines()[0] == "Way of Wood 2021"
    (record,) = json.loads(run("odds", "--coverage", "--system", "way-of-wood", "--format", "json").out)
    assert "Phalanx" in record["missing"]
    assert ran.out.splitlines()[-2].strip() == sentence("odds.without", rules=", ".join(record["missing"]))

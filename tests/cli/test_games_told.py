"""What is said about games, factions and wrong words: whole lines, so that nothing goes missing."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from listbuilder.cli.system_output import limit_at, limit_name, limit_text, system_lines
from listbuilder.library import Library
from listbuilder.listfiles.hashes import printed_code
from listbuilder.model import Limit, Measure, System, Text
from tests.cli.conftest import LISTS


@pytest.fixture(scope="module")
def library() -> Library:
    return Library.open(user=False)


@pytest.fixture(scope="module")
def fantasy(library: Library) -> System:
    return library.system("aof-3.5")


def rows(system: System) -> dict[str, str]:
    return dict(system_lines(system, "en"))


def test_everything_that_a_player_asks_about_a_game(library: Library, fantasy: System) -> None:
    assert rows(fantasy) == {
        "Book": "Age of Fantasy 3.5.x, lists as in AoF: Regiments 3.x",
        "Usual sizes": "750, 1,500, 2,000 pts",
        "Force organisation": "optional",
        "Heroes": "1 per full 375 pts (750: 2, 1,500: 4, 2,000: 5)",
        "Copies of one unit": "1 + 1 per full 750 pts (750: 2, 1,500: 3, 2,000: 3)",
        "Points in one unit": "35 % (750: 262, 1,500: 525, 2,000: 700)",
        "Units": "1 per full 150 pts (750: 5, 1,500: 10, 2,000: 13)",
        "Combining": "two copies of a unit of several models",
        "Joining": "heroes of up to Tough(6), units of several models only, 1 hero a unit at most",
        "Several factions": "with a warning",
        "Command group": "Sergeant, Musician, Banner: 1 of each per unit, combined or not",
        "Formation": "none",
        "Bases": "round",
        "Moves": 'Advance 6", Rush 12", Charge 12"',
        "Rounds": "4",
        "States": "Shaken, Fatigued",
        "Spell tokens": "at most 6 for each caster",
    }
    wood = rows(library.system("way-of-wood"))
    assert {name: wood[name] for name in ("Force organisation", "Combining", "Joining", "Moves")} == {
        "Force organisation": "none",
        "Combining": "not in this game",
        "Joining": "any hero",
        "Moves": "by each unit's Speed; usually 6/12",
    }
    assert not {"Heroes", "Spell tokens"} & wood.keys()
    assert rows(library.system("aofr-3"))["Formation"] != "none"


def test_what_a_game_does_not_have_is_not_told(fantasy: System) -> None:
    assert fantasy.force_organisation is not None
    bare = replace(
        fantasy,
        suggested_points=(),
        force_organisation=replace(fantasy.force_organisation, optional=False),
        combining=replace(fantasy.combining, allowed=False),
        joining=replace(fantasy.joining, max_tough=None, multi_model=False, heroes_per_unit=None),
        command_group=replace(fantasy.command_group, rules=frozenset()),
        tracking=replace(fantasy.tracking, states=(), spell_tokens=0),
        pace=None,
    )
    told = rows(bare)
    assert {name: told.get(name) for name in ("Heroes", "Points in one unit", "Joining")} == {
        "Heroes": "1 per full 375 pts",
        "Points in one unit": "35 %",
        "Joining": "any hero",
    }
    assert told["Force organisation"] != rows(fantasy)["Force organisation"]
    assert told["Combining"] != rows(fantasy)["Combining"]
    assert not {"Usual sizes", "Command group", "Moves", "States", "Spell tokens"} & told.keys()
    nobody = replace(fantasy, joining=replace(fantasy.joining, allowed=False))
    assert rows(nobody)["Joining"] != rows(fantasy)["Joining"]
    assert "," not in rows(nobody)["Joining"]
    without = replace(fantasy, roles=replace(fantasy.roles, tough=None))
    assert rows(without)["Joining"].startswith("any hero, ")


@pytest.mark.parametrize(
    ("limit", "said", "at"),
    [
        ({"per": 500}, "1 per full 500 pts", 2),
        ({"base": 1, "per": 500}, "1 + 1 per full 500 pts", 3),
        ({"base": 3}, "at most 3", 3),
        ({"percent": 35}, "35 %", 350),
        ({"most": 4}, "at most 4", 4),
        ({"least": 2}, "at least 2", 2),
        ({"least_percent": 10}, "at least 10 %", 100),
        ({"most": 4, "least": 2}, "at most 4, at least 2", 4),
    ],
)
def test_a_limit_is_said_and_worked_out(limit: dict[str, int], said: str, at: int) -> None:
    made = Limit(id="x", counts=Measure.POINTS if "percent" in str(limit) else Measure.UNITS, **limit)  # type: ignore[arg-type]  # numbers
    assert limit_text(made, "en") == said
    assert limit_at(made, 1000) == at


def test_a_limit_is_called_by_its_name_or_as_findings_call_it() -> None:
    limit = Limit(id="heroes", counts=Measure.HEROES, most=1)
    assert (limit_name(limit, "en"), limit_name(replace(limit, name=Text("Lords")), "en")) == ("Heroes", "Lords")


def test_factions_of_a_game_of_all_and_of_none(run) -> None:
    every = json.loads(run("factions", "--format", "json").out)
    fantasy = json.loads(run("factions", "aof-3.5", "--format", "json").out)
    same = json.loads(run("factions", "--system", "aof-3.5", "--format", "json").out)
    assert len(every) > len(fantasy) > 10
    assert fantasy == same
    assert all("aof-3.5" in row["systems"] for row in fantasy)
    ordered = json.loads(run("factions", "aof-3.5", "--sort", "units", "--format", "json").out)
    assert [row["units"] for row in ordered] == sorted(row["units"] for row in fantasy)
    none = run("factions", "gf-3.5")
    assert (none.code, none.out) == (2, "")
    assert none.err.startswith("gf-3.5 has no factions yet; ")
    assert run("factions", "gf-3.5", "--format", "json").out == "[]\n"
    assert run("factions", "nothing").code == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["validat"], ["listbuilder: Unknown command: validat. Perhaps you mean validate.", "More: listbuilder help"]),
        (["validate"], ["listbuilder validate: Missing: PATH.",
                        "For example: listbuilder validate lists/iron-vale.yaml", "More: listbuilder help validate"]),
        (["validate", "x", "--format"],
         ["listbuilder validate: --format: A value must follow.", "More: listbuilder help validate"]),
        (["desk", "chek"],
         ["listbuilder desk: Unknown part of the command: chek. Perhaps you mean check.",
          "More: listbuilder help desk"]),
        (["validate", "x", "--formt", "json"],
         ["listbuilder validate: Unknown option: --formt. Perhaps you mean --format,", "--sort.",
          "More: listbuilder help validate"]),
        (["odds", "a", "--steps=3"],
         ["listbuilder odds: --steps: It takes no value, and “3” was given.", "More: listbuilder help odds"]),
        (["desk", "publish", "x", "--open", "--hidden"],
         ["listbuilder desk publish: --hidden: It does not go together with --open.",
          "More: listbuilder help desk publish"]),
        (["validate", "x", "--s", "a"],
         ["listbuilder validate: --s may mean several options: --submitted, --sort,", "--strict.",
          "More: listbuilder help validate"]),
        (["desk"], ["listbuilder desk: Choose one of init, take, check, letters, lock, verify,",
                    "publish, reveal, prove, export.", "More: listbuilder help desk"]),
        (["show", "a", "b"], ["listbuilder show: There is no place for: b.", "More: listbuilder help show"]),
        (["show", "--format", "yaml", "a"],
         ["listbuilder show: --format: Unknown value: yaml. Known: text, json.", "More: listbuilder help show"]),
    ],
)  # fmt: skip
def test_wrong_words_are_answered_in_sentences(run, words: list[str], said: list[str]) -> None:
    ran = run(*words)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.splitlines() == said


def test_wrong_words_are_answered_in_the_language_that_was_asked_for(run) -> None:
    for language in (["--lang", "de"], ["--lang=de"]):
        assert "Unbekannt" in run("validat", *language).err
    assert "Unknown" in run("validat", "--lang", "xx").err
    assert "Unbekannt" in run("validat", "--lang", "xx", "--lang", "de").err


LISTED = ("aof-3.5-the-iron-vale", "aof-3.2-matins", "aof-3.2-illegal-one-hero-too-many")


@pytest.mark.parametrize(
    ("order", "names"),
    [
        (None, [0, 1, 2]),
        ("path", [2, 1, 0]),
        ("name", [1, 2, 0]),
        ("points", [0, 1, 2]),
        ("verdict", [2, 0, 1]),
        ("faction", [1, 0, 2]),
    ],
)
def test_lists_are_told_in_the_order_that_is_asked_for(run, order: str | None, names: list[int]) -> None:
    sort = ("--sort", order) if order else ()
    ran = run("validate", *(LISTS / f"{name}.yaml" for name in LISTED), "--format", "json", *sort)
    found = [record["path"].rpartition("/")[2].removesuffix(".yaml") for record in json.loads(ran.out)["lists"]]
    assert found == [LISTED[place] for place in names]


def test_only_csv_has_a_mark_for_excel(run) -> None:
    path = LISTS / f"{LISTED[1]}.yaml"
    refused = run("validate", path, "--bom")
    assert (refused.code, refused.out) == (2, "")
    assert refused.err


def test_hashes_are_for_one_list_or_for_programs(run) -> None:
    one, two = (LISTS / f"{name}.yaml" for name in LISTED[:2])
    record = json.loads(run("validate", one, two, "--format", "json").out)["lists"][0]
    assert len(record["hash"]) == len(record["army"]) == 64
    code = printed_code(record["hash"])
    assert [code in run("validate", *paths).out for paths in ((one,), (one, two))] == [True, False]
    assert record["hash"] in run("validate", one, "--format", "csv").out


def test_a_game_as_programs_see_it(run) -> None:
    fantasy = json.loads(run("systems", "aof-3.5", "--format", "json").out)
    limits = {one["id"]: (one["name"], one["counts"], one["at"]) for one in fantasy["force_organisation"]["limits"]}
    assert limits["heroes"] == ("Heroes", "heroes", {"750": 2, "1500": 4, "2000": 5})
    assert fantasy["force_organisation"]["optional"] is True
    assert fantasy["formation"] is None
    assert fantasy["joining"] == {"allowed": True, "max_tough": 6, "multi_model": True, "heroes_per_unit": 1}
    assert fantasy["moves"] == {"advance": 6, "rush": 12, "charge": 12, "field": None, "measure": '"'}
    assert fantasy["command_group"] == {"rules": ["Sergeant", "Musician", "Banner"], "each": 1}
    assert (fantasy["rounds"], fantasy["states"], fantasy["spell_tokens"]) == (4, ["Shaken", "Fatigued"], 6)
    wood = json.loads(run("systems", "way-of-wood", "--format", "json").out)
    assert wood["force_organisation"] is None
    assert wood["moves"]["field"] is not None
    regiments = json.loads(run("systems", "aofr-3", "--format", "json").out)
    assert all(row["width"] and row["sizes"] for row in regiments["formation"])
    assert run("systems", "nothing").code == 2


def test_what_hides_or_is_broken_among_ones_own_files_is_told(run, tmp_path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    text = "format: 1\nid: club-day-2000\nname: Cup\nsystems: [aof-3.5]\npoints: 1000\n"
    (own / "cup.yaml").write_text(text, encoding="utf-8")
    (own / "broken.yaml").write_text("a: [", encoding="utf-8")
    ran = run("systems", "--data", own)
    assert ran.code == 0
    assert f"{own}/cup.yaml" in ran.err
    assert "DAT004" in ran.err
    quiet = run("systems", "--data", own, "-q")
    assert "cup.yaml" not in quiet.err, "nobody has to know"
    assert "DAT004" in quiet.err, "but this"
    assert run("systems", "--data", tmp_path / "nowhere").err.count("DAT001") == 1


def test_a_language_that_nobody_has_is_told_and_which_there_are(run) -> None:
    ran = run("systems", "--lang", "xx")
    assert (ran.code, ran.out) == (2, "")
    assert "Unknown language: xx. Known: " in ran.err
    assert run("systems", "--lang", "de").out.splitlines()[0].split() == ["Kennung", "Name", "Fassung"]


def test_a_list_in_the_place_of_an_event_and_an_event_that_is_broken(run, tmp_path) -> None:
    path = LISTS / f"{LISTED[1]}.yaml"
    ran = run("validate", path, "--event", path)
    assert (ran.code, ran.out) == (2, "")
    assert "is a list, and an event is wanted here" in ran.err
    (tmp_path / "cup.yaml").write_text("format: 1\nid: cup\nname: Cup\npoints: many\n", encoding="utf-8")
    broken = run("validate", path, "--event", tmp_path / "cup.yaml")
    assert (broken.code, broken.out) == (2, "")
    assert "is a list" not in broken.err
    assert run("validate", path, "--event", "no-such-cup").code == 2

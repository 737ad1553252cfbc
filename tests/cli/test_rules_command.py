"""`rules` and `systems SYSTEM`, as text and as JSON."""

from __future__ import annotations

import json
import re

import pytest

from tests.cli.conftest import LISTS
from tests.sentences import sentence

MOVES = (("advance", 6), ("rush", 12), ("charge", 12))
SYSTEMS = ("aof-3.2", "aof-3.5", "aofr-2.7", "aofr-3", "aofr-basic", "aofs-3.5", "gf-3.5", "gff-3.5", "way-of-wood")


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("language", ["en", "de"])
def test_reference_agrees_in_every_format(run, system: str, language: str):
    record = json.loads(run("rules", system, "--format", "json", "--lang", language).out)
    assert record["system"] == system
    text, markdown = (run("rules", system, "--lang", language, *more).out for more in ((), ("--format", "md")))
    assert max(map(len, text.splitlines())) <= 80
    flowing = " ".join(text.split())
    for part in record["parts"]:
        assert part["kind"] == "chapter"
        assert part["title"] in flowing
        assert f"## {part['title']}" in markdown
        for point in part["points"]:
            assert f"- {point}" in flowing
    assert markdown.count("\n- ") == sum(len(part["points"]) for part in record["parts"])


def test_rule_is_found_in_either_language(run):
    for name in ("Tough(3)", "Zäh(3)"):
        ran = run("rules", "aof-3.5", name)
        assert (ran.code, ran.out.splitlines()[0]) == (0, "Tough(3)")
        (part,) = json.loads(run("rules", "aof-3.5", name, "--format", "json").out)["parts"]
        assert re.search(r"\b3", part["points"][0]), "the number is filled in"
        assert part["points"][0] in " ".join(ran.out.split())
    assert run("rules", "aof-3.5", "tough", "--lang", "de").out.startswith("Zäh(X)")


def test_rule_includes_the_rules_it_mentions(run):
    parts = json.loads(run("rules", "aof-3.5", "rending", "--format", "json").out)["parts"]
    assert [part["id"] for part in parts] == ["rending", "regeneration", "ap"]


def test_army_rules_are_found_too(run):
    parts = json.loads(run("rules", "aof-3.5", "infiltrate", "--format", "json").out)["parts"]
    assert [part["id"] for part in parts] == ["infiltrate", "ambush", "infiltrate"], "one book has an older wording"
    assert parts[0]["points"][1].startswith(sentence("rules.armies", names="Dwarves, Goblins"))
    assert parts[2]["points"][1] == sentence("rules.armies", names="Eternal Wardens")
    assert run("rules", "aof-3.5", "Crossing Attack(3)").out.splitlines()[0] == "Crossing Attack(3)"
    assert run("rules", "aof-3.2", "infiltrate").code == 2


def test_erratum_is_shown_with_its_rule(run):
    assert len(json.loads(run("rules", "aofr-basic", "slow", "--format", "json").out)["parts"][0]["points"]) == 2


def test_names_of_several_words_need_no_quotes(run):
    assert run("rules", "aofr-basic", "battle", "standard").out.startswith("Battle Standard")


def test_single_chapter_is_shown(run):
    ran = run("rules", "aofr-3", "morale", "--format", "md")
    assert ran.out.startswith("## Morale\n\n- ")
    assert "##" not in ran.out[2:]


def test_ambiguous_name_shows_rule_and_chapter(run):
    parts = json.loads(run("rules", "aof-3.5", "morale", "--format", "json").out)["parts"]
    assert [(part["kind"], part["id"]) for part in parts] == [("rule", "morale"), ("chapter", "morale")]


@pytest.mark.parametrize(("name", "suggestion"), [("thrst", "Thrust"), ("Nahkampff", "Nahkampf"), ("s", "Slow")])
def test_unknown_rule_gets_suggestions(run, name: str, suggestion: str):
    ran = run("rules", "aof-3.5", name)
    assert (ran.code, ran.out) == (2, "")
    assert suggestion in ran.err


def test_unknown_game_gets_suggestions(run):
    for command in ("rules", "systems"):
        ran = run(command, "aof-3.6")
        assert (ran.code, ran.out) == (2, "")
        assert "aof-3.5" in ran.err


def test_system_table_shows_limits_and_moves(run):
    title, _, table = run("systems", "aof-3.2").out.partition("\n")
    assert title == "Age of Fantasy 3.2"
    rows = re.sub(r"\n +", " ", table).splitlines()  # long rows go on in the next line
    texts = {name: text.strip() for name, text in (row.split("  ", 1) for row in rows)}
    limits = {name: texts[sentence(f"limit.name.{name}")] for name in ("heroes", "copies", "share", "units")}
    assert limits == {
        "heroes": sentence("limit.per", per=500) + " (750: 1, 1,500: 3)",
        "copies": sentence("limit.base-per", base=1, per=750) + " (750: 2, 1,500: 3)",
        "share": sentence("limit.percent", percent=35) + " (750: 262, 1,500: 525)",
        "units": sentence("limit.per", per=150) + " (750: 5, 1,500: 10)",
    }
    moves = ", ".join(f'{sentence(f"system.{name}")} {inches}"' for name, inches in MOVES)
    assert texts[sentence("system.row.moves")] == moves
    joining = texts[sentence("system.row.joining")]
    assert joining.startswith(sentence("system.joining.tough", rule="Tough", n=6))


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_table_fits_the_terminal(run, system: str, language: str):
    ran = run("systems", system, "--lang", language)
    assert (ran.code, ran.err) == (0, "")
    assert max(map(len, ran.out.splitlines())) <= 80
    assert "system." not in ran.out
    assert "limit." not in ran.out


@pytest.mark.parametrize("form", ["txt", "md", "html"])
def test_export_includes_reference_on_request(run, form: str):
    with_page, without = (
        run("export", LISTS / "aof-3.2-matins.yaml", "--format", form, "--output", "-", *more).out
        for more in (["--reference"], [])
    )
    chapters = json.loads(run("rules", "aof-3.2", "--format", "json").out)["parts"]
    points = [point for part in chapters for point in part["points"] if re.fullmatch(r"[\w ,.:;]{30,}", point)]
    assert len(points) > 3
    for point in points:
        assert point in " ".join(with_page.split())
        assert point not in " ".join(without.split())


def test_system_json_has_limits_and_moves(run):
    record = json.loads(run("systems", "way-of-wood", "--format", "json").out)
    assert record["force_organisation"] is None
    assert record["combining"]["allowed"] is False
    assert record["moves"] == {"advance": 6, "rush": 12, "charge": 12, "field": "speed", "measure": ""}
    record = json.loads(run("systems", "aof-3.5", "--format", "json").out)
    limits = {limit["id"]: limit["at"] for limit in record["force_organisation"]["limits"]}
    assert limits == {
        "heroes": {"750": 2, "1500": 4, "2000": 5},
        "copies": {"750": 2, "1500": 3, "2000": 3},
        "share": {"750": 262, "1500": 525, "2000": 700},
        "units": {"750": 5, "1500": 10, "2000": 13},
    }
    assert record["joining"] == {"allowed": True, "max_tough": 6, "multi_model": True, "heroes_per_unit": 1}
    assert record["command_group"] == {"rules": ["Sergeant", "Musician", "Banner"], "each": 1}
    assert record["chapters"][:2] == ["tests", "setup"]

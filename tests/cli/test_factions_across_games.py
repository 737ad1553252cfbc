"""Factions with the same id in two games."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from listbuilder.library.locations import bundled_data_folder
from tests.sentences import sentence

FACTION = """\
format: 1
id: testers
systems: [{system}]
version: "1.0"
name: Testers
units:
  - {{id: pikemen, name: Pikemen, size: {size}, quality: 5, defense: 5, cost: {cost}, weapons: ["Pike (A1)"]}}
"""
REGIMENTS = FACTION.format(system="aofr-3", size=10, cost=90)
SKIRMISH = FACTION.format(system="aofs-3.5", size=1, cost=15)
BOOK = {
    "uid": "one-uid",
    "name": "Testers",
    "versionString": "1.0",
    "units": [{"id": "u1", "name": "Pikemen", "size": 1, "quality": 5, "defense": 5, "cost": 15}],
}


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A folder with the same faction for two games."""
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "regiments.yaml").write_text(REGIMENTS)
    (folder / "skirmish.yaml").write_text(SKIRMISH)
    return folder


def test_units_default_to_the_first_game(run, own: Path):
    ran = run("units", "testers", "--data", own, "--format", "json")
    assert ran.code == 0
    assert [unit["cost"] for unit in json.loads(ran.out)["units"]] == [90]
    games = {"wanted": "testers", "systems": "aofr-3, aofs-3.5", "system": "aofr-3"}
    assert ran.err == sentence("cli.several-games", **games) + "\n"


@pytest.mark.parametrize(("system", "cost"), [("aofr-3", 90), ("aofs-3.5", 15)])
def test_units_of_the_named_game(run, own: Path, system: str, cost: int):
    ran = run("units", "testers", "--system", system, "--data", own, "--format", "json")
    assert [unit["cost"] for unit in json.loads(ran.out)["units"]] == [cost]


def test_factions_lists_each_game_separately(run, own: Path):
    def systems(*more: str) -> list[list[str]]:
        data = json.loads(run("factions", *more, "--data", own, "--format", "json").out)
        return [faction["systems"] for faction in data if faction["id"] == "testers"]

    assert systems() == [["aofr-3"], ["aofs-3.5"]]
    assert systems("--system", "aofs-3.5") == [["aofs-3.5"]]


def test_diff_resolves_ids_in_the_files_game(run, own: Path, tmp_path: Path):
    newer = tmp_path / "newer.yaml"
    newer.write_text(SKIRMISH.replace("cost: 15", "cost: 20"))
    for sides in (("testers", newer), (newer, "testers")):
        ran = run("data", "--data", own, "diff", *sides)
        assert (ran.code, "15" in ran.out, "20" in ran.out, "90" in ran.out) == (1, True, True, False)
    assert run("data", "--data", own, "diff", "testers", "testers").code == 2
    assert run("data", "--data", own, "diff", "testers", "testers", "--system", "aofr-3").code == 0


def test_books_of_two_games_get_separate_files(run, tmp_path: Path):
    paths = [tmp_path / "a.json", tmp_path / "b.json"]
    for path, game in zip(paths, (4, 5), strict=True):
        path.write_text(json.dumps({**BOOK, "gameSystemId": game}))
    folder = tmp_path / "data"
    ran = run("data", "import", *paths, "--output", folder)
    assert ran.code == 0
    file_names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.yaml"))
    assert file_names == ["factions/aof-3.5/testers-1.0.yaml", "factions/aofs-3.5/testers-1.0.yaml"]
    assert run("factions", "--data", folder).err == "", "neither file hides the other"
    assert run("data", "import", *paths, "--output", "-").out.count("\n---\n") == 1


def test_imported_book_is_installed(run, tmp_path: Path):
    """Findings about a missing book recommend this command, so it must work without options."""
    book = tmp_path / "book.json"
    book.write_text(json.dumps({**BOOK, "gameSystemId": 6}))
    assert "testers" not in run("factions").out
    ran = run("data", "import", book)
    assert (ran.code, ran.out) == (0, "")
    assert "testers" in run("factions").out
    again = run("data", "import", book)
    (written,) = tmp_path.rglob("testers-1.0.yaml")
    assert (again.code, again.err.splitlines()[-1]) == (0, sentence("cli.is-there", path=written))
    book.write_text(json.dumps({**BOOK, "gameSystemId": 6, "name": "Others"}))
    assert run("data", "import", book).code == 0
    (mine,) = tmp_path.rglob("testers-1.0.yaml")
    mine.write_text(mine.read_text() + "# mine\n")
    book.write_text(json.dumps({**BOOK, "gameSystemId": 6}))
    assert run("data", "import", book).code == 2
    assert "# mine" in mine.read_text()


def test_unreadable_book_does_not_stop_the_others(run, tmp_path: Path):
    (tmp_path / "bad.json").write_text("{}")
    (tmp_path / "good.json").write_text(json.dumps({**BOOK, "gameSystemId": 5}))
    ran = run("data", "import", tmp_path / "bad.json", tmp_path / "good.json", "--output", tmp_path / "data")
    assert (ran.code, "IMP001" in ran.err) == (2, True)
    assert (tmp_path / "data" / "factions" / "aofs-3.5" / "testers-1.0.yaml").exists()


def test_common_options_work_before_and_after_the_part(run, own: Path):
    for ordered in (("data", "--data", own, "check", own), ("data", "check", own, "--data", own)):
        assert run(*ordered).code == 0
    checked = sentence("cli.checked", "de", n=2, errors=0, warnings=0)
    assert checked in run("data", "--lang", "de", "check", own, "--data", own).out
    assert checked in run("data", "check", own, "--data", own, "--lang", "de").out


@pytest.mark.parametrize(
    ("lists", "options", "cards"),
    [
        (["aofs-3.5-first-frost"], [], True),
        (["aofs-3.5-first-frost"], ["--layout", "roster"], False),
        (["aof-3.5-the-iron-vale"], [], False),
        (["aofs-3.5-first-frost", "aof-3.5-the-iron-vale"], ["--book"], False),
    ],
)
def test_layout_defaults_to_the_games_own(run, tmp_path: Path, lists: list[str], options: list[str], cards: bool):
    page = tmp_path / "page.html"
    files = [bundled_data_folder() / "lists" / f"{name}.yaml" for name in lists]
    assert run("export", *files, *options, "--format", "html", "--output", page).code == 0
    assert ('<body class="cards' in page.read_text(encoding="utf-8")) == cards

"""The template of a new event: it holds the given answers and passes the check."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from listbuilder.datafiles.templates import EventAnswers, format_event
from listbuilder.library import code_pages

HEAD = {"format": 1, "id": "cup", "name": "Cup", "systems": ["aof-3.5"]}


@pytest.mark.parametrize(
    ("answers", "values"),
    [
        ({}, {}),
        ({"points": 2000, "min_points": 0}, {"points": 2000, "least_points": 0}),
        ({"force_org": False, "named_characters": True}, {"force_org": False, "named_characters": True}),
        ({"allies": True}, {"mixing": "allow"}),
        ({"allies": False}, {"mixing": "forbid"}),
        ({"deadline": "2026-12-01", "shown": "open"}, {"deadline": "2026-12-01", "shown": "open"}),
        ({"allies": True, "main_faction_percent": 75}, {"mixing": "allow", "main_faction_percent": 75}),
        ({"max_unit_points": 525}, {"limits": {"share": {"most": "525"}}}),
        ({"list_count": 3, "core_points": 1000}, {"lists": {"number": "3", "core": "1000"}}),
        ({"core_points": 1000}, {}),
        ({"team_size": 3}, {"teams": {"size": "3", "factions_once": "true"}}),
        ({"on_time": 2, "each_day_late": -1}, {"scoring": {"on_time": "2", "each_day_late": "-1"}}),
    ],
)
def test_template_holds_only_given_answers(answers: dict[str, object], values: dict[str, object]) -> None:
    text = format_event(EventAnswers(name="Cup", system="aof-3.5", **answers), "x.json")  # type: ignore[arg-type]
    read = yaml.load(text, Loader=yaml.BaseLoader)
    assert read == {key: _as_written(value) for key, value in (HEAD | values).items()}
    assert text.startswith("# yaml-language-server: $schema=x.json\n")
    assert text.endswith("\n")
    assert "\n# limits:\n" in text


def _as_written(value: object) -> object:
    return value if isinstance(value, list | str | dict) else str(value).lower()


@pytest.mark.parametrize(
    ("name", "ident"),
    [("The Iron Cup!", "the-iron-cup"), ("!!!", "event"), ("a" * 100, "a" * 80), ("a" * 79 + " b", "a" * 79)],
)
def test_the_id_follows_from_the_name(name: str, ident: str) -> None:
    text = format_event(EventAnswers(name=name, system="aof-3.5"), "x")
    assert yaml.safe_load(text)["id"] == ident
    assert yaml.safe_load(text)["name"] == name


def test_code_pages_are_rewritten_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = {"PTS001.md": "# PTS001\n", "README.md": "Ä\n"}
    monkeypatch.setattr(code_pages, "build_pages", lambda language: pages if language == "en" else {})
    folder = tmp_path / "codes" / "en"
    for _ in range(2):
        assert code_pages.write_pages(folder, "en") == [folder / name for name in pages]
    assert {path.name: path.read_text("utf-8") for path in folder.iterdir()} == pages


def explanation(**illegal: str) -> str:
    example = code_pages.Example("a: 1\n", **illegal)
    legal = code_pages.Example("a: 2\n")
    page = code_pages.Explanation("PTS001", "x", "error", "T", "what", "why", "", example, legal, "en")
    return code_pages.format_explanation(page)


def test_code_page_shows_title_and_fix() -> None:
    assert "→" not in explanation()
    assert "\n→ do this\n" in explanation(fix="do this") + "\n"
    assert ": one too many\n" in explanation(title="one too many")
    assert "```yaml\na: 1\n```" in explanation()


def test_code_page_names_its_source():
    assert "(../decisions.md#decision-8)" in code_pages.explain("ORG005", "en").source
    assert code_pages.explain("DAT001", "en").source == ""
    assert code_pages.explain("ORG001", "en").source not in ("", code_pages.explain("ORG005", "en").source)

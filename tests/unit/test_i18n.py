"""Catalogues are complete and parallel, and values are formatted per language."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from listbuilder import i18n
from listbuilder.i18n import (
    format_moment,
    format_number,
    format_value,
    has_sentence,
    languages,
    load_catalogue,
    translate,
)
from listbuilder.model import Text
from tools.languages import main, missing

FOLDER = Path(i18n.__file__).parent
PARTS = sorted(path.name for path in (FOLDER / "en").glob("*.json"))


def fields(sentence: str) -> set[str]:
    return set(re.findall(r"\{(\w+)", sentence))


def test_english_comes_first_and_german_exists() -> None:
    assert languages()[0] == "en"
    assert "de" in languages()


def load(language: str, part: str) -> dict[str, str]:
    path = FOLDER / language / part
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def test_german_is_complete() -> None:
    assert missing("de") == missing("en") == ()


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("language", languages())
def test_catalogues_have_same_keys_and_fields(language: str, part: str) -> None:
    """A new language may be partial: missing sentences appear in English, and `make languages` lists them."""
    english, catalogue = load("en", part), load(language, part)
    assert list(catalogue) == sorted(catalogue)
    assert catalogue.keys() <= english.keys()
    assert {key: fields(text) for key, text in catalogue.items()} == {key: fields(english[key]) for key in catalogue}


@pytest.mark.parametrize("language", languages())
def test_every_key_is_in_one_file(language: str) -> None:
    everything = [key for part in PARTS for key in load(language, part)]
    assert sorted(everything) == sorted(set(everything))


def test_partial_language_falls_back_to_english(tmp_path: Path, monkeypatch, capsys) -> None:
    (tmp_path / "qq").mkdir()
    (tmp_path / "qq" / "words.json").write_text('{"verdict.legal": "conforme"}')
    english = load_catalogue("en")["verdict.illegal"]
    monkeypatch.setattr(i18n, "_FOLDERS", [FOLDER, tmp_path])
    languages.cache_clear()
    load_catalogue.cache_clear()
    try:
        assert (translate("qq", "verdict.legal"), translate("qq", "verdict.illegal")) == ("conforme", english)
        main()
        output = capsys.readouterr().out
    finally:
        languages.cache_clear()
        load_catalogue.cache_clear()
    assert "qq: 1 of " in output
    assert f"  verdict.illegal: {english}\n" in output
    assert "  verdict.legal:" not in output


@pytest.fixture
def own_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Add a language with sentences of its own."""
    (tmp_path / "qq").mkdir()
    (tmp_path / "qq" / "words.json").write_text('{"x": "{n} {n:hero|heroes}, {most:,} at most: {how}."}')
    monkeypatch.setattr(i18n, "_FOLDERS", [FOLDER, tmp_path])
    languages.cache_clear()
    load_catalogue.cache_clear()
    yield "qq"
    languages.cache_clear()
    load_catalogue.cache_clear()


def test_values_plurals_and_numbers(own_language: str) -> None:
    assert translate(own_language, "x", n=1, most=0, how="x") == "1 hero, 0 at most: x."
    assert translate(own_language, "x", n=2, most=1845, how="x") == "2 heroes, 1,845 at most: x."
    assert format_number("en", 1845) == "1,845"
    assert format_number("de", 1845) == "1.845"


def test_a_missing_value_or_key_still_shows(own_language: str) -> None:
    assert translate(own_language, "x", n=2) == "2 heroes, {most:,} at most: {how}."
    assert translate("en", "no.such.key") == "no.such.key"
    assert not has_sentence("en", "no.such.key")


def test_an_unknown_language_falls_back_to_english() -> None:
    assert load_catalogue("xx") == {}
    assert translate("xx", "HER004", unit="Otto") == translate("en", "HER004", unit="Otto")
    assert translate("../../etc", "HER004", unit="Otto") == translate("en", "HER004", unit="Otto")


def test_values_are_not_interpreted(own_language: str) -> None:
    hostile = translate(own_language, "x", n=2, most=1, how="{how} [red] <b>")
    assert hostile == "2 heroes, 1 at most: {how} [red] <b>."


def test_values_are_translated() -> None:
    assert format_value("de", (Text("Spears", (("de", "Speere"),)), 3)) == "Speere, 3"


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "C", "LISTBUILDER_LANG": "de"}, "de"),
        ({"LANG": "xx_XX"}, "en"),
    ],
)
def test_language_comes_from_the_environment(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], expected: str
) -> None:
    for variable in ("LISTBUILDER_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    for variable, value in environment.items():
        monkeypatch.setenv(variable, value)
    assert i18n.detect_language() == expected


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "2026-10-01T18:00+02:00", "1 October 2026, 18:00 (UTC+2)"),
        ("de", "2026-10-01T18:00+02:00", "1. Oktober 2026, 18:00 Uhr (UTC+2)"),
        ("en", "2026-03-09T07:05:09-03:30", "9 March 2026, 07:05 (UTC-3:30)"),
        ("en", "2026-03-09T07:05+00:00", "9 March 2026, 07:05 (UTC)"),
        ("en", "2026-03-09 07:05", "9 March 2026, 07:05"),
        ("en", "soon", "soon"),
    ],
)
def test_dates_are_formatted_per_language(language: str, text: str, expected: str) -> None:
    assert format_moment(language, text) == expected

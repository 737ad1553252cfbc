"""Every code has a page in both languages, and the stored pages and examples are up to date."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from listbuilder import validation
from listbuilder.diagnostics import CODES
from listbuilder.errors import UnknownIdError
from listbuilder.i18n import load_catalogue
from listbuilder.library.code_pages import build_pages, explain, format_explanation
from tests.cases.make_examples import TARGET, build_examples
from tests.sentences import sentence

PAGES = Path(__file__).parents[2] / "docs" / "codes"
SOURCES = sorted(Path(validation.__file__).parent.rglob("*.py"))


def fields(sentence: str) -> set[str]:
    return set(re.findall(r"\{(\w+)", sentence))


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("code", CODES)
def test_every_code_has_its_texts(code: str, language: str) -> None:
    sentences = load_catalogue(language)
    for key in (code, f"{code}.title", f"{code}.why"):
        assert sentences.get(key), key
    assert fields(sentences[code]) == fields(load_catalogue("en")[code])
    assert not fields(sentences[f"{code}.title"] + sentences[f"{code}.why"])


def test_every_offered_fix_has_a_sentence() -> None:
    used = {
        name for path in SOURCES for name in re.findall(r'make_fix\(\s*"([a-z-]+)"', path.read_text(encoding="utf-8"))
    }
    assert used
    written = {key.removeprefix("fix.") for key in load_catalogue("en") if key.startswith("fix.")}
    assert used == written


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("code", CODES)
def test_code_page_is_complete(code: str, language: str) -> None:
    page = explain(code, language)
    assert page.what
    assert page.why
    assert page.illegal.text != page.legal.text
    text = format_explanation(page)
    assert text.startswith(f"# {code} {page.title}\n")
    assert f"{code}." not in text
    assert not re.search(r"\b(explain|topic|severity|fix)\.[a-z]", text)


def test_german_pages_are_german() -> None:
    german = format_explanation(explain("ORG001", "de"))
    step, game = sentence("limit.per", "de", per=500), sentence("limit.of-game", "de", game=1500)
    assert sentence("ORG001", "de", n=4, most=3, how=f"{step} {game}") in german
    assert sentence("ORG001", n=4, most=3, how=f"{step} {game}") not in german


def test_unknown_code_is_refused() -> None:
    with pytest.raises(UnknownIdError):
        explain("ABC123", "en")


def test_examples_are_up_to_date() -> None:
    assert TARGET.read_text(encoding="utf-8") == build_examples(), "run make docs"


def test_code_pages_are_up_to_date() -> None:
    written = {path.name: path.read_text(encoding="utf-8") for path in PAGES.glob("*.md")}
    assert written == build_pages("en"), "run python -m listbuilder.library.code_pages docs/codes"

"""The quick reference: every game has one, in every language, with its own numbers in it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from listbuilder.diagnostics import Diagnostic
from listbuilder.library import Library
from listbuilder.library.build_system import build_system, merge_raw
from listbuilder.model import Chapter, System

Check = Callable[..., list[Diagnostic]]

WHOLE = (
    "tests",
    "setup",
    "mission",
    "turn",
    "actions",
    "movement",
    "shooting",
    "melee",
    "wounds",
    "morale",
    "states",
    "terrain",
    "magic",
)
SKIRMISH = ("tests", "turn", "actions", "shooting", "wounds", "morale", "magic", "beyond")
"""Of these games only what they share with others is known; the last chapter says what is missing."""
SYSTEMS = {
    **dict.fromkeys(("aof-3.2", "aof-3.5", "aofr-2.7", "aofr-3", "aofr-basic", "gf-3.5", "way-of-wood"), WHOLE),
    **dict.fromkeys(("aofs-3.5", "gff-3.5"), SKIRMISH),
}
OWN = """\
format: 1
id: own
name: {en: Own, de: Eigen}
edition: "1"
short: OWN
based_on: aof-3.5
citation: {document: None}
moves: {advance: 5, rush: 11, charge: 10}
reference:
  terrain: null
  actions: {points: [
    {en: "Sprint {move.rush}, {state.shaken} or not.", de: "Lauf {move.rush}, {state.shaken} oder nicht."}]}
"""


@pytest.fixture(scope="module")
def library() -> Library:
    return Library.open(user=False)


def said(chapter: Chapter, language: str) -> str:
    return "\n".join(point.to(language) for point in chapter.points)


def test_no_system_is_left_out(library: Library) -> None:
    assert {header.id for header in library.systems()} == set(SYSTEMS)


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_chapter_is_there_in_every_language(library: Library, name: str) -> None:
    system = library.system(name)
    assert tuple(system.reference) == SYSTEMS[name]
    for chapter in system.reference.values():
        assert chapter.points, chapter.id
        for text in (chapter.title, *chapter.points):
            assert text.languages() == {"en", "de"}, (chapter.id, text.en)
            assert not re.search(r"[{}]", text.en + text.to("de")), "a marker was left as it stands"


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", SYSTEMS)
def test_numbers_are_those_of_the_system(library: Library, name: str, language: str) -> None:
    system = library.system(name)
    assert system.pace is not None
    moves = system.pace.moves
    actions = said(system.reference["actions"], language)
    distances = {int(number) for number in re.findall(r"(\d+)\"", actions)}
    assert distances == ({moves.advance, moves.rush, moves.charge} if system.speed is None else set())
    assert str(system.tracking.rounds) in said(system.reference["turn"], language)
    if system.tracking.spell_tokens:
        assert str(system.tracking.spell_tokens) in said(system.reference["magic"], language)


@pytest.mark.parametrize("name", [name for name, chapters in SYSTEMS.items() if "states" in chapters])
def test_every_state_is_explained(library: Library, name: str) -> None:
    system = library.system(name)
    for language in ("en", "de"):
        explained = said(system.reference["states"], language)
        assert [state.id for state in system.tracking.states if state.name.to(language) not in explained] == []


def facts(system: System, chapter: str, *words: str) -> list[str]:
    text = said(system.reference[chapter], "en")
    return [word for word in words if word not in text]


def test_editions_differ_where_their_books_do(library: Library) -> None:
    """The numbers that players carry over from another edition by mistake."""
    named = {name: library.system(name) for name in SYSTEMS}
    for name in ("aof-3.2", "aofr-3", "aof-3.5", "gf-3.5"):
        assert facts(named[name], "terrain", "+1 to defense rolls") == []
    for name in ("aofr-2.7", "aofr-basic", "way-of-wood"):
        assert facts(named[name], "terrain", "-1 to hit") == []
    for name in ("aofr-2.7", "aofr-basic"):
        assert facts(named[name], "melee", "2 front rows", "full rows") == []
        assert facts(named[name], "states", "Wavering") == []
    assert facts(named["aofr-3"], "melee", "full rows") == ["full rows"]
    assert facts(named["aofr-3"], "morale", "flank gets -1", "rear -2", "after an activation") == []
    assert facts(named["aof-3.5"], "morale", "flank", "after an activation") == ["flank"]
    assert facts(named["aof-3.2"], "morale", "after an activation") == ["after an activation"]
    for name in ("aof-3.2", "aof-3.5"):
        assert facts(named[name], "melee", 'within 2"', 'up to 3"') == []
        assert facts(named[name], "movement", '1"', '9"') == []
    assert facts(named["aofr-2.7"], "magic", 'within 12"') == []
    assert facts(named["aofr-basic"], "magic", 'within 18"') == []
    assert facts(named["way-of-wood"], "setup", "44 by 50", "10 hexes") == []
    assert facts(named["way-of-wood"], "wounds", "Up to 5 it is Stunned", "6 or more knocks it out") == []


def test_a_system_has_its_own_numbers_in_sentences_of_another(data: Path) -> None:
    (data / "own.yaml").write_text(OWN, encoding="utf-8")
    system = Library.open([data]).system("own")
    assert tuple(system.reference) == tuple(name for name in WHOLE if name != "terrain")
    assert system.reference["actions"].title.en == "Actions"
    assert said(system.reference["actions"], "en") == 'Sprint 11", Shaken or not.'
    assert said(system.reference["actions"], "de") == 'Lauf 11", Angeschlagen oder nicht.'


def test_a_chapter_notes_the_rules_it_leans_on(library: Library) -> None:
    system = library.system("aof-3.5")
    assert system.reference["wounds"].mentions == ("tough", "hero", "deadly")
    unknown = {"reference": {"x": {"title": "X", "points": ["{no}"]}}}
    raw = merge_raw(library.loader.merged_system("aof-3.5") or {}, unknown)
    assert build_system(raw, "").reference["x"].mentions == ()


@pytest.mark.parametrize(
    ("old", "new", "code", "on"),
    [
        ("{move.rush}, {state.shaken} or", "{move.rsh} or", "REF036", "reference.actions.points[0]"),
        ("{state.shaken} or", "{state.stunned} or", "REF036", "reference.actions.points[0]"),
        ("Sprint", "{tuogh}", "REF031", "reference.actions.points[0]"),
        ("actions:", "flight:", "DAT007", "reference.flight.title"),
        ("{points: [", "{title: {en: A, de: B}, points: ['x', ", "REF006", "reference.actions.points[0]"),
        ("{points: [", "{title: {en: A}, points: [", "REF006", "reference.actions.title"),
        ("{points: [", "{titel: A, points: [", "DAT006", "reference.actions.titel"),
    ],
)
def test_what_is_wrong_with_a_page_is_found(check: Check, old: str, new: str, code: str, on: str) -> None:
    assert [(found.code, found.on) for found in check((old, new), text=OWN)] == [(code, on)]


def test_a_sound_page_has_no_findings(check: Check) -> None:
    assert check(text=OWN) == []

"""Every system has a quick reference in every language, with its own numbers."""

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
"""Only the shared rules of these systems are known; the last chapter says what is missing."""
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


def join_sentences(chapter: Chapter, language: str) -> str:
    return "\n".join(point.to(language) for point in chapter.sentences)


def test_no_system_is_left_out(library: Library) -> None:
    assert {header.id for header in library.systems()} == set(SYSTEMS)


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_chapter_exists_in_every_language(library: Library, name: str) -> None:
    system = library.system(name)
    assert tuple(system.reference) == SYSTEMS[name]
    for chapter in system.reference.values():
        assert chapter.sentences, chapter.id
        for text in (chapter.title, *chapter.sentences):
            assert text.languages() == {"en", "de"}, (chapter.id, text.en)
            assert not re.search(r"[{}]", text.en + text.to("de")), "an unfilled marker"


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", SYSTEMS)
def test_numbers_are_those_of_the_system(library: Library, name: str, language: str) -> None:
    system = library.system(name)
    assert system.movement is not None
    moves = system.movement.moves
    actions = join_sentences(system.reference["actions"], language)
    distances = {int(number) for number in re.findall(r"(\d+)\"", actions)}
    assert distances == ({moves.advance, moves.rush, moves.charge} if system.speed_field is None else set())
    assert str(system.tracking.rounds) in join_sentences(system.reference["turn"], language)
    if system.tracking.max_spell_tokens:
        assert str(system.tracking.max_spell_tokens) in join_sentences(system.reference["magic"], language)


@pytest.mark.parametrize("name", [name for name, chapters in SYSTEMS.items() if "states" in chapters])
def test_every_state_is_explained(library: Library, name: str) -> None:
    system = library.system(name)
    for language in ("en", "de"):
        explained = join_sentences(system.reference["states"], language)
        assert [state.id for state in system.tracking.states if state.name.to(language) not in explained] == []


def states(system: System, chapter: str, *terms: str) -> bool:
    """Return whether one point of a chapter has all these numbers and game terms (patterns)."""
    points = [point.en for point in system.reference[chapter].sentences]
    return any(all(re.search(term, point, re.IGNORECASE) for term in terms) for point in points)


def test_editions_differ_where_their_books_do(library: Library) -> None:
    """The numbers that players carry over from a different edition by mistake."""
    named = {name: library.system(name) for name in SYSTEMS}
    for name in ("aof-3.2", "aofr-3", "aof-3.5", "gf-3.5"):
        assert states(named[name], "terrain", r"\+1\b", "defense")
        assert not states(named[name], "terrain", r"-1\b", r"\bhit")
    for name in ("aofr-2.7", "aofr-basic", "way-of-wood"):
        assert states(named[name], "terrain", r"-1\b", r"\bhit")
        assert not states(named[name], "terrain", r"\+1\b", "defense")
    for name in ("aofr-2.7", "aofr-basic"):
        assert states(named[name], "melee", r"\b2 front (rows|ranks)\b")
        assert states(named[name], "melee", r"\bfull (rows|ranks)\b")
        assert states(named[name], "states", "Wavering")
    assert not states(named["aofr-3"], "melee", r"\bfull (row|rank)")
    assert states(named["aofr-3"], "morale", "flank", r"-1\b", "rear", r"-2\b")
    assert states(named["aofr-3"], "morale", "activation")
    assert states(named["aof-3.5"], "morale", "activation")
    assert not states(named["aof-3.5"], "morale", "flank")
    assert not states(named["aof-3.2"], "morale", "activation")
    for name in ("aof-3.2", "aof-3.5"):
        assert states(named[name], "melee", r'\b2"')
        assert states(named[name], "melee", r'\b3"')
        assert states(named[name], "movement", r'\b1"')
        assert states(named[name], "movement", r'\b9"')
    assert states(named["aofr-2.7"], "magic", r'\b12"')
    assert states(named["aofr-basic"], "magic", r'\b18"')
    assert states(named["way-of-wood"], "setup", r"\b44\b", r"\b50\b")
    assert states(named["way-of-wood"], "setup", r"\b10 hexes")
    assert states(named["way-of-wood"], "wounds", r"\b5\b", "Stunned", r"\b6\b")


def test_inherited_sentences_use_own_numbers(data: Path) -> None:
    (data / "own.yaml").write_text(OWN, encoding="utf-8")
    system = Library.open([data]).system("own")
    assert tuple(system.reference) == tuple(name for name in WHOLE if name != "terrain")
    assert system.reference["actions"].title.en == "Actions"
    assert join_sentences(system.reference["actions"], "en") == 'Sprint 11", Shaken or not.'
    assert join_sentences(system.reference["actions"], "de") == 'Lauf 11", Angeschlagen oder nicht.'


def test_chapter_lists_the_rules_it_mentions(library: Library) -> None:
    system = library.system("aof-3.5")
    assert system.reference["wounds"].mentioned_rules == ("tough", "hero", "deadly")
    unknown = {"reference": {"x": {"title": "X", "points": ["{no}"]}}}
    raw = merge_raw(library.loader.merged_system("aof-3.5") or {}, unknown)
    assert build_system(raw, "").reference["x"].mentioned_rules == ()


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
def test_reference_page_mistakes_are_found(check: Check, old: str, new: str, code: str, on: str) -> None:
    assert [(finding.code, finding.on) for finding in check((old, new), text=OWN)] == [(code, on)]


def test_valid_reference_page_has_no_findings(check: Check) -> None:
    assert check(text=OWN) == []

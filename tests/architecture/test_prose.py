"""The prose linter: it finds each banned phrase and leaves idiomatic sentences alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.prose_lint import PATTERNS, Passage, find_hits, lint

BANNED = (
    "The book is not at hand.",
    "Prices are held against the book.",
    "This mends the list.",
    "It is dropped without a word.",
    "The file is nobody's.",
    "It has no owner, as far as is known.",
    "It names a rule that there is not.",
    "A picture is no list.",
    "This is none of the files we read.",
    "It starts as many as pay.",
    "At most so many units.",
    "The player is told.",
    "Give the name of a unit.",
    "It stops. Who types half a name gets the rest.",
    "A key map for who has used vim.",
    "Of two entries the first wins.",
    "Prices are others than before.",
    "A bad file costs one row.",
    "The corpus lies beside the checkout.",
    "The price stands beside it.",
    "The name stands in the file.",
    "Let the hero stand alone.",
    "Rub out a wound.",
    "The list was turned down.",
    "It is kept also where nobody asks.",
    "It shows what comes of each fix.",
    "Hidden files are passed over.",
    "The collector looks for rubbish.",
    "Perhaps you mean dwarves.",
)
IDIOMATIC = (
    "There is no limit, and if there is no event, the list is checked without one.",
    "It is no longer shown and is no more than 3 lines long.",
    "Who is a hero?",
    "Return the name. The user who opened the list is asked first.",
    "A recommended amendment: both can be told apart.",
)


def docstring(text: str) -> Passage:
    return Passage("made_up.py", 1, text, is_docstring=True)


@pytest.mark.parametrize("sentence", BANNED)
def test_banned_phrase_is_reported_once(sentence: str) -> None:
    assert len(list(lint(docstring(sentence)))) == 1


def test_every_pattern_has_an_example() -> None:
    assert {hit.suggestion for sentence in BANNED for hit in lint(docstring(sentence))} == {
        pattern.suggestion for pattern in PATTERNS
    }


@pytest.mark.parametrize("sentence", IDIOMATIC)
def test_idiomatic_sentence_is_not_reported(sentence: str) -> None:
    assert list(lint(docstring(sentence))) == []


def test_phrase_across_lines_has_the_line_of_its_first_word() -> None:
    (hit,) = lint(Passage("made_up.md", 10, "# Title\n\nThe book is not at\nhand."))
    assert (hit.line, hit.phrase) == (12, "at hand")


def test_files_of_every_kind_are_read(tmp_path: Path) -> None:
    files = {
        "README.md": "It is not at hand.\n",
        "CHANGELOG.md": "## [Unreleased]\n\n- At\n  hand, at hand.\n\n## [1.0.0]\n\n- Not at hand.\n",
        "docs/guide/a.md": "```console\n$ x\nnot at hand\n```\n",
        "docs/style.md": "Never write “at hand”.\n",
        "listbuilder/i18n/en/cli.json": '{\n  "a.b": "Not at hand."\n}\n',
        "data/systems/a.yaml": 'name: {en: "Not at hand", de: "Nicht da"}\nrule: Mend\n',
        "listbuilder/a.py": '"""Say it."""\nx = "at hand"  # not at hand\nadd(help="not at hand")\n',
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert [(hit.path, hit.line) for hit in find_hits(tmp_path)] == [
        ("CHANGELOG.md", 3),
        ("CHANGELOG.md", 4),
        ("README.md", 1),
        ("data/systems/a.yaml", 1),
        ("docs/guide/a.md", 3),
        ("listbuilder/a.py", 1),
        ("listbuilder/a.py", 2),
        ("listbuilder/a.py", 3),
        ("listbuilder/i18n/en/cli.json", 2),
    ]


def test_repository_has_no_banned_phrase() -> None:
    assert list(map(str, find_hits())) == []

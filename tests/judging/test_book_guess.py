"""Guessing a file's book and size before a worker process gets it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from listbuilder.judging.book_guess import NO_AFFINITY, guess_affinity

SETTING_UP = 2000


@pytest.mark.parametrize(
    ("text", "book"),
    [
        ('{"armyName": "Dark Elves", "list": {}}', "dark-elves"),
        ('{"armyName":"Dwarves"}', "dwarves"),
        ('{"armyName" : "Human Empire"}', "human-empire"),
        ("format: 1\nunits:\n  - {id: a, unit: human-empire/champion}\n", "human-empire"),
        ('{"units": [{"unit": "free-cities/pikemen"}]}', "free-cities"),
        ("++ My List - Wood Elves (v3.5.2) [AOF 750pts] ++\n", "wood-elves"),
        ("++ Wood Elves (v3.5.2) [AOF 750pts] ++\n", "wood-elves"),
        ("hello", ""),
        ("", ""),
        ('{"armyName": "' + "x" * 300 + '"}', "x" * (200 - len(': "'))),
        (" " * 2048 + "unit: late/one", ""),
        (" " * 2000 + "unit: early/one", "early"),
    ],
)
def test_book_and_work_are_estimated(tmp_path: Path, text: str, book: str) -> None:
    file = tmp_path / "list"
    file.write_text(text, encoding="utf-8")
    assert tuple(guess_affinity(str(file))) == (book, SETTING_UP + len(text))


def test_undecodable_bytes_are_replaced(tmp_path: Path) -> None:
    file = tmp_path / "list"
    file.write_bytes(b'{"armyName": "\xff"}')
    assert guess_affinity(str(file)).group == "\ufffd"


def test_only_regular_files_are_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert guess_affinity(str(pipe)).group == ""
    assert guess_affinity(str(tmp_path)).group == ""
    for name in (str(tmp_path / "none"), "a\0b"):
        assert guess_affinity(name) is NO_AFFINITY

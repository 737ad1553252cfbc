"""A made-up event with every fault in a known place: exactly those are found, in every form and way to hand in."""

from __future__ import annotations

from pathlib import Path

from listbuilder.library import Library
from proof.sown_event.delivering import FORMS, WAYS
from proof.sown_event.sown import KINDS, Sower, differences

PLAYERS = 78


def test_exactly_what_was_sown_is_found(tmp_path: Path, library: Library) -> None:
    event = Sower(tmp_path / "cup", library, factions=3, different=9, seed=4).sow(PLAYERS)
    assert {one.way for one in event.expected} > set(WAYS)
    assert {one.form for one in event.expected} > set(FORMS)
    assert len({one.kind for one in event.expected}) > len(KINDS)
    assert list(differences(event, library)) == []

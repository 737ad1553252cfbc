"""Whose list is it: every clue counts, and where two players are likely nobody is chosen."""

from __future__ import annotations

import pytest

from listbuilder.desk.matching import Clues, candidates, decided
from listbuilder.desk.players import Player

KIM = Player(id="1", name="Kim Weber", mail="kim@example.org")
ROBIN = Player(id="2", name="Robin Ñandú", mail="robin@example.org")
WEBER = Player(id="3", name="Anna Weber")
ALL = (KIM, ROBIN, WEBER)


@pytest.mark.parametrize(
    ("clues", "player"),
    [
        (Clues(address="kim@example.org"), KIM),
        (Clues(names=("kim weber",)), KIM),
        (Clues(names=("Weber, Kim",)), KIM),
        (Clues(names=("Robin Nandu",)), ROBIN),
        (Clues(names=("Robn Nandu",)), ROBIN),
        (Clues(texts=("Robin Ñandú – Free Cities",)), ROBIN),
        (Clues(texts=("list_robin-nandu_v2",)), ROBIN),
        (Clues(texts=("AnnaWeber2000",)), WEBER),
        (Clues(texts=("nandu",)), ROBIN),
        (Clues(texts=("weber",)), None),
        (Clues(texts=("my army",)), None),
        (Clues(names=("Kim",)), None),
        (Clues(), None),
    ],
)
def test_who_is_meant(clues: Clues, player: Player | None) -> None:
    assert decided(candidates(clues, ALL)) == player


def test_a_friend_who_sends_the_list_is_asked_about() -> None:
    found = candidates(Clues(address="kim@example.org", names=("Robin Ñandú",)), ALL)
    assert [(one.player.id, one.score) for one in found[:2]] == [("1", 100), ("2", 98)]
    assert decided(found) is None


def test_a_name_that_another_begins_with_is_not_taken_for_it() -> None:
    ben, benjamin = Player(id="4", name="Ben"), Player(id="5", name="Benjamin Blue")
    assert decided(candidates(Clues(texts=("Benjamin",)), (ben, benjamin))) is None
    assert decided(candidates(Clues(texts=("ben",)), (ben, benjamin))) == ben


def test_the_likeliest_come_first_and_the_unlikely_not_at_all() -> None:
    found = candidates(Clues(texts=("weber",)), ALL)
    assert [one.player.id for one in found] == ["1", "3"]

"""Whose list is it: every clue counts, and where two players are likely nobody is chosen."""

from __future__ import annotations

import pytest

from listbuilder.tournament.player_matching import Candidate, Clues, candidates, decided, likely, words
from listbuilder.tournament.registrations import Player

KIM = Player(id="1", name="Kim Weber", mail="kim@example.org")
ROBIN = Player(id="2", name="Robin Ñandú", mail="robin@example.org")
WEBER = Player(id="3", name="Anna Weber")
LISTED = Player(id="6", name="Uma", file="army.yaml")
ALL = (KIM, ROBIN, WEBER, LISTED)


@pytest.mark.parametrize(
    ("clues", "player"),
    [
        (Clues(address="kim@example.org"), KIM),
        (Clues(file="army.yaml"), LISTED),
        (Clues(file="x.yaml"), None),
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


def test_who_is_quoted_is_meant_unless_somebody_else_sends_it() -> None:
    quoted = (("Robin Ñandú", "robin@example.org"), ("Desk", "desk@example.org"), ("", ""))
    assert decided(candidates(Clues(address="helper@example.org", writers=quoted), ALL)) == ROBIN
    assert decided(candidates(Clues(address="helper@example.org", writers=(("Nandu, Robin", ""),)), ALL)) == ROBIN
    assert decided(candidates(Clues(address="kim@example.org", writers=quoted), ALL)) == KIM


def test_a_name_that_another_begins_with_is_not_taken_for_it() -> None:
    ben, benjamin = Player(id="4", name="Ben"), Player(id="5", name="Benjamin Blue")
    assert decided(candidates(Clues(texts=("Benjamin",)), (ben, benjamin))) is None
    assert decided(candidates(Clues(texts=("ben",)), (ben, benjamin))) == ben


def test_the_likeliest_come_first_and_the_unlikely_not_at_all() -> None:
    found = candidates(Clues(texts=("weber",)), ALL)
    assert [one.player.id for one in found] == ["1", "3"]


@pytest.mark.parametrize(
    ("clues", "score"),
    [
        (Clues(address="kim@example.org"), 100),
        (Clues(names=("WEBER, kim",)), 98),
        (Clues(names=("Kim van Weber",)), 92),
        (Clues(texts=("Kim Weber, Free Cities",)), 90),
        (Clues(texts=("KimWeber-2000",)), 88),
        (Clues(texts=("kimweber",)), 88),
        (Clues(texts=("weber's list",)), 82),
        (Clues(names=("weber",)), 82),
        (Clues(names=("Kim Webber",)), 90),
        (Clues(texts=("Kim",)), 0),
        (Clues(names=("Anton Meier",)), 0),
        (Clues(names=("",), texts=("", "-")), 0),
        (Clues(address="other@example.org", texts=("kim weber",)), 90),
    ],
)
def test_what_each_clue_weighs(clues: Clues, score: int) -> None:
    found = candidates(clues, (KIM,))
    assert [one.score for one in found] == [score] * bool(score)


@pytest.mark.parametrize(
    ("name", "clues", "score"),
    [
        ("Anna Maria Weber", Clues(names=("Anna Maria",)), 92),
        ("Anna Maria Weber", Clues(names=("Anna",)), 50),
        ("Anna Weber", Clues(texts=("anna",)), 50),
        ("Ann Weber", Clues(texts=("ann",)), 0),
        ("Anna Ott", Clues(texts=("ott",)), 0),
        ("Anna Otto", Clues(texts=("otto",)), 82),
        ("Otto", Clues(names=("Otto the Great",)), 92),
        ("Otto", Clues(texts=("ottokar",)), 0),
        ("Robert", Clues(texts=("robert2000 list",)), 0),
    ],
)
def test_parts_of_a_name_say_less(name: str, clues: Clues, score: int) -> None:
    found = candidates(clues, (Player(id="x", name=name),))
    assert [one.score for one in found] == [score] * bool(score)


def test_a_number_alone_is_asked_about_since_files_are_counted_too() -> None:
    found = candidates(Clues(texts=("1",)), ALL)
    assert [(one.player.id, one.score) for one in found] == [("1", 60)]
    assert decided(found) is None


def test_an_id_is_a_clue_where_it_is_all_that_is_said() -> None:
    player = Player(id="team-7", name="Kim Weber")
    assert [one.score for one in candidates(Clues(texts=("Team 7",)), (player,))] == [88]
    assert candidates(Clues(texts=("Team 7 list",)), (player,)) == []


def test_a_match_is_taken_if_it_is_likely_and_no_other_comes_near() -> None:
    def chosen(*scores: int) -> str | None:
        found = [Candidate(Player(id=str(place), name="x"), score) for place, score in enumerate(scores)]
        player = decided(found)
        return player.id if player is not None else None

    assert [chosen(*scores) for scores in ((80,), (79,), (95, 80), (94, 80), (100, 50), ())] == [
        *("0", None, "0", None, "0", None)
    ]


def test_who_may_well_be_meant() -> None:
    found = [Candidate(KIM, 80), Candidate(ROBIN, 79)]
    assert likely(found) == [KIM]


def test_the_likeliest_are_first_and_then_the_ids_decide() -> None:
    players = [Player(id=name, name="Kim Weber") for name in ("c", "a", "b")]
    found = candidates(Clues(names=("Kim Weber",)), [*players, Player(id="d", name="Kim Webber")])
    assert [one.player.id for one in found] == ["a", "b", "c", "d"]


def test_words_are_without_capitals_accents_and_signs() -> None:
    assert words("Ñandú_O'Neil-Straße 7") == ("nandu", "o", "neil", "strasse", "7")

"""Matching submissions to players: every clue counts, and ties stay undecided."""

from __future__ import annotations

import pytest

from listbuilder.tournament.player_matching import (
    Candidate,
    Clues,
    choose_player,
    likely_players,
    normalised_words,
    rank_candidates,
)
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
def test_clues_identify_the_player(clues: Clues, player: Player | None) -> None:
    assert choose_player(rank_candidates(clues, ALL)) == player


def test_conflicting_sender_and_name_stay_undecided() -> None:
    candidates = rank_candidates(Clues(address="kim@example.org", names=("Robin Ñandú",)), ALL)
    assert [(candidate.player.id, candidate.score) for candidate in candidates[:2]] == [("1", 100), ("2", 98)]
    assert choose_player(candidates) is None


def test_quoted_writer_is_matched() -> None:
    quoted = (("Robin Ñandú", "robin@example.org"), ("Desk", "desk@example.org"), ("", ""))
    assert choose_player(rank_candidates(Clues(address="helper@example.org", writers=quoted), ALL)) == ROBIN
    assert (
        choose_player(rank_candidates(Clues(address="helper@example.org", writers=(("Nandu, Robin", ""),)), ALL))
        == ROBIN
    )
    assert choose_player(rank_candidates(Clues(address="kim@example.org", writers=quoted), ALL)) == KIM


def test_name_prefix_is_not_a_match() -> None:
    ben, benjamin = Player(id="4", name="Ben"), Player(id="5", name="Benjamin Blue")
    assert choose_player(rank_candidates(Clues(texts=("Benjamin",)), (ben, benjamin))) is None
    assert choose_player(rank_candidates(Clues(texts=("ben",)), (ben, benjamin))) == ben


def test_unlikely_players_are_left_out() -> None:
    candidates = rank_candidates(Clues(texts=("weber",)), ALL)
    assert [candidate.player.id for candidate in candidates] == ["1", "3"]


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
def test_score_of_each_clue(clues: Clues, score: int) -> None:
    candidates = rank_candidates(clues, (KIM,))
    assert [candidate.score for candidate in candidates] == [score] * bool(score)


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
def test_partial_names_score_lower(name: str, clues: Clues, score: int) -> None:
    candidates = rank_candidates(clues, (Player(id="x", name=name),))
    assert [candidate.score for candidate in candidates] == [score] * bool(score)


def test_bare_number_stays_undecided() -> None:
    candidates = rank_candidates(Clues(texts=("1",)), ALL)
    assert [(candidate.player.id, candidate.score) for candidate in candidates] == [("1", 60)]
    assert choose_player(candidates) is None


def test_id_alone_is_a_clue() -> None:
    player = Player(id="team-7", name="Kim Weber")
    assert [candidate.score for candidate in rank_candidates(Clues(texts=("Team 7",)), (player,))] == [88]
    assert rank_candidates(Clues(texts=("Team 7 list",)), (player,)) == []


def test_match_needs_score_and_distance() -> None:
    def chosen(*scores: int) -> str | None:
        candidates = [Candidate(Player(id=str(index), name="x"), score) for index, score in enumerate(scores)]
        player = choose_player(candidates)
        return player.id if player is not None else None

    assert [chosen(*scores) for scores in ((80,), (79,), (95, 80), (94, 80), (100, 50), ())] == [
        *("0", None, "0", None, "0", None)
    ]


def test_likely_players_pass_the_threshold() -> None:
    candidates = [Candidate(KIM, 80), Candidate(ROBIN, 79)]
    assert likely_players(candidates) == [KIM]


def test_candidates_sort_by_score_then_id() -> None:
    players = [Player(id=name, name="Kim Weber") for name in ("c", "a", "b")]
    candidates = rank_candidates(Clues(names=("Kim Weber",)), [*players, Player(id="d", name="Kim Webber")])
    assert [candidate.player.id for candidate in candidates] == ["a", "b", "c", "d"]


def test_words_are_normalised() -> None:
    assert normalised_words("Ñandú_O'Neil-Straße 7") == ("nandu", "o", "neil", "strasse", "7")

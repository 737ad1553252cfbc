"""Match submissions to players: every clue is scored, and close results stay undecided."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

from listbuilder.tournament.registrations import Player

CERTAIN_SCORE = 100
_MIN_MATCH_SCORE = 80
"""Minimum score for a match, if no other player is close."""
_MIN_DISTANCE = 15
"""Minimum distance to the next player."""
_MAX_QUOTED_SCORE = CERTAIN_SCORE - _MIN_DISTANCE
"""Maximum score of a quoted mail, because senders may quote anybody."""
_WORDS = r"[^\W_]+"
_MIN_SIMILARITY = 0.8
_MAX_NAME_LENGTH = 120
_NUMBER_SCORE = 60
"""Score of a number that equals a player's id, because programs number files too."""
_MIN_PART_LENGTH = 4
"""Minimum length of a part of a name that identifies a player."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clues:
    """What is known about the origin of a list."""

    address: str = ""
    file: str = ""
    """The name of a file that came without a mail; the player table may name it."""
    names: tuple[str, ...] = ()
    """Names of people: the list's player and the sender."""
    texts: tuple[str, ...] = ()
    """Texts that may contain a name: subject, file, folder and list name."""
    writers: tuple[tuple[str, str], ...] = ()
    """Names and addresses of the writers of quoted mails."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A player that a list may belong to, with a score from 0 to 100."""

    player: Player
    score: int


def rank_candidates(clues: Clues, players: Iterable[Player]) -> list[Candidate]:
    """Return all players with a score, the most likely first."""
    ranked = [Candidate(player, score) for player in players if (score := _score(clues, player))]
    return sorted(ranked, key=lambda candidate: (-candidate.score, candidate.player.id))


def likely_players(ranked: Sequence[Candidate]) -> list[Player]:
    """Return the players whose score is high enough."""
    return [candidate.player for candidate in ranked if candidate.score >= _MIN_MATCH_SCORE]


def choose_player(ranked: Sequence[Candidate]) -> Player | None:
    """Return the player of a list; None if it is not clear."""
    if not ranked or ranked[0].score < _MIN_MATCH_SCORE:
        return None
    is_clear = len(ranked) == 1 or ranked[0].score - ranked[1].score >= _MIN_DISTANCE
    return ranked[0].player if is_clear else None


def _score(clues: Clues, player: Player) -> int:
    if clues.address and clues.address in player.addresses:
        # if the list names another player, both are certain and the organiser is asked
        return CERTAIN_SCORE
    if clues.file and clues.file == player.file:
        return CERTAIN_SCORE
    named = [_score_name(name, player.name) for name in clues.names]
    mentioned = [_score_text(text, player) for text in clues.texts]
    quoted = [
        _MAX_QUOTED_SCORE if address in player.addresses else _score_name(name, player.name)
        for name, address in clues.writers
    ]
    return max((*named, *mentioned, *(min(_MAX_QUOTED_SCORE, score) for score in quoted)), default=0)


def _score_name(name: str, player_name: str) -> int:
    """Return the score of two names; order, accents, case and typing errors matter little."""
    parts, player_parts = normalised_words(name), normalised_words(player_name)
    if not parts or not player_parts:
        return 0
    if sorted(parts) == sorted(player_parts):
        return 98
    if set(player_parts) <= set(parts) or (set(parts) <= set(player_parts) and len(parts) > 1):
        return 92
    ratio = _similarity(" ".join(sorted(parts))[:_MAX_NAME_LENGTH], " ".join(sorted(player_parts))[:_MAX_NAME_LENGTH])
    if ratio >= _MIN_SIMILARITY:
        return round(100 * ratio) - 5
    return _score_parts(parts, player_parts)


def _score_text(text: str, player: Player) -> int:
    """Return the score of a text that may contain the player's name, its part or the id."""
    parts, player_parts = normalised_words(text), normalised_words(player.name)
    if not parts or not player_parts:
        return 0
    if set(player_parts) <= set(parts):
        return 90
    # the name without its spaces; single words such as Ben are too common
    whole = "".join(player_parts)
    if len(player_parts) > 1 and any("".join(parts[index:]).startswith(whole) for index in range(len(parts))):
        return 88
    if normalised_words(player.id) == parts:
        return _NUMBER_SCORE if player.id.isdecimal() else 88
    return _score_parts(parts, player_parts)


def _score_parts(parts: Sequence[str], player_parts: Sequence[str]) -> int:
    """Return the score of a partial name; a family name counts more than a first name."""
    if len(player_parts[-1]) >= _MIN_PART_LENGTH and player_parts[-1] in parts:
        return 82 if len(player_parts) > 1 else 70
    return 50 if any(len(part) >= _MIN_PART_LENGTH and part in parts for part in player_parts[:-1]) else 0


@lru_cache(maxsize=4096)
def normalised_words(text: str) -> tuple[str, ...]:
    """Return the words of a text without case and accents."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return tuple(re.findall(_WORDS, "".join(letter for letter in plain if not unicodedata.combining(letter))))


def _similarity(first: str, second: str) -> float:
    """Return the similarity of two names; 0 if a quick comparison of their letters excludes it."""
    matcher = SequenceMatcher(None, first, second, autojunk=False)
    if matcher.real_quick_ratio() < _MIN_SIMILARITY or matcher.quick_ratio() < _MIN_SIMILARITY:
        return 0
    return matcher.ratio()

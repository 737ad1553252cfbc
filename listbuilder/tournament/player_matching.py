"""Whose list is it? Every clue is weighed against every player; nothing is guessed where two are likely."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

from listbuilder.tournament.registrations import Player

CERTAIN = 100
_SURE = 80
"""From this score on a match is taken, if no other player comes near."""
_APART = 15
"""How far the next player must be behind."""
_QUOTED = CERTAIN - _APART
"""The most that a quoted mail says: who sends a list of their own may quote anybody."""
_WORDS = r"[^\W_]+"  # compiled when it is needed: who looks again at a desk needs no names
_ALIKE = 0.8
_LONGEST = 120
_COUNTED = 60
"""What a number says that is a player's id: mail programs and cameras count their files, too."""
_TELLING = 4
"""Letters of a name's part that says something alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clues:
    """What is known about where a list came from."""

    address: str = ""
    file: str = ""
    """What a file is called that came without a mail: a player's column may name it."""
    names: tuple[str, ...] = ()
    """Names of a person: the list's player, the sender."""
    texts: tuple[str, ...] = ()
    """Texts that may have a name in them: the subject, the file, the folder, the list's name."""
    writers: tuple[tuple[str, str], ...] = ()
    """Names and addresses of those whose mails are passed on in the text; an answer quotes others too."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A player that a list may be of, and how likely that is, from 0 to 100."""

    player: Player
    score: int


def candidates(clues: Clues, players: Iterable[Player]) -> list[Candidate]:
    """Weigh all players, the likeliest first; those that nothing speaks for are left out."""
    found = [Candidate(player, _score(clues, player)) for player in players]
    return sorted((one for one in found if one.score), key=lambda one: (-one.score, one.player.id))


def likely(found: Sequence[Candidate]) -> list[Player]:
    """Give the players that a list may well be of."""
    return [one.player for one in found if one.score >= _SURE]


def decided(found: Sequence[Candidate]) -> Player | None:
    """Give the player that a list is of; None where that is open."""
    if not found or found[0].score < _SURE:
        return None
    alone = len(found) == 1 or found[0].score - found[1].score >= _APART
    return found[0].player if alone else None


def _score(clues: Clues, player: Player) -> int:
    if clues.address and clues.address in player.addresses:
        # somebody may send a friend's list: then the name in it is as certain, and both are asked about
        return CERTAIN
    if clues.file and clues.file == player.file:
        return CERTAIN
    named = [_likeness(name, player.name) for name in clues.names]
    mentioned = [_mentioned(text, player) for text in clues.texts]
    quoted = [
        _QUOTED if address in player.addresses else _likeness(name, player.name) for name, address in clues.writers
    ]
    return max((*named, *mentioned, *(min(_QUOTED, score) for score in quoted)), default=0)


def _likeness(name: str, wanted: str) -> int:
    """Compare two names of people: order, accents, capitals and a typing error make little difference."""
    given, known = words(name), words(wanted)
    if not given or not known:
        return 0
    if sorted(given) == sorted(known):
        return 98
    if set(known) <= set(given) or (set(given) <= set(known) and len(given) > 1):
        return 92
    ratio = _ratio(" ".join(sorted(given))[:_LONGEST], " ".join(sorted(known))[:_LONGEST])
    if ratio >= _ALIKE:
        return round(100 * ratio) - 5
    return _partly(given, known)


def _mentioned(text: str, player: Player) -> int:
    """Look for a player in a text: the whole name, the id, or a part of the name."""
    found, known = words(text), words(player.name)
    if not found or not known:
        return 0
    if set(known) <= set(found):
        return 90
    if _run_together(known, found):
        return 88
    if words(player.id) == found:
        return _COUNTED if player.id.isdecimal() else 88
    return _partly(found, known)


def _run_together(known: Sequence[str], found: Sequence[str]) -> bool:
    """Tell whether a name was written without its blanks; a single word is part of many others: Ben of Benjamin."""
    whole = "".join(known)
    return len(known) > 1 and any("".join(found[place:]).startswith(whole) for place in range(len(found)))


def _partly(found: Sequence[str], known: Sequence[str]) -> int:
    """A family name alone says more than a first name; neither is enough where it has to be certain."""
    if len(known[-1]) >= _TELLING and known[-1] in found:
        return 82 if len(known) > 1 else 70
    return 50 if any(len(part) >= _TELLING and part in found for part in known[:-1]) else 0


@lru_cache(maxsize=4096)
def words(text: str) -> tuple[str, ...]:
    """Give the words of a text without capitals and accents."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return tuple(re.findall(_WORDS, "".join(letter for letter in plain if not unicodedata.combining(letter))))


def _ratio(one: str, other: str) -> float:
    """Tell how alike two names are; 0 where a look at their letters shows that they are not, as with nearly all."""
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    if matcher.real_quick_ratio() < _ALIKE or matcher.quick_ratio() < _ALIKE:
        return 0
    return matcher.ratio()

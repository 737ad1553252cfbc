"""Taking lists in: each is matched to a player, kept as a version of its own, and never taken twice."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from listbuilder.diagnostics import Diagnostic
from listbuilder.disk import make_folder, move, write_atomically
from listbuilder.library import Library
from listbuilder.model import slug
from listbuilder.tournament.csv_tables import read_table, save_table
from listbuilder.tournament.intake_sources import Piece, take_apart
from listbuilder.tournament.paths import Places
from listbuilder.tournament.player_matching import Candidate, candidates, decided, likely
from listbuilder.tournament.registrations import Player, Register
from listbuilder.tournament.submissions import UNMATCHED, Submission, load_submissions, load_taken, save_taken

Ask: TypeAlias = Callable[[Piece, list[Candidate]], Player | None]
"""Asks somebody whose a list is; None where nobody knows."""
_NUMBER = re.compile(r"[0-9]{1,6}(?=-)")
_TELLING = 16
"""Digits of a hash that no two files of an event share."""
_ENDING = re.compile(r"\.[A-Za-z0-9]{1,8}")


@dataclass(frozen=True, slots=True)
class Intake:
    """What became of everything that was brought."""

    taken: list[Submission] = field(default_factory=list)
    again: list[Submission] = field(default_factory=list)
    """What had been taken before."""
    gone: list[Submission] = field(default_factory=list)
    """What of that somebody has taken out of the inbox since."""
    open: list[tuple[Submission, list[Candidate]]] = field(default_factory=list)
    """What nobody could be found for, and who it may be of."""
    unread: list[Diagnostic] = field(default_factory=list)
    """What could not be opened at all."""
    beside: list[tuple[Submission, tuple[str, ...]]] = field(default_factory=list)
    """What came in one mail with a list, is none itself, and was not taken."""


class Taker:
    """Takes lists into the inbox of a desk."""

    def __init__(self, places: Places, register: Register, library: Library, ask: Ask | None = None) -> None:
        self._places = places
        self._register = register
        self._library = library
        self._ask = ask
        self._taken = load_taken(places)
        self._answers = _load_answers(places)

    def take(self, paths: Iterable[str]) -> Intake:
        """Take in everything in the files, folders, archives and mails."""
        intake = Intake()
        try:
            for piece in take_apart(paths, self._library, self._places.has_written):
                if isinstance(piece, Diagnostic):
                    intake.unread.append(piece)
                else:
                    self._take_one(piece, intake)
        finally:  # what lies in the inbox is noted, even where a later file cannot be read
            save_taken(self._places, self._taken)
        intake.gone.extend(self._gone(intake.again))
        return intake

    def _gone(self, again: list[Submission]) -> list[Submission]:
        """Find what is no longer in the inbox, not even moved to another place."""
        missing = [one for one in again if not (self._places.inbox / one.file).is_file()]
        there = {one.sha256 for one in load_submissions(self._places, self._register)} if missing else set()
        return [one for one in missing if one.sha256 not in there]

    def _take_one(self, piece: Piece, intake: Intake) -> None:
        digest = hashlib.sha256(piece.data).hexdigest()
        found = candidates(piece.clues, self._register.players)
        player = self._whose(piece, found, digest)
        owner, folder = (player.id, player.folder) if player is not None else ("", UNMATCHED)
        same = [one for one in self._taken if one.sha256 == digest]
        known = next((one for one in same if one.player == owner or not owner), None)
        if known is not None:
            intake.again.append(known)
            return
        lying = next((one for one in same if not one.player), None)
        if lying is not None:  # it was there before anybody knew whose it is, perhaps since a moment ago
            self._taken.remove(lying)
            intake.open[:] = [row for row in intake.open if row[0] is not lying]
        submission = self._keep(piece, owner, folder, digest, lying)
        self._taken.append(submission)
        if piece.beside:
            intake.beside.append((submission, piece.beside))
        if owner:
            intake.taken.append(submission)
        else:
            intake.open.append((submission, found))

    def _whose(self, piece: Piece, found: list[Candidate], digest: str) -> Player | None:
        """Find the player: by what was answered before, by the clues, by asking; what is answered is remembered.

        Who sends lists of several people is asked about each: one answer speaks for an address only where a list comes
        alone and nothing else in it speaks for somebody. What came without an address, or quotes another's mail and so
        may be passed on, is known by what is in it: many a list is called army, by a player called Your Name.
        """
        address = piece.clues.address if not piece.clues.writers else ""
        this = f"{address} / {piece.name}" if address else f"{piece.name} / {digest[:_TELLING]}"
        keys = [this, address] if address and piece.alone and not likely(found) else [this]
        answered = next((self._answers[key] for key in keys if key in self._answers), None)
        player = (self._register.find(answered) if answered is not None else None) or decided(found)
        if player is None and self._ask is not None:
            player = self._ask(piece, found)
            if player is not None:
                self._answers[keys[-1]] = player.id
                save_table(self._places.answers, ("clue", "player"), sorted(self._answers.items()))
        return player

    def _keep(self, piece: Piece, owner: str, where: str, digest: str, lying: Submission | None) -> Submission:
        """Keep a file as a version of its own; one that lies in the inbox already moves to its player."""
        folder = self._places.inbox / where
        make_folder(folder)
        before = [one.file.rpartition("/")[2] for one in self._taken if one.file.startswith(f"{folder.name}/")]
        name = _free_name([*before, *(path.name for path in folder.iterdir())], piece.name)
        if lying is not None and (self._places.inbox / lying.file).is_file():
            move(self._places.inbox / lying.file, folder / name)
        else:
            write_atomically(folder / name, piece.data, new=True)
        return Submission(
            file=f"{folder.name}/{name}",
            player=owner,
            received=piece.received,
            clock=piece.clock,
            source=piece.source,
            sender=piece.sender,
            sha256=digest,
        )


def _free_name(names: Iterable[str], wanted: str) -> str:
    """Number the versions of a player, so that their order shows; a name from a mail is only a name."""
    ending = Path(wanted).suffix.lower()
    stem = slug(Path(wanted).stem)[:60] or "list"
    numbers = [int(found[0]) for name in names if (found := _NUMBER.match(name))]
    number = max(numbers, default=0) + 1
    return f"{number:02}-{stem}{ending if _ENDING.fullmatch(ending) else '.txt'}"


def _load_answers(places: Places) -> dict[str, str]:
    try:
        rows = read_table(places.answers.read_bytes())[1]
    except FileNotFoundError:
        return {}
    return {row.get("clue"): row.get("player") for row in rows}

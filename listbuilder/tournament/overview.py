"""How everybody stands: missing, late, illegal, accepted; one row for each player, worked out from the files alone.

Which book a registration means: players write its name as they like, and a typing error is no other faction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from listbuilder.diagnostics import Diagnostic, Severity
from listbuilder.diagnostics.messages import FindingRecord, finding_record
from listbuilder.model import Event
from listbuilder.textutil.fuzzy import closest
from listbuilder.tournament.acceptance_log import Accepted
from listbuilder.tournament.check_jobs import Errand, Recall, Seen, run_errands
from listbuilder.tournament.log_integrity import odd_about_lock
from listbuilder.tournament.player_matching import words
from listbuilder.tournament.player_status import Status, bonus_of, statuses_of
from listbuilder.tournament.registrations import Player
from listbuilder.tournament.submissions import CLOCK_FILE, Submission, counts_for, different, lists_among, named_by
from listbuilder.tournament.tournament import Decision, Desk
from listbuilder.validation.checks.list_sets import check_team


def is_registered(wanted: str, played: Mapping[str, str], desk: Desk) -> bool:
    """Tell whether what was registered is one of the books that are played, given with the names that lists show."""
    asked = set(words(wanted))
    names = {name for book, shown in played.items() for name in (shown, *desk.names_of(book))}
    return any(asked <= set(words(name)) for name in names) or _is_mistyped(wanted, names, desk)


def _is_mistyped(wanted: str, names: set[str], desk: Desk) -> bool:
    """Tell whether these names are nearer to what was written than those of all other books, of which it is none."""
    asked, known = words(wanted), tuple(sorted(names.union(*desk.book_names.values())))
    if any(words(name) == asked for name in known):
        return False
    return any(set(words(name)) <= set(asked) for name in names) or _nearest(wanted, known) in names


_nearest = lru_cache(maxsize=64)(closest)  # what one player writes, others of the team or the club do, too


if TYPE_CHECKING:
    from listbuilder.judging.verdict_records import ListRecord

_LATE = "EVT008"
_RANK = {severity.value: rank for rank, severity in enumerate(Severity)}


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerStanding:
    """One player, with what was handed in, what was found, and how it all stands."""

    player: Player
    statuses: tuple[Status, ...]
    """All that apply, the gravest first."""
    submissions: tuple[Submission, ...] = ()
    """What counts, the newest first."""
    lists: tuple[ListRecord, ...] = ()
    sheets: tuple[str, ...] = ()
    """Of the lists that could be worked out, where they were asked for."""
    found: tuple[FindingRecord, ...] = ()
    """What was found about the player and the lists together; each list has findings of its own."""
    accepted: tuple[Accepted, ...] = ()
    bonus: int = 0
    """Tournament points for the list itself."""
    decision: Decision | None = None
    """What the organiser has decided about what counts now."""

    @property
    def rejected(self) -> str:
        """Why the organiser has turned it down; empty where that is not so."""
        return self.decision.reason or "-" if self.decision is not None and not self.decision.accepts else ""

    @property
    def status(self) -> Status:
        """The gravest."""
        return self.statuses[0]

    @property
    def is_good(self) -> bool:
        """Whether nothing is left to be done: what the organiser has turned down is not done with."""
        return self.status.is_good and not self.rejected

    @property
    def read(self) -> tuple[ListRecord, ...]:
        """The lists that could be worked out."""
        return tuple([one for one in self.lists if one["points"] is not None])

    @property
    def factions(self) -> str:
        """What is played, else what was registered."""
        played = dict.fromkeys([name for one in self.read for name in one["factions"]])
        return ", ".join(played) or self.player.faction

    @property
    def findings(self) -> list[FindingRecord]:
        """Everything that was found, the worst first."""
        found = [*self.found, *[finding for one in self.lists for finding in one["diagnostics"]]]
        return sorted(found, key=lambda finding: _RANK[finding["severity"]])


@dataclass(frozen=True, slots=True)
class Overview:
    """Everybody, and the files that are nobody's."""

    rows: tuple[PlayerStanding, ...]
    unmatched: tuple[Submission, ...]
    found: tuple[Diagnostic, ...] = ()
    """What is odd about the desk itself: registrations, the chain of the lock."""


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """How to look at a desk."""

    language: str
    own_language: bool = False
    """Whether to speak of players in the language that is theirs, where that is known."""
    sheets: bool = False
    fixes: bool = True
    """Whether somebody reads how to mend what was found, and at which line."""
    fresh: bool = False
    """Whether to work everything out again, whatever was seen before; so it is for the lock."""
    jobs: int = 0

    def speak(self, player: Player) -> str:
        """Choose the language to speak of a player in."""
        return (player.language if self.own_language else "") or self.language


def build_table(desk: Desk, view: View) -> Overview:
    """Work out how everybody stands."""
    rows = build_rows(desk, desk.register.players, view)
    known = {player.id for player in desk.register.players}
    unmatched = tuple(one for one in desk.submissions if one.player not in known)
    return Overview(tuple(rows), unmatched, (*desk.register.found, *odd_about_lock(desk)))


def build_rows(desk: Desk, players: Sequence[Player], view: View) -> Iterator[PlayerStanding]:
    """Work out how some players stand, and their teams as far as they are among them."""
    cases = [_case(desk, player, view.speak(player)) for player in players]
    errands = [case.errand(desk, view) for case in cases]
    seen = _afresh(desk, errands, view) if view.fresh else Recall(desk, jobs=view.jobs).see(errands)
    rows = [case.stand(one, desk) for case, one in zip(cases, seen, strict=True)]
    return _in_teams(rows, desk.event, view)


def _afresh(desk: Desk, errands: list[Errand], view: View) -> Iterator[Seen]:
    return run_errands(desk, errands, view.jobs)


def build_row(desk: Desk, player: Player, view: View) -> PlayerStanding:
    """Work out how one player stands, with the team."""
    mates = [one for one in desk.register.players if one.id == player.id or (one.team and _team(one) == _team(player))]
    return next(row for row in build_rows(desk, mates, view) if row.player.id == player.id)


def _case(desk: Desk, player: Player, language: str) -> _Case:
    number = desk.event.lists.number
    own = tuple(desk.submissions_of(player.id))
    return _Case(
        player=player,
        event=desk.event,
        language=language,
        own=own,
        counting=tuple(counts_for(player, own, number)),
        accepted=desk.lock.of(player.id, number),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Case:
    """One player under inspection."""

    player: Player
    event: Event
    language: str
    own: tuple[Submission, ...]
    counting: tuple[Submission, ...]
    accepted: tuple[Accepted, ...]

    def errand(self, desk: Desk, view: View) -> Errand:
        """Tell what has to be judged."""
        files = tuple([(one.file, one.received) for one in self.counting])
        return Errand(str(desk.places.root), desk.data, files, self.language, view.sheets, view.fixes)

    def stand(self, seen: Seen, desk: Desk) -> PlayerStanding:
        """Tell how the player stands with what was seen of the lists."""
        about = [*self.about_files(desk), *self.about_lists(seen["lists"], desk), *self.about_times(seen["lists"])]
        found = (*[finding_record(one, self.language) for one in about], *seen["found"])
        everything = [*found, *[finding for one in seen["lists"] for finding in one["diagnostics"]]]
        decision = desk.decisions.get(self.player.id)
        current = decision is not None and decision.file in [one.file for one in self.counting]
        return PlayerStanding(
            player=self.player,
            statuses=statuses_of(everything, seen["lists"], self.accepted),
            submissions=self.counting,
            lists=tuple(seen["lists"]),
            sheets=tuple(seen["sheets"]),
            found=found,
            accepted=self.accepted,
            bonus=bonus_of(self.first_accepted(desk) or self.counting, everything, self.event),
            decision=decision if current else None,
        )

    def about_files(self, desk: Desk) -> Iterator[Diagnostic]:
        """Find what is to be said of what was handed in, and of the registration."""
        name = self.player.name
        if not self.own:
            yield Diagnostic("DSK006", None, {"player": name})
        if self.player.paid is False:
            yield Diagnostic("DSK011", None, {"player": name})
        named = named_by(self.player, self.own)
        if self.player.file and not named:
            yield Diagnostic("DSK015", None, {"player": name, "file": self.player.file})
        if len(self.own) > self.event.lists.number and not self.accepted:
            lists = named or lists_among(self.own)
            if different(lists, desk.places.inbox) > self.event.lists.number:
                files = tuple(one.file for one in lists)
                yield Diagnostic("DSK007", None, {"player": name, "files": files, "counts": self.counting[0].file})
        if self.event.deadline is not None and any(one.clock == CLOCK_FILE for one in self.counting):
            yield Diagnostic("DSK012", None, {"player": name, "received": self.counting[0].received})

    def first_accepted(self, desk: Desk) -> list[Submission]:
        """Give what was accepted first, if anything was: a correction that was asked for is no late list."""
        lines = desk.lock.lines_of(self.player.id)
        if not lines:
            return []
        files = {one.file for one in lines[: self.event.lists.number]}
        return [one for one in self.own if one.file in files]

    def about_times(self, lists: Sequence[ListRecord]) -> Iterator[Diagnostic]:
        """Find what came too late and is no list: of a list its own findings say so."""
        deadline = self.event.deadline
        if deadline is None:
            return
        late = [one.moment for one in self.counting if one.moment > deadline]
        if late and not any(finding["code"] == _LATE for one in lists for finding in one["diagnostics"]):
            times = {"submitted": max(late), "deadline": deadline}
            said = {name: moment.isoformat(timespec="minutes") for name, moment in times.items()}
            yield Diagnostic(_LATE, None, {**said, "event": self.event.name}, source=self.event.name)

    def about_lists(self, lists: Sequence[ListRecord], desk: Desk) -> Iterator[Diagnostic]:
        """Find what is to be said of the lists beside what was registered and accepted."""
        name, wanted = self.player.name, self.player.faction
        played = _books(lists) if wanted else {}
        if played and not is_registered(wanted, played, desk):
            yield Diagnostic("DSK008", None, {"player": name, "wanted": wanted, "factions": tuple(played.values())})
        if self.accepted:
            read = {one["hash"] for one in lists if one["points"] is not None}
            if {one.hash for one in self.accepted} != read:
                yield Diagnostic("DSK009", None, {"player": name, "at": self.accepted[-1].at})


def _books(lists: Iterable[ListRecord]) -> Mapping[str, str]:
    """Give the names of the books that lists play."""
    return {book: shown["name"] for one in lists for book, shown in one["books"].items()}


def _in_teams(rows: Sequence[PlayerStanding], event: Event, view: View) -> Iterator[PlayerStanding]:
    """Add what was found about each team to the rows of all its players."""
    teams: dict[str, list[PlayerStanding]] = {}
    for row in rows:
        teams.setdefault(_team(row.player), []).append(row)
    found = {
        team: tuple(check_team(members[0].player.team, [_played(row) for row in members], event))
        for team, members in teams.items()
        if team
    }
    alone = (Diagnostic("DSK014", None, {"n": event.teams.size, "event": event.name}, source=event.name),)
    found |= {"": alone} if event.teams.size else {}
    for row in rows:
        more = found.get(_team(row.player), ())
        yield _with_team(row, [finding_record(one, view.speak(row.player)) for one in more]) if more else row


def _team(player: Player) -> str:
    return player.team.casefold()


def _with_team(row: PlayerStanding, more: Sequence[FindingRecord]) -> PlayerStanding:
    made = replace(row, found=(*row.found, *more))
    if Status.ACCEPTED in row.statuses:
        return made
    told = {*row.statuses, Status.ILLEGAL} - {Status.LEGAL, Status.UNCHECKED}
    return replace(made, statuses=tuple(status for status in Status if status in told))


def _played(row: PlayerStanding) -> tuple[str, Mapping[str, str]]:
    return row.player.name, _books(row.read)

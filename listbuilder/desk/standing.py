"""How everybody stands: missing, late, illegal, accepted; one row for each player, worked out from the files alone."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from enum import Enum
from typing import TypeAlias

from listbuilder.desk.decisions import Decision
from listbuilder.desk.desk import Desk
from listbuilder.desk.inbox import CLOCK_FILE, Submission, counts_for
from listbuilder.desk.lock import Accepted
from listbuilder.desk.matching import words
from listbuilder.desk.players import Player
from listbuilder.diagnostics import Diagnostic, Severity, Verdict, build_report
from listbuilder.judging import Judged, Unread, judge_file
from listbuilder.model import Event, Faction
from listbuilder.validation.several import check_lists, check_team
from listbuilder.values import dataclass

Judge: TypeAlias = Callable[[Submission], list[Judged | Unread]]


class Status(Enum):
    """How a player stands, the gravest first."""

    MISSING = "missing"
    LATE = "late"
    DOUBLE = "double"
    WRONG_FACTION = "wrong-faction"
    ILLEGAL = "illegal"
    UNCHECKED = "unchecked"
    LEGAL = "legal"
    ACCEPTED = "accepted"
    CHANGED = "changed"


_BY_CODE = {
    "DSK006": Status.MISSING,
    "EVT008": Status.LATE,
    "DSK007": Status.DOUBLE,
    "DSK008": Status.WRONG_FACTION,
    "DSK009": Status.CHANGED,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One player, with what was handed in, what was found, and how it all stands."""

    player: Player
    statuses: tuple[Status, ...]
    """All that apply, the gravest first."""
    submissions: tuple[Submission, ...] = ()
    """What counts, the newest first."""
    lists: tuple[Judged | Unread, ...] = ()
    found: tuple[Diagnostic, ...] = ()
    """What was found about the player and the lists together; each list has a report of its own."""
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
    def judged(self) -> tuple[Judged, ...]:
        """The lists that could be worked out."""
        return tuple(one for one in self.lists if isinstance(one, Judged))

    def diagnostics(self) -> Iterator[Diagnostic]:
        """Give everything that was found, the worst first."""
        yield from build_report([*self.found, *(finding for one in self.lists for finding in one.report)])


@dataclass(frozen=True, slots=True)
class Table:
    """Everybody, and the files that are nobody's."""

    rows: tuple[Standing, ...]
    unmatched: tuple[Submission, ...]
    found: tuple[Diagnostic, ...] = ()
    """What is odd about the desk itself: registrations, the chain of the lock."""


def judge_submission(desk: Desk) -> Judge:
    """Give the way to judge what was handed in: by the event, at its time, with the player known."""
    stated = frozenset({"player"})
    return lambda one: judge_file(desk.path(one), desk.library, desk.event, one.received or None, supplied=stated)


def build_table(desk: Desk, judge: Judge | None = None) -> Table:
    """Work out how everybody stands."""
    judge = judge or judge_submission(desk)
    rows = [_standing(desk, player, judge) for player in desk.register.players]
    known = {player.id for player in desk.register.players}
    unmatched = tuple(one for one in desk.submissions if one.player not in known)
    return Table(tuple(_in_teams(rows, desk.event)), unmatched, (*desk.register.found, *desk.lock.found))


def _standing(desk: Desk, player: Player, judge: Judge) -> Standing:
    number = desk.event.lists.number
    own = tuple(one for one in desk.submissions if one.player == player.id)
    counting = tuple(counts_for(player, own, number))
    case = _Case(
        player=player,
        event=desk.event,
        own=own,
        counting=counting,
        lists=tuple(judged for one in counting for judged in judge(one)),
        accepted=desk.lock.of(player.id, number),
    )
    found = (*case.about_files(), *case.about_lists())
    everything = [*found, *(finding for one in case.lists for finding in one.report)]
    decision = desk.decisions.get(player.id)
    current = decision is not None and decision.file in [one.file for one in counting]
    return Standing(
        player=player,
        statuses=_statuses(everything, case.lists, case.accepted),
        submissions=counting,
        lists=case.lists,
        found=found,
        accepted=case.accepted,
        bonus=_bonus(counting, everything, desk.event),
        decision=decision if current else None,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Case:
    """One player under inspection."""

    player: Player
    event: Event
    own: tuple[Submission, ...]
    counting: tuple[Submission, ...]
    lists: tuple[Judged | Unread, ...]
    accepted: tuple[Accepted, ...]

    def about_files(self) -> Iterator[Diagnostic]:
        """Find what is to be said of what was handed in, and of the registration."""
        name = self.player.name
        if not self.own:
            yield Diagnostic("DSK006", None, {"player": name})
        if self.player.paid is False:
            yield Diagnostic("DSK011", None, {"player": name})
        different = {one.sha256 or one.file for one in self.own}
        if len(different) > self.event.lists.number and not self.player.file and not self.accepted:
            files = tuple(one.file for one in self.own)
            yield Diagnostic("DSK007", None, {"player": name, "files": files, "counts": self.counting[0].file})
        if self.event.deadline is not None and any(one.clock == CLOCK_FILE for one in self.counting):
            yield Diagnostic("DSK012", None, {"player": name, "received": self.counting[0].received})

    def about_lists(self) -> Iterator[Diagnostic]:
        """Find what is to be said of the lists together, and of them beside what was registered and accepted."""
        judged = [one for one in self.lists if isinstance(one, Judged)]
        name, wanted = self.player.name, self.player.faction
        played = [book for one in judged for book in _books(one)]
        if wanted and played and not any(_is_called(book, wanted) for book in played):
            names = tuple(dict.fromkeys(book.name for book in played))
            yield Diagnostic("DSK008", None, {"player": name, "wanted": wanted, "factions": names})
        if self.event.lists.number > 1 and self.own:
            yield from check_lists([one.roster for one in judged], self.event)
        if self.accepted and {one.hash for one in self.accepted} != {one.list_hash for one in judged}:
            yield Diagnostic("DSK009", None, {"player": name, "at": self.accepted[-1].at})


def _books(judged: Judged) -> list[Faction]:
    used = dict.fromkeys(worked.unit.faction for worked in judged.roster.entries)
    return [judged.roster.factions[name] for name in used]


def _is_called(book: Faction, wanted: str) -> bool:
    """Tell whether a registration means a book: its id, or its name in any language, however it is typed."""
    names = (book.id, book.name.en, *(text for _, text in book.name.others))
    asked = words(wanted)
    return any(words(name) == asked or set(asked) <= set(words(name)) for name in names)


def _statuses(
    found: Sequence[Diagnostic], lists: Sequence[Judged | Unread], accepted: Sequence[Accepted]
) -> tuple[Status, ...]:
    """Tell how a player stands; what was accepted was accepted with all that was known of it."""
    told = {_BY_CODE[finding.code] for finding in found if finding.code in _BY_CODE}
    if accepted and Status.CHANGED not in told:
        return (Status.ACCEPTED,)
    if accepted:
        told -= {Status.LATE, Status.DOUBLE}
    verdicts = {one.verdict for one in lists}
    if Verdict.UNREADABLE in verdicts or _wrong(found):
        told.add(Status.ILLEGAL)
    elif Verdict.UNCHECKED in verdicts:
        told.add(Status.UNCHECKED)
    return tuple(status for status in Status if status in told) or (Status.LEGAL,)


def _wrong(found: Iterable[Diagnostic]) -> bool:
    """Tell whether anything is wrong that has no status of its own: a late list may be fine otherwise."""
    return any(one.severity is Severity.ERROR and one.code not in _BY_CODE for one in found)


def _bonus(counting: Sequence[Submission], found: Sequence[Diagnostic], event: Event) -> int:
    """Add up the tournament points that a list brings or costs by itself."""
    scoring = event.scoring
    points = sum(scoring.codes.get(finding.code, 0) for finding in found)
    if event.deadline is None or not counting:
        return points
    days = max(_days_late(one.moment, event.deadline) for one in counting)
    return points + (scoring.each_day_late * days if days else scoring.on_time)


def _days_late(received: datetime, deadline: datetime) -> int:
    late = (received - deadline).total_seconds()
    return math.ceil(late / 86_400) if late > 0 else 0


def _in_teams(rows: Sequence[Standing], event: Event) -> Iterator[Standing]:
    """Add what was found about each team to the rows of all its players."""
    teams: dict[str, list[Standing]] = {}
    for row in rows:
        teams.setdefault(row.player.team.casefold(), []).append(row)
    found = {
        team: tuple(check_team(members[0].player.team, [_played(row) for row in members], event))
        for team, members in teams.items()
        if team
    }
    for row in rows:
        more = found.get(row.player.team.casefold(), ())
        if not more:
            yield row
        elif Status.ACCEPTED in row.statuses:
            yield replace(row, found=(*row.found, *more))
        else:
            told = {*row.statuses, Status.ILLEGAL} - {Status.LEGAL, Status.UNCHECKED}
            yield replace(row, found=(*row.found, *more), statuses=tuple(status for status in Status if status in told))


def _played(row: Standing) -> tuple[str, list[Faction]]:
    books = {book.id: book for one in row.judged for book in _books(one)}
    return row.player.name, list(books.values())

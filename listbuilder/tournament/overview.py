"""The overview of a tournament: one row per player with status, lists and findings, built from the files alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from listbuilder.diagnostics import Diagnostic, Severity
from listbuilder.diagnostics.messages import FindingRecord, build_finding_record
from listbuilder.judging.results import ListRecord
from listbuilder.model import Event
from listbuilder.textutil.fuzzy import find_closest
from listbuilder.tournament.acceptance_log import AcceptedList
from listbuilder.tournament.check_jobs import CheckJob, CheckResult, run_cached_jobs, run_jobs
from listbuilder.tournament.log_integrity import integrity_findings
from listbuilder.tournament.player_matching import normalised_words
from listbuilder.tournament.player_status import PlayerStatus, compute_bonus, find_statuses
from listbuilder.tournament.registrations import Player
from listbuilder.tournament.submissions import (
    CLOCK_FILE,
    Submission,
    count_different,
    exclude_bare_mails,
    find_named,
    select_counting,
)
from listbuilder.tournament.tournament import Decision, Tournament
from listbuilder.validation.checks.list_sets import check_team


def plays_registered_faction(registered: str, played: Mapping[str, str], tournament: Tournament) -> bool:
    """Return whether one of the played books is the registered one; `played` has the shown names by book."""
    asked = normalised_words(registered)
    names = {name for book, shown in played.items() for name in (shown, *tournament.book_names_of(book))}
    if any(set(asked) <= set(normalised_words(name)) for name in names):
        return True
    known = tuple(sorted(names.union(*tournament.book_names.values())))
    if any(normalised_words(name) == asked for name in known):
        return False
    # a mistyped name is closer to one of these than to that of any other book
    return any(set(normalised_words(name)) <= set(asked) for name in names) or _nearest(registered, known) in names


_nearest = lru_cache(maxsize=64)(find_closest)  # players of a team or club often write the same


_LATE = "EVT008"
_RANK = {severity.value: rank for rank, severity in enumerate(Severity)}


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRow:
    """One player with submissions, lists, findings and status."""

    player: Player
    statuses: tuple[PlayerStatus, ...]
    """All statuses that apply, the most serious first."""
    submissions: tuple[Submission, ...] = ()
    """The submissions that count, the newest first."""
    lists: tuple[ListRecord, ...] = ()
    sheets: tuple[str, ...] = ()
    """The sheets of the readable lists, if they were requested."""
    own_findings: tuple[FindingRecord, ...] = ()
    """Findings about the player and the lists as a set; each list has its own."""
    accepted: tuple[AcceptedList, ...] = ()
    bonus: int = 0
    """Tournament points for the list itself."""
    decision: Decision | None = None
    """The organiser's decision about the current submission."""

    @property
    def rejection_reason(self) -> str:
        """Why the organiser rejected the list; empty if that is not so."""
        return self.decision.reason or "-" if self.decision is not None and not self.decision.accepts else ""

    @property
    def status(self) -> PlayerStatus:
        """The most serious status."""
        return self.statuses[0]

    @property
    def is_good(self) -> bool:
        """Whether nothing is left to do; a rejected list is not done."""
        return self.status.is_good and not self.rejection_reason

    @property
    def readable_lists(self) -> tuple[ListRecord, ...]:
        """The lists that could be read."""
        return tuple([record for record in self.lists if record["points"] is not None])

    @property
    def factions(self) -> str:
        """The played factions, otherwise the registered one."""
        played = dict.fromkeys([name for record in self.readable_lists for name in record["factions"]])
        return ", ".join(played) or self.player.faction

    @property
    def findings(self) -> list[FindingRecord]:
        """All findings, the worst first."""
        findings = [*self.own_findings, *[finding for record in self.lists for finding in record["diagnostics"]]]
        return sorted(findings, key=lambda finding: _RANK[finding["severity"]])


@dataclass(frozen=True, slots=True)
class Overview:
    """The rows of all players, and submissions without a player."""

    rows: tuple[PlayerRow, ...]
    unmatched: tuple[Submission, ...]
    findings: tuple[Diagnostic, ...] = ()
    """Findings about the tournament itself: registrations and the acceptance log."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OverviewOptions:
    """What an overview shows and how it is computed."""

    language: str
    own_language: bool = False
    """Whether to use the language of each player, if known."""
    sheets: bool = False
    fixes: bool = True
    """Whether fixes and line numbers are wanted."""
    fresh: bool = False
    """Whether to ignore the cache, as is done before lists are accepted."""
    jobs: int = 0

    def language_for(self, player: Player) -> str:
        """Return the language for a player."""
        return (player.language if self.own_language else "") or self.language


def build_overview(tournament: Tournament, options: OverviewOptions) -> Overview:
    """Return the overview of all players."""
    rows = build_rows(tournament, tournament.registrations.players, options)
    known = {player.id for player in tournament.registrations.players}
    unmatched = tuple(submission for submission in tournament.submissions if submission.player not in known)
    return Overview(tuple(rows), unmatched, (*tournament.registrations.findings, *integrity_findings(tournament)))


def build_rows(tournament: Tournament, players: Sequence[Player], options: OverviewOptions) -> Iterator[PlayerRow]:
    """Yield the rows of some players; team checks cover only these players."""
    cases = [_PlayerCase(tournament, player, options.language_for(player)) for player in players]
    check_jobs = [case.build_job(options) for case in cases]
    run: Callable[..., Iterable[CheckResult]] = run_jobs if options.fresh else run_cached_jobs
    results = run(tournament, check_jobs, options.jobs)
    rows = [case.build_row(result) for case, result in zip(cases, results, strict=True)]
    return _with_team_findings(rows, tournament.event, options)


def build_row(tournament: Tournament, player: Player, options: OverviewOptions) -> PlayerRow:
    """Return the row of one player, with the checks of the whole team."""
    team = [
        mate
        for mate in tournament.registrations.players
        if mate.id == player.id or (mate.team and _team_key(mate) == _team_key(player))
    ]
    return next(row for row in build_rows(tournament, team, options) if row.player.id == player.id)


class _PlayerCase:
    """One player whose row is being built."""

    def __init__(self, tournament: Tournament, player: Player, language: str) -> None:
        self.tournament, self.event = tournament, tournament.event
        self.player = player
        self.language = language
        number = self.event.list_set.number
        self.own = tuple(tournament.submissions_of(player.id))
        self.counting = tuple(select_counting(player, self.own, number))
        self.accepted = tournament.acceptance_log.current_for(player.id, number)

    def build_job(self, options: OverviewOptions) -> CheckJob:
        """Return the job for the player's lists."""
        files = tuple([(submission.file, submission.received) for submission in self.counting])
        root = str(self.tournament.paths.root)
        return CheckJob(root, self.tournament.data, files, self.language, options.sheets, options.fixes)

    def build_row(self, result: CheckResult) -> PlayerRow:
        """Return the row of the player from the check result."""
        about = [*self.check_files(), *self.check_lists(result["lists"]), *self.check_times(result["lists"])]
        own = (*[build_finding_record(finding, self.language) for finding in about], *result["found"])
        everything = [*own, *[finding for record in result["lists"] for finding in record["diagnostics"]]]
        decision = self.tournament.decisions.get(self.player.id)
        current = decision is not None and decision.file in [submission.file for submission in self.counting]
        return PlayerRow(
            player=self.player,
            statuses=find_statuses(everything, result["lists"], self.accepted),
            submissions=self.counting,
            lists=tuple(result["lists"]),
            sheets=tuple(result["sheets"]),
            own_findings=own,
            accepted=self.accepted,
            bonus=compute_bonus(self.first_accepted() or self.counting, everything, self.event),
            decision=decision if current else None,
        )

    def check_files(self) -> Iterator[Diagnostic]:
        """Yield findings about the submissions and the registration."""
        name = self.player.name
        if not self.own:
            yield Diagnostic("DSK006", None, {"player": name})
        if self.player.paid is False:
            yield Diagnostic("DSK011", None, {"player": name})
        named = find_named(self.player, self.own)
        if self.player.file and not named:
            yield Diagnostic("DSK015", None, {"player": name, "file": self.player.file})
        if len(self.own) > self.event.list_set.number and not self.accepted:
            lists = named or exclude_bare_mails(self.own)
            if count_different(lists, self.tournament.paths.inbox) > self.event.list_set.number:
                files = tuple(submission.file for submission in lists)
                yield Diagnostic("DSK007", None, {"player": name, "files": files, "counts": self.counting[0].file})
        if self.event.deadline is not None and any(submission.clock == CLOCK_FILE for submission in self.counting):
            yield Diagnostic("DSK012", None, {"player": name, "received": self.counting[0].received})

    def first_accepted(self) -> list[Submission]:
        """Return the submissions that were accepted first, because a requested correction is not late."""
        lines = self.tournament.acceptance_log.all_for(self.player.id)
        files = {entry.file for entry in lines[: self.event.list_set.number]}
        return [submission for submission in self.own if submission.file in files]

    def check_times(self, lists: Sequence[ListRecord]) -> Iterator[Diagnostic]:
        """Yield a finding about a late file that is not a list; lists have their own."""
        deadline = self.event.deadline
        if deadline is None:
            return
        late = [submission.received_at for submission in self.counting if submission.received_at > deadline]
        if late and not any(finding["code"] == _LATE for record in lists for finding in record["diagnostics"]):
            times = {"submitted": max(late), "deadline": deadline}
            params = {name: moment.isoformat(timespec="minutes") for name, moment in times.items()}
            yield Diagnostic(_LATE, None, {**params, "event": self.event.name}, source=self.event.name)

    def check_lists(self, lists: Sequence[ListRecord]) -> Iterator[Diagnostic]:
        """Yield findings about lists that differ from what was registered or accepted."""
        name, registered = self.player.name, self.player.faction
        played = _played_books(lists) if registered else {}
        if played and not plays_registered_faction(registered, played, self.tournament):
            yield Diagnostic("DSK008", None, {"player": name, "wanted": registered, "factions": tuple(played.values())})
        if self.accepted:
            hashes = {record["hash"] for record in lists if record["points"] is not None}
            if {entry.hash for entry in self.accepted} != hashes:
                yield Diagnostic("DSK009", None, {"player": name, "at": self.accepted[-1].at})


def _played_books(lists: Iterable[ListRecord]) -> Mapping[str, str]:
    return {book: shown["name"] for record in lists for book, shown in record["books"].items()}


def _with_team_findings(rows: Sequence[PlayerRow], event: Event, options: OverviewOptions) -> Iterator[PlayerRow]:
    """Yield the rows with the findings about each team added."""
    teams: dict[str, list[PlayerRow]] = {}
    for row in rows:
        teams.setdefault(_team_key(row.player), []).append(row)
    findings: dict[str, list[Diagnostic]] = {}
    for team, members in teams.items():
        played = [(row.player.name, _played_books(row.readable_lists)) for row in members]
        findings[team] = list(check_team(members[0].player.team, played, event)) if team else []
    if event.teams.size:
        params = {"n": event.teams.size, "event": event.name}
        findings[""] = [Diagnostic("DSK014", None, params, source=event.name)]
    for row in rows:
        more = findings[_team_key(row.player)]
        if not more:
            yield row
            continue
        records = [build_finding_record(finding, options.language_for(row.player)) for finding in more]
        statuses = set(row.statuses)
        if PlayerStatus.ACCEPTED not in statuses:
            statuses = {*statuses, PlayerStatus.ILLEGAL} - {PlayerStatus.LEGAL, PlayerStatus.UNCHECKED}
        in_order = tuple(status for status in PlayerStatus if status in statuses)
        yield replace(row, own_findings=(*row.own_findings, *records), statuses=in_order)


def _team_key(player: Player) -> str:
    return player.team.casefold()

"""The overview of a tournament: one row per player with status, lists and findings, built from the files alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from listbuilder.diagnostics import Diagnostic, Severity
from listbuilder.diagnostics.messages import FindingRecord, build_finding_record
from listbuilder.judging.results import ListRecord
from listbuilder.model import Event
from listbuilder.textutil.fuzzy import find_closest
from listbuilder.tournament.acceptance_log import AcceptedList
from listbuilder.tournament.check_jobs import CheckCache, CheckJob, CheckResult, run_jobs
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
    asked = set(normalised_words(registered))
    names = {name for book, shown in played.items() for name in (shown, *tournament.book_names_of(book))}
    return any(asked <= set(normalised_words(name)) for name in names) or _is_mistyped(registered, names, tournament)


def _is_mistyped(registered: str, names: set[str], tournament: Tournament) -> bool:
    """Return whether the registered text is closer to these names than to those of any other book."""
    asked, known = normalised_words(registered), tuple(sorted(names.union(*tournament.book_names.values())))
    if any(normalised_words(name) == asked for name in known):
        return False
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
    cases = [_build_case(tournament, player, options.language_for(player)) for player in players]
    check_jobs = [case.build_job(tournament, options) for case in cases]
    if options.fresh:
        results: Iterable[CheckResult] = run_jobs(tournament, check_jobs, options.jobs)
    else:
        results = CheckCache(tournament, jobs=options.jobs).check(check_jobs)
    rows = [case.build_row(result, tournament) for case, result in zip(cases, results, strict=True)]
    return _with_team_findings(rows, tournament.event, options)


def build_row(tournament: Tournament, player: Player, options: OverviewOptions) -> PlayerRow:
    """Return the row of one player, with the checks of the whole team."""
    team = [
        mate
        for mate in tournament.registrations.players
        if mate.id == player.id or (mate.team and _team_key(mate) == _team_key(player))
    ]
    return next(row for row in build_rows(tournament, team, options) if row.player.id == player.id)


def _build_case(tournament: Tournament, player: Player, language: str) -> _PlayerCase:
    number = tournament.event.list_set.number
    own = tuple(tournament.submissions_of(player.id))
    return _PlayerCase(
        player=player,
        event=tournament.event,
        language=language,
        own=own,
        counting=tuple(select_counting(player, own, number)),
        accepted=tournament.acceptance_log.current_for(player.id, number),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _PlayerCase:
    """One player whose row is being built."""

    player: Player
    event: Event
    language: str
    own: tuple[Submission, ...]
    counting: tuple[Submission, ...]
    accepted: tuple[AcceptedList, ...]

    def build_job(self, tournament: Tournament, options: OverviewOptions) -> CheckJob:
        """Return the job for the player's lists."""
        files = tuple([(submission.file, submission.received) for submission in self.counting])
        return CheckJob(
            str(tournament.paths.root), tournament.data, files, self.language, options.sheets, options.fixes
        )

    def build_row(self, result: CheckResult, tournament: Tournament) -> PlayerRow:
        """Return the row of the player from the check result."""
        about = [
            *self.check_files(tournament),
            *self.check_lists(result["lists"], tournament),
            *self.check_times(result["lists"]),
        ]
        own = (*[build_finding_record(finding, self.language) for finding in about], *result["found"])
        everything = [*own, *[finding for record in result["lists"] for finding in record["diagnostics"]]]
        decision = tournament.decisions.get(self.player.id)
        current = decision is not None and decision.file in [submission.file for submission in self.counting]
        return PlayerRow(
            player=self.player,
            statuses=find_statuses(everything, result["lists"], self.accepted),
            submissions=self.counting,
            lists=tuple(result["lists"]),
            sheets=tuple(result["sheets"]),
            own_findings=own,
            accepted=self.accepted,
            bonus=compute_bonus(self.first_accepted(tournament) or self.counting, everything, self.event),
            decision=decision if current else None,
        )

    def check_files(self, tournament: Tournament) -> Iterator[Diagnostic]:
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
            if count_different(lists, tournament.paths.inbox) > self.event.list_set.number:
                files = tuple(submission.file for submission in lists)
                yield Diagnostic("DSK007", None, {"player": name, "files": files, "counts": self.counting[0].file})
        if self.event.deadline is not None and any(submission.clock == CLOCK_FILE for submission in self.counting):
            yield Diagnostic("DSK012", None, {"player": name, "received": self.counting[0].received})

    def first_accepted(self, tournament: Tournament) -> list[Submission]:
        """Return the submissions that were accepted first, because a requested correction is not late."""
        lines = tournament.acceptance_log.all_for(self.player.id)
        if not lines:
            return []
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

    def check_lists(self, lists: Sequence[ListRecord], tournament: Tournament) -> Iterator[Diagnostic]:
        """Yield findings about lists that differ from what was registered or accepted."""
        name, registered = self.player.name, self.player.faction
        played = _played_books(lists) if registered else {}
        if played and not plays_registered_faction(registered, played, tournament):
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
    findings = {
        team: tuple(
            check_team(
                members[0].player.team, [(row.player.name, _played_books(row.readable_lists)) for row in members], event
            )
        )
        for team, members in teams.items()
        if team
    }
    teamless = (Diagnostic("DSK014", None, {"n": event.teams.size, "event": event.name}, source=event.name),)
    findings |= {"": teamless} if event.teams.size else {}
    for row in rows:
        more = findings.get(_team_key(row.player), ())
        yield (
            _add_findings(row, [build_finding_record(each, options.language_for(row.player)) for each in more])
            if more
            else row
        )


def _team_key(player: Player) -> str:
    return player.team.casefold()


def _add_findings(row: PlayerRow, more: Sequence[FindingRecord]) -> PlayerRow:
    changed = replace(row, own_findings=(*row.own_findings, *more))
    if PlayerStatus.ACCEPTED in row.statuses:
        return changed
    statuses = {*row.statuses, PlayerStatus.ILLEGAL} - {PlayerStatus.LEGAL, PlayerStatus.UNCHECKED}
    return replace(changed, statuses=tuple(status for status in PlayerStatus if status in statuses))

"""Generates an event with known faults and the expected status of every player."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import count, cycle
from pathlib import Path

from listbuilder.judging.judge import judge_bytes
from listbuilder.library import Library
from listbuilder.model import Roster
from listbuilder.tournament.acceptance import accept_lists
from listbuilder.tournament.intake import SubmissionIntake
from listbuilder.tournament.overview import OverviewOptions, build_overview
from listbuilder.tournament.registrations import Player, format_registrations
from listbuilder.tournament.tournament import Tournament
from proof.faulty_event.delivery import BY_MAIL, FORMS, OWN, WAYS, Delivery, SentList
from proof.faulty_event.event_lists import KNOWN, ListGenerator, event_text, open_list_sources
from proof.faulty_event.player_names import names

ON_TIME = datetime(2026, 5, 1, 12, tzinfo=UTC)
LATE = ON_TIME + timedelta(days=2)
_STATUS = {
    "add-second-faction": "legal",
    "add-unknown-faction": "unchecked",
    "pin-different-version": "unchecked",
    "pin-changed-book": "legal",
}
"""Faults that do not make a list illegal: a warning, or a book that is not installed."""
_UNREADABLE = {
    "broken-file": (".yaml", b"units: [", {"IMP001"}),
    "empty-file": (".json", b"", {"IMP001"}),
    "foreign-pdf": (".pdf", b"%PDF-1.7 of a different tool", {"IMP001"}),
    "broken-archive": (".zip", b"PK\x03\x04 and nothing else", {"IMP001"}),
}
_ONLY_IN_FILES = {"pin-changed-book"}
"""A share string does not contain the wording of a book."""
_VIEW = OverviewOptions(language="en", fresh=True)
FILE_DATE = "DSK012"


@dataclass(frozen=True)
class Expected:
    """The expected status of one player."""

    player: Player
    kind: str
    form: str
    way: str
    status: str
    codes: frozenset[str]


@dataclass
class Event:
    """A generated event: its folder and the expected results."""

    root: Path
    expected: list[Expected] = field(default_factory=list)
    unmatched: int = 0


class EventGenerator:
    """Writes an event folder and records the expected results."""

    def __init__(self, root: Path, library: Library, *, factions: int, different: int, seed: int) -> None:
        self._root, self._library = root, library
        rng = random.Random(seed)
        sources = open_list_sources(library, factions)
        (root / "inbox").mkdir(parents=True)
        (root / "event.yaml").write_text(event_text(sources, "teams: {factions_once: true}\n"), encoding="utf-8")
        rules = library.find_event(root / "event.yaml")
        self._generator = ListGenerator(sources, rules, different, rng)
        self._first, self._second = (Delivery(root.parent / name, root / "inbox") for name in ("sent", "sent-later"))
        self._names = names(600)
        self._numbers, self._forms, self._ways = count(), cycle(FORMS), cycle(WAYS)
        self._faults = cycle(KNOWN.items())
        self._own = cycle(OWN)
        self._broken = cycle(_UNREADABLE.items())
        self._accepted: list[str] = []
        self._edited: list[str] = []
        self.event = Event(root)

    def legal_roster(self, number: int) -> Roster:
        """Return one of the legal lists."""
        return self._generator.legal(number)

    def generate(self, players: int) -> Event:
        """Register at least this many players, of all kinds in turn, and write their submissions."""
        kinds = cycle(KINDS.items())
        while len(self.event.expected) < players:
            kind, register = next(kinds)
            register(self, kind)
        self._hand_in()
        return self.event

    def _hand_in(self) -> None:
        registered = tuple(expected.player for expected in self.event.expected)
        (self._root / "players.csv").write_text(format_registrations(registered), encoding="utf-8")
        self._take(self._first)
        tournament = Tournament(self._root, self._library)
        for row in build_overview(tournament, _VIEW).rows:
            if row.player.id in self._accepted:
                list(accept_lists(row, tournament, "Judge"))
            if row.player.id in self._edited:
                path = tournament.paths.inbox / row.submissions[0].file
                path.write_bytes(self._list("yaml")[1])
        self._take(self._second)

    def _take(self, delivery: Delivery) -> None:
        delivery.folder.mkdir(exist_ok=True)
        delivery.close(ON_TIME)
        tournament = Tournament(self._root, self._library)
        SubmissionIntake(tournament.paths, tournament.registrations, self._library).take([str(delivery.folder)])

    def _player(self, **known: object) -> Player:
        number = next(self._numbers)
        name = next(self._names)
        return replace(Player(id=f"p{number:03}", name=name, mail=f"p{number:03}@example.org"), **known)  # type: ignore[arg-type]

    def _list(self, form: str, roster: Roster | None = None) -> tuple[str, bytes]:
        suffix, write = FORMS[form]
        if roster is not None:
            return suffix, write(roster).encode()
        written = (write(self._generator.legal(number)).encode() for number in self._numbers)
        return suffix, next(text for text in written if form != "text" or self._is_clear(text))

    def _is_clear(self, text: bytes) -> bool:
        """Return whether a share text is unambiguous. An ambiguous one has an additional finding."""
        results = judge_bytes(text, "", self._library)
        return not any(finding.code == "IMP003" for result in results for finding in result.report)

    def _expect(self, kind: str, player: Player, status: str, codes: set[str], *how: str) -> None:
        form, way = how or ("", "")
        all_codes = codes | ({FILE_DATE} if way and way not in BY_MAIL and not player.received else set())
        self.event.expected.append(Expected(player, kind, form, way, status, frozenset(all_codes)))

    def _send(
        self, player: Player, way: str, file: tuple[str, bytes], at: datetime = ON_TIME, *, later: bool = False
    ) -> None:
        sent = SentList(player.name, player.mail, player.id, at, way, *file)
        (self._second if later else self._first).send(sent)

    def legal(self, kind: str, **known: object) -> None:
        """Submit a legal list."""
        player, form, way = self._player(**known), next(self._forms), next(self._ways)
        self._send(player, way, self._list(form))
        codes = {"DSK011"} if player.paid is False else set()
        self._expect(kind, player, "legal", codes, form, way)

    def unpaid(self, kind: str) -> None:
        """Submit a legal list without paying the fee."""
        self.legal(kind, paid=False)

    def missing(self, kind: str) -> None:
        """Submit nothing."""
        self._expect(kind, self._player(), "missing", {"DSK006"})

    def late(self, kind: str) -> None:
        """Submit two days after the deadline."""
        player, form, way = self._player(), next(self._forms), next(self._ways)
        way = way if way in BY_MAIL else "attached"
        self._send(player, way, self._list(form), LATE)
        self._expect(kind, player, "late", {"EVT008"}, form, way)

    def noted(self, kind: str) -> None:
        """Submit late, but with an earlier time noted by the organiser."""
        player = self._player(received="2026-05-01T10:00")
        self._send(player, "attached", self._list("save"), LATE)
        self._expect(kind, player, "legal", set(), "save", "attached")

    def double(self, kind: str) -> None:
        """Submit two different lists."""
        player = self._player()
        for form in ("save", "yaml"):
            self._send(player, "attached", self._list(form))
        self._expect(kind, player, "double", {"DSK007"}, "yaml", "attached")

    def chosen(self, kind: str) -> None:
        """Submit several versions, one of them chosen by the organiser."""
        player = self._player(file="01-army.json")
        self._send(player, "attached", self._list("save"))
        self._send(player, "attached", self._list("yaml", self._generator.faulty("add-banned-unit")))
        self._expect(kind, player, "legal", set(), "save", "attached")

    def wrong_faction(self, kind: str) -> None:
        """Register a different faction."""
        player, form = self._player(faction="Elves of nowhere"), next(self._forms)
        self._send(player, "attached", self._list(form))
        self._expect(kind, player, "wrong-faction", {"DSK008"}, form, "attached")

    def faulty(self, _kind: str) -> None:
        """Submit a list with one fault."""
        fault, (code, _) = next(self._faults)
        player, way = self._player(), next(self._ways)
        form = "yaml" if fault in _ONLY_IN_FILES else next(self._own)
        self._send(player, way, self._list(form, self._generator.faulty(fault)))
        self._expect(fault, player, _STATUS.get(fault, "illegal"), {code}, form, way)

    def unreadable(self, _kind: str) -> None:
        """Submit a file that is not a list."""
        fault, (suffix, raw, codes) = next(self._broken)
        player, way = self._player(), "file"
        self._send(player, way, (suffix, raw))
        self._expect(fault, player, "illegal", set(codes), suffix, way)

    def accepted(self, kind: str) -> Player:
        """Submit a list that gets accepted."""
        player, form = self._player(), "yaml" if kind == "edited" else next(self._forms)
        self._send(player, "attached", self._list(form))
        self._accepted.append(player.id)
        if kind == "accepted":
            self._expect(kind, player, "accepted", set(), form, "attached")
        return player

    def changed(self, kind: str) -> None:
        """Submit a different list after the acceptance."""
        player = self.accepted(kind)
        self._send(player, "attached", self._list("yaml"), later=True)
        self._expect(kind, player, "changed", {"DSK009"}, "yaml", "attached")

    def edited(self, kind: str) -> None:
        """Change the file after the acceptance."""
        player = self.accepted(kind)
        self._edited.append(player.id)
        self._expect(kind, player, "changed", {"DSK009"}, "yaml", "attached")

    def stranger(self, kind: str) -> None:
        """Submit a list that matches no player."""
        player = self._player()
        unknown = replace(player, mail="stranger@nowhere.example")
        self._send(unknown, "attached", self._list("save"))
        self.event.unmatched += 1
        self._expect(kind, player, "missing", {"DSK006"})

    def twins(self, kind: str) -> None:
        """Submit a list that matches two players."""
        first, second = self._player(), self._player()
        family = first.name.split()[-1]
        second = replace(second, name=f"{second.name.split()[0]} {family}")
        self._send(replace(first, name=f"Army {family}"), "file", self._list("save"))
        self.event.unmatched += 1
        for player in (first, second):
            self._expect(kind, player, "missing", {"DSK006"})

    def team(self, kind: str) -> None:
        """Submit two lists of a team, with the same faction if that is the fault."""
        twice = kind == "team-with-repeated-faction"
        number = next(self._numbers)
        for offset in range(2):
            player = self._player(team=f"{kind} {number}")
            roster = self._generator.legal(number if twice else number + offset)
            self._send(player, "attached", self._list("json", roster))
            status, codes = ("illegal", {"EVT020"}) if twice else ("legal", set())
            self._expect(kind, player, status, codes, "json", "attached")


KINDS: Mapping[str, Callable[[EventGenerator, str], object]] = {
    "legal": EventGenerator.legal,
    "missing": EventGenerator.missing,
    "first-fault": EventGenerator.faulty,
    "late": EventGenerator.late,
    "second-fault": EventGenerator.faulty,
    "double": EventGenerator.double,
    "legal-again": EventGenerator.legal,
    "wrong-faction": EventGenerator.wrong_faction,
    "third-fault": EventGenerator.faulty,
    "unpaid": EventGenerator.unpaid,
    "unreadable": EventGenerator.unreadable,
    "accepted": EventGenerator.accepted,
    "changed": EventGenerator.changed,
    "fourth-fault": EventGenerator.faulty,
    "edited": EventGenerator.edited,
    "unknown-sender": EventGenerator.stranger,
    "ambiguous-sender": EventGenerator.twins,
    "team-with-repeated-faction": EventGenerator.team,
    "team": EventGenerator.team,
    "time-set-by-organiser": EventGenerator.noted,
    "version-set-by-organiser": EventGenerator.chosen,
}
"""The kinds of players, in turn."""


def differences(event: Event, library: Library) -> Iterator[str]:
    """Check the event and yield every difference from the expected results."""
    tournament = Tournament(event.root, library)
    table = build_overview(tournament, _VIEW)
    for row, wanted in zip(table.rows, event.expected, strict=True):
        codes = frozenset(finding["code"] for finding in row.findings if finding["severity"] != "note")
        if (row.status.value, codes) != (wanted.status, wanted.codes):
            submission = f"{wanted.player.name}: {wanted.kind} {wanted.form} {wanted.way}"
            yield f"{submission}: {row.status.value} {sorted(codes)} instead of {wanted.status} {sorted(wanted.codes)}"
    if len(table.unmatched) != event.unmatched:
        yield f"{len(table.unmatched)} unmatched submissions instead of {event.unmatched}"
    yield from (f"{finding.code} in the event folder" for finding in table.findings)

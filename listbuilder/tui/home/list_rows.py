"""The player's lists, by system, with points, faction, verdict and age.

Lists found by what somebody types: the same little query as for units, and the verdicts by their whole words.

Lists to choose another one from: the player's own, then those that come along.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from rich.cells import cell_len, set_cell_size

from listbuilder.diagnostics import Verdict
from listbuilder.i18n import FALLBACK, format_number, translate
from listbuilder.library import Library
from listbuilder.listfiles.journal import Recovered
from listbuilder.query import Key, Number, Subject, find, parse_query, plain_subject
from listbuilder.query.matching import words_of
from listbuilder.textutil.sanitize import plain_line
from listbuilder.tui.base import Face
from listbuilder.tui.home.list_files import ListCard, Memory, list_files, memory_of
from listbuilder.tui.labels import EMPTY, verdict_parts
from listbuilder.tui.widgets.row import BLANK, Part, Row, heading, info, row, shorten


def find_lists(search: str, language: str, lists: Sequence[tuple[Subject, Verdict | None]]) -> list[str]:
    """Give the keys of the lists that fit; `legal` is a verdict and not a part of `illegal`."""
    query = parse_query(search, language)
    wanted = {_verdicts(language)[word] for word in query.words if word in _verdicts(language)}
    rest = tuple(word for word in query.words if word not in _verdicts(language))
    fitting = [subject for subject, verdict in lists if not wanted or verdict in wanted]
    return [one.key for one in find(replace(query, words=rest), fitting)]


@cache
def _verdicts(language: str) -> Mapping[str, Verdict]:
    return {
        word: verdict
        for verdict in Verdict
        for spoken in (FALLBACK, language)
        for word in words_of(translate(spoken, f"verdict.{verdict.value}"))
    }


NEW, SAMPLE, RECENT = "do:new", "do:sample", "recent:"
_LOST = "lost:"
_MINUTE, _HOUR, _DAY, _MONTH = 60, 3600, 86400, 30 * 86400
_MANY, _LATEST = 8, 3
"""From so many lists on, so many that were opened last stand above the others once more."""
_USUAL_NAME, _SHORTEST_FACTION = 30, 8


def home_rows(memory: Memory, library: Library, language: str, search: str, room: int) -> list[Row]:
    """List everything that can be opened; somebody new finds a sample first, and what a crash left comes before all."""
    cards, samples = tuple(memory.cards.values()), tuple(memory.samples.values())
    titles = {
        str(header.id): plain_line(f"{header.name.to(language)} {header.edition}") for header in library.systems()
    }
    table = _Table((*cards, *samples), language, room)
    rows = [] if search else [*_lost_rows(memory.lost, language), *_first_rows(memory, table, language)]
    for system, members in _groups(find_cards(cards, titles, language, search)):
        waiting = any(card.verdict is not Verdict.UNREADABLE for card in members)
        unknown = translate(language, "tui.home.unread" if waiting else "verdict.unreadable")
        rows += [*_gap(rows), heading(titles.get(system, system or unknown).upper())]
        rows += [table.row(card) for card in members]
    for system, members in _groups(find_cards(samples, titles, language, search)):
        name = titles.get(system, system or translate(language, "tui.home.unread"))
        title = f"{translate(language, 'tui.home.samples')} · {name}"
        rows += [*_gap(rows), heading(title.upper(), key=f"samples:{system}")]
        rows += [table.row(card) for card in members]
    return rows or [info(translate(language, "tui.nothing-found"), "dim")]


def lost_key(lost: Recovered) -> str:
    """Name the row of what a crash left."""
    return f"{_LOST}{lost.record}"


def _gap(rows: Sequence[Row]) -> tuple[Row, ...]:
    return (BLANK,) if rows else ()


def _groups(cards: Iterable[ListCard]) -> Iterable[tuple[str, list[ListCard]]]:
    """Put the lists of each game together, in the order in which the games come; what nobody can read comes last."""
    found: dict[str, list[ListCard]] = {}
    for card in cards:
        found.setdefault(card.system, []).append(card)
    return sorted(found.items(), key=lambda group: not group[0])


def _lost_rows(found: Sequence[Recovered], language: str) -> list[Row]:
    if not found:
        return []
    rows = [heading(translate(language, "tui.home.lost").upper())]
    for lost in found:
        word = translate(language, "timeline.unsaved.counted" if lost.edits else "timeline.unsaved", edits=lost.edits)
        left = (Part("● ", "warn"), Part(plain_line(lost.army.name or Path(lost.of).stem)))
        when = f"{lost.saved.astimezone():%Y-%m-%d %H:%M}"
        rows.append(row(lost_key(lost), left, (Part(word, "warn"), Part(f"  {when}", "dim")), wrap=True, hang=2))
    return rows


def _first_rows(memory: Memory, table: _Table, language: str) -> list[Row]:
    """Greet somebody new; to somebody with many lists show the latest."""
    gap = (BLANK,) if memory.lost else ()
    if not memory.cards:
        sample = row(SAMPLE, (Part("▶ ", "accent"), Part(translate(language, "tui.home.sample"))))
        new = row(NEW, (Part("+ ", "accent"), Part(translate(language, "tui.home.new"))))
        return [*gap, info(translate(language, "tui.home.welcome"), key="welcome"), BLANK, sample, new]
    if len(memory.cards) < _MANY or not memory.recent:
        return []
    latest = [memory.cards[path] for path in memory.recent[:_LATEST]]
    return [
        *gap,
        heading(translate(language, "tui.home.recent").upper()),
        *(table.row(card, RECENT) for card in latest),
    ]


def find_cards(cards: Sequence[ListCard], titles: Mapping[str, str], language: str, search: str) -> list[ListCard]:
    """Find lists by name, faction, game, verdict and points; without a search all, as they came."""
    by_path = {str(card.path): card for card in cards}
    found = find_lists(search, language, [(_subject(card, titles, language), card.verdict) for card in cards])
    return [by_path[key] for key in found]


def _subject(card: ListCard, titles: Mapping[str, str], language: str) -> Subject:
    verdict = "" if card.verdict is None else verdict_parts(card.verdict, language, empty=card.empty)[1].text
    factions = (name for book in card.factions for name in (book.to(language), book.en))
    words = (*factions, titles.get(card.system, card.system), verdict)
    numbers: dict[Key, int] = {} if card.points is None else {Number.POINTS: card.points}
    return plain_subject(str(card.path), (card.name, card.path.stem), words, numbers)


class _Table:
    """The columns of home: as wide as the longest that stands in them, so that the numbers stand under each other.

    Where there is little room, names come first: the ages go, then the factions.
    """

    def __init__(self, cards: Sequence[ListCard], language: str, room: int) -> None:
        self._language = language
        self._verdicts = _widest(_verdict(card, language)[1].text for card in cards)
        self._spent = _widest(self._number(card.points) for card in cards)
        self._limits = _widest(self._number(card.limit) for card in cards)
        self._ages = _widest(self._age(card) for card in cards)
        longest = _widest(plain_line(card.name) for card in cards)
        fixed = 2 + 1 + self._verdicts + 2 + self._spent + 3 + self._limits
        if room - fixed - self._ages - 2 < min(longest, _USUAL_NAME):
            self._ages = 0
        free = room - fixed - (self._ages + 2 if self._ages else 0)
        books = _widest(self._books(card) for card in cards)
        self._names = min(longest, max(free - 2 - books, min(free, _USUAL_NAME)))
        self._factions = free - self._names - 2 if free - self._names - 2 >= _SHORTEST_FACTION else 0
        if not self._factions:
            self._names = max(1, min(longest, free))

    def row(self, card: ListCard, prefix: str = "") -> Row:
        """Show a list: mark, name, factions, verdict, points, age."""
        mark, word = _verdict(card, self._language)
        books = f"  {shorten(self._books(card), self._factions)}" if self._factions else ""
        name = set_cell_size(shorten(plain_line(card.name), self._names), self._names)
        left = (mark, Part(" "), Part(name), Part(books, "dim"))
        right = (Part(f"{word.text:>{self._verdicts}}", word.role), Part(f"  {self._sum(card)}"))
        when = (Part(f"  {self._age(card):>{self._ages}}", "dim"),) if self._ages else ()
        return row(f"{prefix}{card.path}", left, (*right, *when))

    def _books(self, card: ListCard) -> str:
        return ", ".join(plain_line(book.to(self._language)) for book in card.factions)

    def _number(self, number: int | None) -> str:
        return "" if number is None else format_number(self._language, number)

    def _sum(self, card: ListCard) -> str:
        spent = f"{self._number(card.points):>{self._spent}}"
        limit = f" / {self._number(card.limit):>{self._limits}}"
        return spent + (limit if card.limit is not None else " " * len(limit))

    def _age(self, card: ListCard) -> str:
        return "" if card.sample else age(card.modified, self._language)


def _widest(texts: Iterable[str]) -> int:
    return max(map(cell_len, texts), default=0)


def _verdict(card: ListCard, language: str) -> tuple[Part, Part]:
    if card.verdict is None:
        return EMPTY, Part("")
    return verdict_parts(card.verdict, language, empty=card.empty)


def age(modified: int, language: str, now: datetime | None = None) -> str:
    """Say how long ago something was changed."""
    then = datetime.fromtimestamp(modified / 1e9, UTC)
    seconds = max(0.0, ((now or datetime.now(UTC)) - then).total_seconds())
    if seconds < _MINUTE:
        return translate(language, "tui.age.now")
    for size, unit in ((_HOUR, "minutes"), (_DAY, "hours"), (_MONTH, "days")):
        if seconds < size:
            step = {"minutes": _MINUTE, "hours": _HOUR, "days": _DAY}[unit]
            return translate(language, f"tui.age.{unit}", n=int(seconds // step))
    return then.date().isoformat()


def list_rows(app: Face, system: str | None = None) -> list[Row]:
    """Give a row for each list, by the path of its file; of those that come along, only those for one game."""
    known = memory_of(app).cards
    rows = []
    for path in list_files(app.settings):
        name = known[path].name if path in known else path.stem
        rows.append(row(str(path), plain_line(name), (Part(plain_line(path.name), "dim"),)))
    sample = app.tr("tui.home.bundled")
    samples = [header for header in app.library.sample_lists() if system in (None, header.system)]
    return [*rows, *(row(str(header.file), plain_line(header.name), (Part(sample, "dim"),)) for header in samples)]

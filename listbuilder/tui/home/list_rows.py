"""Rows that show lists: the home screen's table, its search, and choosers for another list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from rich.cells import cell_len, set_cell_size

from listbuilder.diagnostics import Verdict
from listbuilder.i18n import FALLBACK_LANGUAGE, format_number, translate
from listbuilder.library import Library
from listbuilder.listfiles.journal import RecoveredList
from listbuilder.query import QueryKey, QueryNumber, SearchSubject, build_subject, find_matches, parse_query
from listbuilder.query.matching import split_words
from listbuilder.textutil.sanitize import sanitize_line
from listbuilder.tui.base_app import BaseApp
from listbuilder.tui.home.list_files import HomeState, ListCard, find_list_files, home_state
from listbuilder.tui.labels import EMPTY_LIST_MARK, verdict_parts
from listbuilder.tui.widgets.row import BLANK_ROW, Part, Row, heading, info, row, truncate

NEW_LIST_KEY, SAMPLE_KEY, RECENT_PREFIX = "do:new", "do:sample", "recent:"
_RECOVERED_PREFIX = "lost:"
_MINUTE, _HOUR, _DAY, _MONTH = 60, 3600, 86400, 30 * 86400
_MANY_LISTS, _RECENT_SHOWN = 8, 3
"""From _MANY_LISTS lists on, the _RECENT_SHOWN lists that were opened last are repeated at the top."""
_NAME_WIDTH, _MIN_FACTION_WIDTH = 30, 8


def filter_lists(search: str, language: str, lists: Sequence[tuple[SearchSubject, Verdict | None]]) -> list[str]:
    """Return the keys of the matching lists.

    A verdict must match as a whole word, so `legal` does not match illegal lists.
    """
    query = parse_query(search, language)
    verdicts = {_verdict_words(language)[word] for word in query.words if word in _verdict_words(language)}
    words = tuple(word for word in query.words if word not in _verdict_words(language))
    candidates = [subject for subject, verdict in lists if not verdicts or verdict in verdicts]
    return [subject.key for subject in find_matches(replace(query, words=words), candidates)]


@cache
def _verdict_words(language: str) -> Mapping[str, Verdict]:
    return {
        word: verdict
        for verdict in Verdict
        for catalogue in (FALLBACK_LANGUAGE, language)
        for word in split_words(translate(catalogue, f"verdict.{verdict.value}"))
    }


def home_rows(state: HomeState, library: Library, language: str, search: str, width: int) -> list[Row]:
    """Return rows for everything that can be opened.

    Recovered changes come first; without lists, a sample is offered.
    """
    cards, samples = tuple(state.cards.values()), tuple(state.samples.values())
    titles = {
        str(header.id): sanitize_line(f"{header.name.to(language)} {header.edition}") for header in library.systems()
    }
    table = _ListTable((*cards, *samples), language, width)
    rows = [] if search else [*_recovered_rows(state.recovered, language), *_top_rows(state, table, language)]
    for system, members in _groups(filter_cards(cards, titles, language, search)):
        pending = any(card.verdict is not Verdict.UNREADABLE for card in members)
        unknown = translate(language, "tui.home.unread" if pending else "verdict.unreadable")
        rows += [*([BLANK_ROW] if rows else []), heading(titles.get(system, system or unknown).upper())]
        rows += [table.row(card) for card in members]
    for system, members in _groups(filter_cards(samples, titles, language, search)):
        name = titles.get(system, system or translate(language, "tui.home.unread"))
        title = f"{translate(language, 'tui.home.samples')} · {name}"
        rows += [*([BLANK_ROW] if rows else []), heading(title.upper(), key=f"samples:{system}")]
        rows += [table.row(card) for card in members]
    return rows or [info(translate(language, "tui.nothing-found"), "dim")]


def recovered_key(recovered: RecoveredList) -> str:
    """Return the row key of recovered changes."""
    return f"{_RECOVERED_PREFIX}{recovered.record_path}"


def _groups(cards: Iterable[ListCard]) -> Iterable[tuple[str, list[ListCard]]]:
    """Group lists by system in order of appearance; unreadable lists come last."""
    groups: dict[str, list[ListCard]] = {}
    for card in cards:
        groups.setdefault(card.system, []).append(card)
    return sorted(groups.items(), key=lambda group: not group[0])


def _recovered_rows(recovered_lists: Sequence[RecoveredList], language: str) -> list[Row]:
    if not recovered_lists:
        return []
    rows = [heading(translate(language, "tui.home.lost").upper())]
    for recovered in recovered_lists:
        key = "history.unsaved.counted" if recovered.edits else "history.unsaved"
        word = Part(translate(language, key, edits=recovered.edits), "warn")
        left = (Part("● ", "warn"), Part(sanitize_line(recovered.army.name or Path(recovered.list_id).stem)))
        when = Part(f"  {recovered.saved_at.astimezone():%Y-%m-%d %H:%M}", "dim")
        rows.append(row(recovered_key(recovered), left, (word, when), wrap=True, hang=2))
    return rows


def _top_rows(memory: HomeState, table: _ListTable, language: str) -> list[Row]:
    """Return a welcome if there are no lists, or the recently opened ones if there are many."""
    gap = (BLANK_ROW,) if memory.recovered else ()
    if not memory.cards:
        sample = row(SAMPLE_KEY, (Part("▶ ", "accent"), Part(translate(language, "tui.home.sample"))))
        new = row(NEW_LIST_KEY, (Part("+ ", "accent"), Part(translate(language, "tui.home.new"))))
        return [*gap, info(translate(language, "tui.home.welcome"), key="welcome"), BLANK_ROW, sample, new]
    if len(memory.cards) < _MANY_LISTS or not memory.recent:
        return []
    latest = [table.row(memory.cards[path], RECENT_PREFIX) for path in memory.recent[:_RECENT_SHOWN]]
    return [*gap, heading(translate(language, "tui.home.recent").upper()), *latest]


def filter_cards(cards: Sequence[ListCard], titles: Mapping[str, str], language: str, search: str) -> list[ListCard]:
    """Return the cards that match a search by name, faction, system, verdict and points."""
    by_path = {str(card.path): card for card in cards}
    keys = filter_lists(search, language, [(_subject(card, titles, language), card.verdict) for card in cards])
    return [by_path[key] for key in keys]


def _subject(card: ListCard, titles: Mapping[str, str], language: str) -> SearchSubject:
    verdict = "" if card.verdict is None else verdict_parts(card.verdict, language, empty=card.empty)[1].text
    factions = (name for book in card.factions for name in (book.to(language), book.en))
    words = (*factions, titles.get(card.system, card.system), verdict)
    numbers: dict[QueryKey, int] = {} if card.points is None else {QueryNumber.POINTS: card.points}
    return build_subject(str(card.path), (card.name, card.path.stem), words, numbers)


class _ListTable:
    """Aligned columns, as wide as their longest cell. If space is short, ages are dropped first, then factions."""

    def __init__(self, cards: Sequence[ListCard], language: str, width: int) -> None:
        self._language = language
        self._verdict_width = _max_width(_verdict_parts(card, language)[1].text for card in cards)
        self._points_width = _max_width(self._format_number(card.points) for card in cards)
        self._limit_width = _max_width(self._format_number(card.limit) for card in cards)
        self._age_width = _max_width(self._format_age(card) for card in cards)
        longest = _max_width(sanitize_line(card.name) for card in cards)
        fixed = 2 + 1 + self._verdict_width + 2 + self._points_width + 3 + self._limit_width
        if width - fixed - self._age_width - 2 < min(longest, _NAME_WIDTH):
            self._age_width = 0
        free = width - fixed - (self._age_width + 2 if self._age_width else 0)
        books = _max_width(self._format_factions(card) for card in cards)
        self._name_width = min(longest, max(free - 2 - books, min(free, _NAME_WIDTH)))
        self._faction_width = free - self._name_width - 2 if free - self._name_width - 2 >= _MIN_FACTION_WIDTH else 0
        if not self._faction_width:
            self._name_width = max(1, min(longest, free))

    def row(self, card: ListCard, prefix: str = "") -> Row:
        """Return the row of a list: mark, name, factions, verdict, points and age."""
        mark, word = _verdict_parts(card, self._language)
        books = f"  {truncate(self._format_factions(card), self._faction_width)}" if self._faction_width else ""
        name = set_cell_size(truncate(sanitize_line(card.name), self._name_width), self._name_width)
        left = (mark, Part(" "), Part(name), Part(books, "dim"))
        points = f"{self._format_number(card.points):>{self._points_width}}"
        limit = f" / {self._format_number(card.limit):>{self._limit_width}}"
        points += limit if card.limit is not None else " " * len(limit)
        right = (Part(f"{word.text:>{self._verdict_width}}", word.role), Part(f"  {points}"))
        when = (Part(f"  {self._format_age(card):>{self._age_width}}", "dim"),) if self._age_width else ()
        return row(f"{prefix}{card.path}", left, (*right, *when))

    def _format_factions(self, card: ListCard) -> str:
        return ", ".join(sanitize_line(book.to(self._language)) for book in card.factions)

    def _format_number(self, number: int | None) -> str:
        return "" if number is None else format_number(self._language, number)

    def _format_age(self, card: ListCard) -> str:
        return "" if card.sample else format_age(card.modified, self._language)


def _max_width(texts: Iterable[str]) -> int:
    return max(map(cell_len, texts), default=0)


def _verdict_parts(card: ListCard, language: str) -> tuple[Part, Part]:
    if card.verdict is None:
        return EMPTY_LIST_MARK, Part("")
    return verdict_parts(card.verdict, language, empty=card.empty)


def format_age(modified: int, language: str, now: datetime | None = None) -> str:
    """Return how long ago a file was changed, in words."""
    then = datetime.fromtimestamp(modified / 1e9, UTC)
    seconds = max(0.0, ((now or datetime.now(UTC)) - then).total_seconds())
    if seconds < _MINUTE:
        return translate(language, "tui.age.now")
    for unit, size, limit in (("minutes", _MINUTE, _HOUR), ("hours", _HOUR, _DAY), ("days", _DAY, _MONTH)):
        if seconds < limit:
            return translate(language, f"tui.age.{unit}", n=int(seconds // size))
    return then.date().isoformat()


def list_choice_rows(app: BaseApp, system: str | None = None) -> list[Row]:
    """Return a row for each of the player's lists, then for each sample list of the system; keys are paths."""
    cards = home_state(app).cards
    rows = []
    for path in find_list_files(app.settings):
        name = cards[path].name if path in cards else path.stem
        rows.append(row(str(path), sanitize_line(name), (Part(sanitize_line(path.name), "dim"),)))
    sample = app.tr("tui.home.bundled")
    samples = [header for header in app.library.sample_lists() if system in (None, header.system)]
    return [*rows, *(row(str(header.file), sanitize_line(header.name), (Part(sample, "dim"),)) for header in samples)]

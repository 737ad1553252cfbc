"""The player's lists, by system, with points, faction, verdict and age."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from rich.cells import set_cell_size

from listbuilder.diagnostics import Verdict
from listbuilder.i18n import format_number, translate
from listbuilder.library import Library
from listbuilder.rules.query import Number, Subject, find, parse_query, plain_subject
from listbuilder.rules.query.parsing import Key
from listbuilder.sheet.plain import plain_line
from listbuilder.tui.shelf import Card
from listbuilder.tui.view.row import BLANK, Part, Row, heading, info, row
from listbuilder.tui.view.words import EMPTY, verdict_parts

NEW, SAMPLE = "do:new", "do:sample"
_MINUTE, _HOUR, _DAY, _MONTH = 60, 3600, 86400, 30 * 86400


def home_rows(
    cards: Sequence[Card], samples: Sequence[Card], library: Library, language: str, search: str
) -> list[Row]:
    """List everything that can be opened; somebody new finds a sample first."""
    rows: list[Row] = []
    if not cards and not search:
        rows += [info(translate(language, "tui.home.welcome"), key="welcome"), BLANK]
        rows.append(row(SAMPLE, (Part("▶ ", "accent"), Part(translate(language, "tui.home.sample")))))
        rows.append(row(NEW, (Part("+ ", "accent"), Part(translate(language, "tui.home.new")))))
    titles = {
        str(header.id): plain_line(f"{header.name.to(language)} {header.edition}") for header in library.systems()
    }
    found = find_cards(cards, titles, language, search)
    table = _Table((*cards, *samples), language)
    systems = dict.fromkeys(card.system for card in found)
    for system in systems:
        members = [card for card in found if card.system == system]
        waiting = any(card.verdict is not Verdict.UNREADABLE for card in members)
        unknown = translate(language, "tui.home.unread" if waiting else "verdict.unreadable")
        rows.append(heading(titles.get(system, system or unknown).upper()))
        rows += [table.row(card) for card in members]
    examples = find_cards(samples, titles, language, search)
    for system in dict.fromkeys(card.system for card in examples):
        name = titles.get(system, system or translate(language, "tui.home.unread"))
        title = f"{translate(language, 'tui.home.samples')} · {name}"
        rows += [BLANK, heading(title.upper(), key=f"samples:{system}")]
        rows += [table.row(card) for card in examples if card.system == system]
    return rows or [info(translate(language, "tui.nothing-found"), "dim")]


def find_cards(cards: Sequence[Card], titles: Mapping[str, str], language: str, search: str) -> list[Card]:
    """Find lists by name, faction, game, verdict and points; without a search all, as they came."""
    by_path = {str(card.path): card for card in cards}
    found = find(parse_query(search, language), [_subject(card, titles, language) for card in cards])
    return [by_path[one.key] for one in found]


def _subject(card: Card, titles: Mapping[str, str], language: str) -> Subject:
    verdict = "" if card.verdict is None else verdict_parts(card.verdict, language, empty=card.empty)[1].text
    words = (*card.factions, titles.get(card.system, card.system), verdict)
    numbers: dict[Key, int] = {} if card.points is None else {Number.POINTS: card.points}
    return plain_subject(str(card.path), (card.name, card.path.stem), words, numbers)


class _Table:
    """The columns of home: as wide as the longest that stands in them, so that the numbers stand under each other."""

    def __init__(self, cards: Sequence[Card], language: str) -> None:
        self._language = language
        self._verdicts = max((len(_verdict(card, language)[1].text) for card in cards), default=0)
        self._points = max((len(self._sum(card)) for card in cards), default=0)
        self._ages = max((len(self._age(card)) for card in cards), default=0)

    def row(self, card: Card) -> Row:
        """Show a list: mark, name, factions, verdict, points, age."""
        mark, word = _verdict(card, self._language)
        left = (
            mark,
            Part(" "),
            Part(set_cell_size(plain_line(card.name, 28), 28)),
            Part("  " + ", ".join(map(plain_line, card.factions)), "dim"),
        )
        right = (Part(f"{word.text:>{self._verdicts}}", word.role), Part(f"  {self._sum(card):>{self._points}}"))
        when = (Part(f"  {self._age(card):>{self._ages}}", "dim"),) if self._ages else ()
        return row(str(card.path), left, (*right, *when))

    def _sum(self, card: Card) -> str:
        if card.points is None:
            return ""
        points = format_number(self._language, card.points)
        return points if card.limit is None else f"{points} / {format_number(self._language, card.limit):>6}"

    def _age(self, card: Card) -> str:
        return "" if card.sample else age(card.modified, self._language)


def _verdict(card: Card, language: str) -> tuple[Part, Part]:
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

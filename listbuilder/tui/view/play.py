"""The army at the table: boxes to tick for wounds, activations, states and tokens."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len, set_cell_size

from listbuilder.i18n import translate
from listbuilder.model import EntryId, Roster
from listbuilder.rules.game_state import Game, Ticks
from listbuilder.rules.trackers import Strip
from listbuilder.textutil.sanitize import plain_line
from listbuilder.tui.view.row import Part, Row, info, row, shorten
from listbuilder.tui.view.words import STAR, title_of

_OPEN, _TICKED = "☐", "☒"
_SHORTEST = 8
_GAP = "  "


def play_rows(roster: Roster, strips: tuple[Strip, ...], game: Game, language: str, room: int) -> list[Row]:
    """Show two rows for each unit: what has become of it, and its boxes; where there is little room, names give way."""
    if not strips:
        return [info(translate(language, "tui.army.empty"), "dim")]
    rows: list[Row] = []
    titles = {strip.entry: _title(roster, strip.entry, language) for strip in strips}
    others = max(_beside(strip, game.ticks(strip.entry), language) for strip in strips)
    width = max(_SHORTEST, min(max(map(cell_len, titles.values())), room - others))
    for strip in strips:
        ticks = game.ticks(strip.entry)
        title = set_cell_size(shorten(titles[strip.entry], width), width)
        rows.append(_head(strip, ticks, title, game.present.round, language))
        rows.append(row(f"boxes:{strip.entry}", tuple(_boxes(strip, ticks)), pickable=False, wrap=True, hang=4))
    return rows


def _beside(strip: Strip, ticks: Ticks, language: str) -> int:
    """How many cells everything beside a unit's name takes."""
    right = sum(cell_len(part.text) for part in (*_tokens(strip, ticks), *_states(strip, ticks, language)))
    return len(f"{_OPEN} ") + len(_GAP) + cell_len(_strength(strip, ticks, language)) + 1 + right


def _head(strip: Strip, ticks: Ticks, title: str, now: int, language: str) -> Row:
    left = strip.after(ticks.wounds)
    done = now in ticks.activated
    role = "dim" if left.destroyed or done else "bold"
    words = [Part(f"{_TICKED if done else _OPEN} ", "good" if done else ""), Part(f"{title}{_GAP}", role)]
    words.append(Part(_strength(strip, ticks, language), "bad" if left.destroyed else "warn" if left.half else "dim"))
    return row(strip.entry, tuple(words), (*_tokens(strip, ticks), *_states(strip, ticks, language)))


def _title(roster: Roster, entry: EntryId, language: str) -> str:
    worked = roster.find(entry)
    heroes = "".join(f" {STAR}" for _ in roster.joined.get(entry, ()))
    return (title_of(worked, language) if worked is not None else entry) + heroes


def _strength(strip: Strip, ticks: Ticks, language: str) -> str:
    left = strip.after(ticks.wounds)
    if left.destroyed:
        return translate(language, "tui.play.destroyed")
    half = f" {translate(language, 'tui.play.half')}" if left.half else ""
    return translate(language, "sheet.models", n=left.models) + half


def _states(strip: Strip, ticks: Ticks, language: str) -> Iterator[Part]:
    for number, state in enumerate(strip.states, 1):
        here = state.id in ticks.states
        name = plain_line(state.name.to(language), 12)
        yield Part(f" {number}{_TICKED if here else _OPEN} {name}", "warn" if here else "dim")


def _tokens(strip: Strip, ticks: Ticks) -> Iterator[Part]:
    for one in strip.tokens:
        yield Part(f" ◆{ticks.tokens.get(one.entry, 0)}/{one.most}", "accent")


def _boxes(strip: Strip, ticks: Ticks) -> Iterator[Part]:
    """Draw the boxes in runs, those that are ticked first; a hero's have a star before them."""
    left = ticks.wounds
    yield Part("    ")
    for band in strip.bands:
        if band.entry != strip.entry:
            yield Part(f"{STAR} ", "dim")
        for run in band.runs:
            ticked = min(left, run)
            left -= ticked
            yield Part(_TICKED * ticked, "bad")
            yield Part(_OPEN * (run - ticked) + " ")

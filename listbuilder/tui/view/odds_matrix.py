"""An army against targets: a row for each unit, first whoever gets most done for its points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from listbuilder.exporters.odds_wording import Names
from listbuilder.i18n import translate
from listbuilder.odds.army_damage import Cell, OddsRow, fights
from listbuilder.odds.combatant import Party
from listbuilder.odds.situation import Mode
from listbuilder.textutil.sanitize import plain_line
from listbuilder.tui.view.odds import said_rows
from listbuilder.tui.view.row import BLANK, Part, Row, info, row, shorten

_NAME, _CELL, _DONE = 22, 6, 8


def matrix_rows(
    cells: Mapping[str, Sequence[Cell | None]],
    targets: Sequence[Party],
    chosen: int,
    *,
    mode: Mode,
    room: int,
    language: str,
) -> Iterator[Row]:
    """Show what part of each target is lost on average; the columns move with the chosen target."""
    yield info(translate(language, "odds.share"), "dim", key="share")
    shown = _columns(len(targets), chosen, room)
    named = translate(language, "tui.odds.target", n=chosen + 1, of=len(targets), name=plain_line(targets[chosen].name))
    yield info(named, "bold", key="target")
    yield BLANK
    head = [Part(f"{place + 1:>{_CELL}}", "accent" if place == chosen else "dim") for place in shown]
    done = translate(language, "tui.odds.done")
    yield row("head", (Part(" " * _NAME), *head, Part(f"{done:>{_DONE}}", "dim")), pickable=False)
    whole = {key: [one for one in its if one is not None] for key, its in cells.items()}
    ready = [(key, OddsRow(its[0].attacker, tuple(its))) for key, its in whole.items() if len(its) == len(targets)]
    armed = [(key, deeds) for key, deeds in ready if fights(deeds.attacker, mode)]
    for key, deeds in sorted(armed, key=lambda one: -one[1].done):
        yield _deeds_row(key, deeds, shown, chosen)
    if len(ready) < len(cells):
        yield info("…", "dim", key="waiting")
    elif not armed:
        yield info(translate(language, "odds.unarmed"), "dim", key="unarmed")
    yield BLANK
    notes = frozenset(note for _, deeds in armed for cell in deeds.cells for note in cell.odds.notes)
    names = Names(language, (*(deeds.attacker for _, deeds in armed), *targets))
    yield from said_rows(notes, None, names, "matrix")


def _columns(count: int, chosen: int, room: int) -> range:
    """Give the targets whose columns fit, the chosen one among them."""
    most = max(1, (room - _NAME - _DONE) // _CELL)
    first = max(0, chosen - most + 1)
    return range(first, min(count, first + most))


def _deeds_row(key: str, deeds: OddsRow, shown: range, chosen: int) -> Row:
    parts = [Part(f"{shorten(plain_line(deeds.attacker.name), _NAME - 1):<{_NAME}}")]
    for place in shown:
        cell = deeds.cells[place]
        text = f"{cell.odds.sign}{cell.share * 100:.0f}%"
        parts.append(Part(f"{text:>{_CELL}}", "bold" if place == chosen else ""))
    parts.append(Part(f"{deeds.done * 100:>{_DONE - 1}.0f}%", "dim"))
    return row(key, tuple(parts))

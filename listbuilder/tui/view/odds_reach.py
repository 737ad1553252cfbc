"""What the army may expect to wound: by distance, and by how well its targets are armoured."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from listbuilder.exporters.odds_wording import Names
from listbuilder.i18n import translate
from listbuilder.odds.army_damage import CROWD, Reached
from listbuilder.odds.combatant import DEFENSES, Party
from listbuilder.sheet.units import defense_label, number
from listbuilder.tui.view.odds import said_rows
from listbuilder.tui.view.row import BLANK, Part, Row, heading, info, row

_FIRST, _CELL = 18, 9


def reach_rows(
    found: Sequence[Reached], parties: Sequence[Party], measure: str, language: str, *, whole: bool
) -> Iterator[Row]:
    """Show a row for each distance and a column for each Defense; a sign of waiting while there is more to come."""
    yield BLANK
    head = translate(language, "tui.summary.damage")
    yield heading(head.upper(), translate(language, "tui.summary.crowd", n=CROWD), key="damage")
    labels = "".join(defense_label(defense, language).rjust(_CELL) for defense in DEFENSES)
    yield row("damage:head", (Part(" " * _FIRST + labels, "dim"),), pickable=False)
    for one in found:
        name = f"{one.distance}{measure}" if one.distance else translate(language, "tui.summary.charging")
        numbers = "".join(f"{one.sign}{number(language, wounds, 1)}".rjust(_CELL) for wounds in one.wounds)
        yield row(f"damage:{one.distance}", (Part(name.ljust(_FIRST)), Part(numbers)), pickable=False)
    if not whole:
        yield info("…", "dim", key="damage:waiting")
        return
    notes = frozenset(note for one in found for note in one.notes)
    yield from said_rows(notes, None, Names(language, tuple(parties)), "damage")

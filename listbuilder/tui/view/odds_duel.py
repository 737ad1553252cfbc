"""One unit against one target: the mean, the kill curve, the steps die by die, and the spells of its casters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from listbuilder.exporters.odds_wording import Names, bars, percent, step_line, unfolded_title
from listbuilder.i18n import translate
from listbuilder.model import Spell, System
from listbuilder.odds.army_damage import Cell
from listbuilder.odds.attack import spell_odds
from listbuilder.odds.breakdown import unfold
from listbuilder.odds.situation import Situation
from listbuilder.sheet.units import number
from listbuilder.textutil.sanitize import plain_line
from listbuilder.tui.view.odds import said_rows
from listbuilder.tui.view.row import BLANK, Part, Row, heading, info, row

_BAR = 30


def duel_rows(
    cell: Cell | None, system: System, situation: Situation, language: str, spells: Sequence[Spell] = ()
) -> Iterator[Row]:
    """Show one attack and what spells deal; a sign of waiting while it is not worked out."""
    if cell is None:
        yield info("…", "dim", key="waiting")
        return
    names = Names(language, (cell.attacker, cell.target))
    who = {"attacker": plain_line(cell.attacker.name), "target": plain_line(cell.target.name)}
    yield info(translate(language, f"odds.against.{cell.mode.value}", **who), "bold", key="who")
    if not cell.odds.volleys:
        yield info(translate(language, "odds.unarmed"), "dim", key="unarmed")
        yield from _spells(cell, system, spells, names)
        return
    yield from _sums(cell, language)
    yield from said_rows(cell.odds.notes, cell.odds, names, "duel")
    yield from _curve(cell, language)
    yield from _spells(cell, system, spells, names)
    yield from _steps(cell, system, situation, names)


def _spells(cell: Cell, system: System, spells: Sequence[Spell], names: Names) -> Iterator[Row]:
    """Say what one try at each spell does, the chance to cast it counted in."""
    language = names.language
    found = [(spell, spell_odds(cell.attacker, spell, cell.target, system)) for spell in spells]
    if any(odds is not None for _, odds in found):
        yield BLANK
        yield heading(translate(language, "tui.odds.spells").upper(), key="spells")
    for spell, odds in found:
        if odds is not None:
            said = {"wounds": number(language, odds.mean_wounds), "destroyed": percent(language, odds.destroyed)}
            name = f"{plain_line(spell.name.to(language))} ({spell.cost})"
            yield info(
                translate(language, "tui.odds.spell", name=name, sign=odds.sign, **said), key=f"spell:{spell.id}"
            )


def _sums(cell: Cell, language: str) -> Iterator[Row]:
    odds, sign = cell.odds, cell.odds.sign
    wounds = {"wounds": number(language, odds.mean_wounds), "spread": number(language, odds.spread)}
    lost = {"models": number(language, odds.mean_models), "of": cell.target.models}
    yield info(translate(language, "odds.expected", sign=sign, **wounds, **lost), key="expected")
    chances = {"half": percent(language, odds.half), "destroyed": percent(language, odds.destroyed)}
    yield info(translate(language, "odds.chances", sign=sign, **chances), key="chances")
    if odds.stunned:
        yield info(
            translate(language, "odds.stunned", sign=sign, chance=percent(language, odds.stunned)), key="stunned"
        )


def _curve(cell: Cell, language: str) -> Iterator[Row]:
    """Draw the chances that at least so many models are lost; of a single model, those of its wounds."""
    many = cell.target.models > 1
    yield BLANK
    yield heading(translate(language, "odds.curve-head" if many else "odds.wounds-head").upper(), key="curve")
    chances = cell.odds.kill_curve if many else cell.odds.wounds
    for place, line in enumerate(bars(chances, language, _BAR, symbols=True, first=int(many))):
        yield row(f"curve:{place}", (Part(line),), pickable=False)


def _steps(cell: Cell, system: System, situation: Situation, names: Names) -> Iterator[Row]:
    for number_of, one in enumerate(unfold(cell.odds, cell.attacker, cell.target, system, situation)):
        yield BLANK
        yield heading(unfolded_title(one, names).upper(), key=f"steps:{number_of}")
        for place, step in enumerate(one.steps, 1):
            line = f"{place}. {step_line(step, names.language)}"
            yield info(line, hang=3, key=f"step:{number_of}:{place}")
        total = translate(names.language, "odds.step.total", wounds=number(names.language, one.wounds))
        yield info(f"=  {total}", "dim", hang=3, key=f"total:{number_of}")

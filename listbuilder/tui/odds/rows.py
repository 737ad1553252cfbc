"""What a unit does to all kinds of targets: a table for each way to attack, with what it assumes and leaves out.

One unit against one target: the mean, the kill curve, the steps die by die, and the spells of its casters.

The odds of a unit in one line, and what an upgrade would make of them.

An army against targets: a row for each unit, first whoever gets most done for its points.

What the army may expect to wound: by distance, and by how well its targets are armoured.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TypeAlias

from listbuilder.exporters.odds_wording import Names, assumptions, bars, left_out, percent, step_line, unfolded_title
from listbuilder.i18n import translate
from listbuilder.model import Spell, System
from listbuilder.odds.active_effects import Caveat
from listbuilder.odds.army_damage import CROWD, Cell, OddsRow, Reached, fights
from listbuilder.odds.attack import spell_odds
from listbuilder.odds.benchmark_targets import Glance
from listbuilder.odds.breakdown import unfold
from listbuilder.odds.combatant import DEFENSES, FIELD, Party, plain_target
from listbuilder.odds.result import Odds
from listbuilder.odds.situation import Mode, Situation
from listbuilder.sheet.units import defense_label, glance_target, number, tough_label
from listbuilder.textutil.sanitize import TIMES, plain_line
from listbuilder.tui.widgets.row import BLANK, Part, Row, heading, info, row, shorten

Known: TypeAlias = Callable[[Party, Party, Situation], Cell | None]
"""Gives an attack that has been worked out."""
_FIRST, _CELL = 18, 9


@lru_cache(maxsize=256)
def field_targets(party: Party) -> tuple[Party, ...]:
    """Give the targets of the table, row by row; the same ones for the same party."""
    return tuple(plain_target(models, defense, tough, party.find) for defense in DEFENSES for models, tough in FIELD)


def profile_key(mode: Mode, defense: int) -> str:
    """Name the row of a Defense in one way to attack."""
    return f"profile:{mode.value}:{defense}"


def find_profile(key: str, column: int, party: Party) -> tuple[Mode, Party] | None:
    """Find what a row and a column of the table stand for; None where the row is none of it."""
    for mode in (Mode.SHOOT, Mode.CHARGE):
        for place, defense in enumerate(DEFENSES):
            if key == profile_key(mode, defense):
                return mode, field_targets(party)[place * len(FIELD) + column]
    return None


def odds_rows(party: Party, known: Known, situation: Situation, column: int, language: str) -> Iterator[Row]:
    """Show each way to attack that the unit has weapons for, as far as it is worked out; `column` is the chosen one."""
    values = {"name": plain_line(party.name), "models": party.models, "points": party.cost}
    yield info(translate(language, "odds.title", **values), "bold", key="title")
    for mode in (Mode.SHOOT, Mode.CHARGE):
        if mode is Mode.SHOOT and not fights(party, mode):
            continue
        yield BLANK
        yield heading(translate(language, f"odds.mode.{mode.value}").upper())
        cells = [known(party, target, replace(situation, mode=mode)) for target in field_targets(party)]
        found = [cell for cell in cells if cell is not None]
        if len(found) == len(cells):
            yield from _table(party, found, mode, column, language)
        else:
            yield info("…", "dim", key=f"{mode.value}:waiting")


def _table(party: Party, cells: Sequence[Cell], mode: Mode, column: int, language: str) -> Iterator[Row]:
    labels = [f"{models}{TIMES}{tough_label(tough, language)}".rjust(_CELL) for models, tough in FIELD]
    head = [Part(label, "accent" if place == column else "dim") for place, label in enumerate(labels)]
    rows = [cells[start : start + len(FIELD)] for start in range(0, len(cells), len(FIELD))]
    for name, value in (("mean", _mean), ("per-hundred", _per_hundred)):
        title = translate(language, f"odds.{name}").ljust(_FIRST)
        yield row(f"{mode.value}:{name}", (Part(title, "dim"), *head), pickable=False)
        for defense, line in zip(DEFENSES, rows, strict=True):
            first = name == "mean"
            key = profile_key(mode, defense) if first else f"{mode.value}:{name}:{defense}"
            numbers = [f"{cell.odds.sign}{number(language, value(cell))}".rjust(_CELL) for cell in line]
            parts = [Part(text, "bold" if first and place == column else "") for place, text in enumerate(numbers)]
            label = Part(f"  {defense_label(defense, language)}".ljust(_FIRST), "dim")
            yield row(key, (label, *parts), pickable=first)
    notes = frozenset(note for cell in cells for note in cell.odds.notes)
    yield from said_rows(notes, cells[0].odds, Names(language, (party,)), mode.value)


def said_rows(notes: frozenset[Caveat], odds: Odds | None, names: Names, key: str) -> Iterator[Row]:
    """Say how far numbers can be trusted, and what they assume."""
    language = names.language
    without = left_out(notes, names)
    said = translate(language, "odds.without", rules=without) if without else translate(language, "odds.exact")
    yield info(said, "warn" if without else "good", key=f"{key}:said")
    for place, line in enumerate(assumptions(notes, odds, names)):
        yield info(f"  {line}", "dim", hang=2, key=f"{key}:assumes:{place}")


def _mean(cell: Cell) -> float:
    return cell.odds.mean_wounds


def _per_hundred(cell: Cell) -> float:
    return cell.per_hundred or 0.0


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


_DIGITS = 1


def against(language: str) -> str:
    """Name the plain target: `against 10×D4+`."""
    return translate(language, "tui.odds.against", target=glance_target(language))


def odds_row(known: tuple[Glance, ...] | None, language: str) -> Row:
    """Say what a unit does to the plain target; while that is being worked out, that there will be something."""
    said = "…" if known is None else " · ".join(_wounds(one, language) for one in known)
    left = (Part("  "), Part(f"{against(language)}  ", "dim"), Part(said or "–"))
    return row("odds", left, pickable=False, wrap=True, hang=4)


def _wounds(one: Glance, language: str) -> str:
    mode = translate(language, f"tui.odds.mode.{one.mode.value}")
    return f"{mode} {one.odds.sign}{number(language, one.wounds, _DIGITS)}"


def gain_row(before: tuple[Glance, ...] | None, after: tuple[Glance, ...] | None, language: str) -> Row | None:
    """Say what an upgrade would buy: `charging 3.3 → 4.1 (+0.8)`; None where it changes nothing or nobody knows yet."""
    if before is None or after is None:
        return None
    old, new = ({one.mode: one for one in glances} for glances in (before, after))
    parts: list[Part] = []
    for mode in dict.fromkeys((*old, *new)):
        # as they are shown: who takes one from the other finds the change that stands beside them
        was, will = (round(found[mode].wounds, _DIGITS) if mode in found else 0.0 for found in (old, new))
        if was == will:
            continue
        sign = (new.get(mode) or old[mode]).odds.sign
        name = translate(language, f"tui.odds.mode.{mode.value}")
        steps = f"{sign}{number(language, was, _DIGITS)} → {sign}{number(language, will, _DIGITS)}"
        change = ("+" if will > was else "-") + number(language, abs(will - was), _DIGITS)
        parts += [Part(f"  {name} {steps} "), Part(f"({change})", "good" if will > was else "warn")]
    if not parts:
        return None
    return row("gain", (Part(against(language), "dim"), *parts), pickable=False, wrap=True, hang=2)


_NAME, _CELL_ODDS_MATRIX, _DONE = 22, 6, 8


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
    head = [Part(f"{place + 1:>{_CELL_ODDS_MATRIX}}", "accent" if place == chosen else "dim") for place in shown]
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
    most = max(1, (room - _NAME - _DONE) // _CELL_ODDS_MATRIX)
    first = max(0, chosen - most + 1)
    return range(first, min(count, first + most))


def _deeds_row(key: str, deeds: OddsRow, shown: range, chosen: int) -> Row:
    parts = [Part(f"{shorten(plain_line(deeds.attacker.name), _NAME - 1):<{_NAME}}")]
    for place in shown:
        cell = deeds.cells[place]
        text = f"{cell.odds.sign}{cell.share * 100:.0f}%"
        parts.append(Part(f"{text:>{_CELL_ODDS_MATRIX}}", "bold" if place == chosen else ""))
    parts.append(Part(f"{deeds.done * 100:>{_DONE - 1}.0f}%", "dim"))
    return row(key, tuple(parts))


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

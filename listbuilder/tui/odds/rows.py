"""Rows that show odds: tables against profiles, an army matrix, single attacks and one-line summaries."""

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
"""Returns an attack that has been computed, or None."""
_LABEL_WIDTH, _CELL_WIDTH = 18, 9
_BAR_WIDTH = 30
_DIGITS = 1
_NAME_WIDTH, _SHARE_WIDTH, _TOTAL_WIDTH = 22, 6, 8


@lru_cache(maxsize=256)
def field_targets(party: Party) -> tuple[Party, ...]:
    """Return the targets of the table, row by row. They are cached, so attacks on them stay cached."""
    return tuple(plain_target(models, defense, tough, party.find) for defense in DEFENSES for models, tough in FIELD)


def profile_key(mode: Mode, defense: int) -> str:
    """Return the row key of a Defense value in one mode."""
    return f"profile:{mode.value}:{defense}"


def find_profile(key: str, column: int, party: Party) -> tuple[Mode, Party] | None:
    """Return the mode and target of a table cell, or None if the row is not in the table."""
    for mode in (Mode.SHOOT, Mode.CHARGE):
        for index, defense in enumerate(DEFENSES):
            if key == profile_key(mode, defense):
                return mode, field_targets(party)[index * len(FIELD) + column]
    return None


def odds_rows(party: Party, known: Known, situation: Situation, column: int, language: str) -> Iterator[Row]:
    """Yield a table for each mode the unit has weapons for, as far as it is computed. `column` is selected."""
    values = {"name": plain_line(party.name), "models": party.models, "points": party.cost}
    yield info(translate(language, "odds.title", **values), "bold", key="title")
    for mode in (Mode.SHOOT, Mode.CHARGE):
        if mode is Mode.SHOOT and not fights(party, mode):
            continue
        yield BLANK
        yield heading(translate(language, f"odds.mode.{mode.value}").upper())
        cells = [known(party, target, replace(situation, mode=mode)) for target in field_targets(party)]
        computed = [cell for cell in cells if cell is not None]
        if len(computed) == len(cells):
            yield from _table_rows(party, computed, mode, column, language)
        else:
            yield info("…", "dim", key=f"{mode.value}:waiting")


def _table_rows(party: Party, cells: Sequence[Cell], mode: Mode, column: int, language: str) -> Iterator[Row]:
    labels = [f"{models}{TIMES}{tough_label(tough, language)}".rjust(_CELL_WIDTH) for models, tough in FIELD]
    head = [Part(label, "accent" if index == column else "dim") for index, label in enumerate(labels)]
    rows = [cells[start : start + len(FIELD)] for start in range(0, len(cells), len(FIELD))]
    for name in ("mean", "per-hundred"):
        title = translate(language, f"odds.{name}").ljust(_LABEL_WIDTH)
        yield row(f"{mode.value}:{name}", (Part(title, "dim"), *head), pickable=False)
        for defense, line in zip(DEFENSES, rows, strict=True):
            is_mean = name == "mean"
            key = profile_key(mode, defense) if is_mean else f"{mode.value}:{name}:{defense}"
            values = [(cell.odds.sign, cell.odds.mean_wounds if is_mean else cell.per_hundred or 0.0) for cell in line]
            numbers = [f"{sign}{number(language, value)}".rjust(_CELL_WIDTH) for sign, value in values]
            parts = [Part(text, "bold" if is_mean and index == column else "") for index, text in enumerate(numbers)]
            label = Part(f"  {defense_label(defense, language)}".ljust(_LABEL_WIDTH), "dim")
            yield row(key, (label, *parts), pickable=is_mean)
    notes = frozenset(note for cell in cells for note in cell.odds.notes)
    yield from said_rows(notes, cells[0].odds, Names(language, (party,)), mode.value)


def said_rows(notes: frozenset[Caveat], odds: Odds | None, names: Names, key: str) -> Iterator[Row]:
    """Yield how reliable the numbers are and what they assume."""
    language = names.language
    ignored = left_out(notes, names)
    text = translate(language, "odds.without", rules=ignored) if ignored else translate(language, "odds.exact")
    yield info(text, "warn" if ignored else "good", key=f"{key}:said")
    for index, line in enumerate(assumptions(notes, odds, names)):
        yield info(f"  {line}", "dim", hang=2, key=f"{key}:assumes:{index}")


def duel_rows(
    cell: Cell | None, system: System, situation: Situation, language: str, spells: Sequence[Spell] = ()
) -> Iterator[Row]:
    """Yield the details of one attack and the damage of spells, or a placeholder until it is computed."""
    if cell is None:
        yield info("…", "dim", key="waiting")
        return
    names = Names(language, (cell.attacker, cell.target))
    who = {"attacker": plain_line(cell.attacker.name), "target": plain_line(cell.target.name)}
    yield info(translate(language, f"odds.against.{cell.mode.value}", **who), "bold", key="who")
    if not cell.odds.volleys:
        yield info(translate(language, "odds.unarmed"), "dim", key="unarmed")
        yield from _spell_rows(cell, system, spells, names)
        return
    yield from _total_rows(cell, language)
    yield from said_rows(cell.odds.notes, cell.odds, names, "duel")
    yield from _curve_rows(cell, language)
    yield from _spell_rows(cell, system, spells, names)
    yield from _step_rows(cell, system, situation, names)


def _spell_rows(cell: Cell, system: System, spells: Sequence[Spell], names: Names) -> Iterator[Row]:
    """Yield the expected damage of each spell, including the chance to cast it."""
    language = names.language
    spell_results = [(spell, spell_odds(cell.attacker, spell, cell.target, system)) for spell in spells]
    if any(odds is not None for _, odds in spell_results):
        yield BLANK
        yield heading(translate(language, "tui.odds.spells").upper(), key="spells")
    for spell, odds in spell_results:
        if odds is not None:
            values = {"wounds": number(language, odds.mean_wounds), "destroyed": percent(language, odds.destroyed)}
            name = f"{plain_line(spell.name.to(language))} ({spell.cost})"
            yield info(
                translate(language, "tui.odds.spell", name=name, sign=odds.sign, **values), key=f"spell:{spell.id}"
            )


def _total_rows(cell: Cell, language: str) -> Iterator[Row]:
    odds, sign = cell.odds, cell.odds.sign
    wounds = {"wounds": number(language, odds.mean_wounds), "spread": number(language, odds.spread)}
    models = {"models": number(language, odds.mean_models), "of": cell.target.models}
    yield info(translate(language, "odds.expected", sign=sign, **wounds, **models), key="expected")
    chances = {"half": percent(language, odds.half), "destroyed": percent(language, odds.destroyed)}
    yield info(translate(language, "odds.chances", sign=sign, **chances), key="chances")
    if odds.stunned:
        yield info(
            translate(language, "odds.stunned", sign=sign, chance=percent(language, odds.stunned)), key="stunned"
        )


def _curve_rows(cell: Cell, language: str) -> Iterator[Row]:
    """Yield the chances to lose at least N models, or the chances of wounds for a single model."""
    several = cell.target.models > 1
    yield BLANK
    yield heading(translate(language, "odds.curve-head" if several else "odds.wounds-head").upper(), key="curve")
    chances = cell.odds.kill_curve if several else cell.odds.wounds
    for index, line in enumerate(bars(chances, language, _BAR_WIDTH, symbols=True, first=int(several))):
        yield row(f"curve:{index}", (Part(line),), pickable=False)


def _step_rows(cell: Cell, system: System, situation: Situation, names: Names) -> Iterator[Row]:
    for index, attack in enumerate(unfold(cell.odds, cell.attacker, cell.target, system, situation)):
        yield BLANK
        yield heading(unfolded_title(attack, names).upper(), key=f"steps:{index}")
        for step_number, step in enumerate(attack.steps, 1):
            line = f"{step_number}. {step_line(step, names.language)}"
            yield info(line, hang=3, key=f"step:{index}:{step_number}")
        total = translate(names.language, "odds.step.total", wounds=number(names.language, attack.wounds))
        yield info(f"=  {total}", "dim", hang=3, key=f"total:{index}")


def against(language: str) -> str:
    """Return the label of the standard target, such as `against 10×D4+`."""
    return translate(language, "tui.odds.against", target=glance_target(language))


def odds_row(known: tuple[Glance, ...] | None, language: str) -> Row:
    """Return the odds of a unit against the standard target in one line, or a placeholder."""
    text = "…" if known is None else " · ".join(_format_wounds(summary, language) for summary in known)
    left = (Part("  "), Part(f"{against(language)}  ", "dim"), Part(text or "–"))
    return row("odds", left, pickable=False, wrap=True, hang=4)


def _format_wounds(summary: Glance, language: str) -> str:
    mode = translate(language, f"tui.odds.mode.{summary.mode.value}")
    return f"{mode} {summary.odds.sign}{number(language, summary.wounds, _DIGITS)}"


def gain_row(before: tuple[Glance, ...] | None, after: tuple[Glance, ...] | None, language: str) -> Row | None:
    """Return how an upgrade changes the odds, such as `charging 3.3 → 4.1 (+0.8)`.

    None if they do not change or are not known yet.
    """
    if before is None or after is None:
        return None
    old, new = ({summary.mode: summary for summary in summaries} for summaries in (before, after))
    parts: list[Part] = []
    for mode in dict.fromkeys((*old, *new)):
        # use the rounded values, so that the displayed difference adds up
        was, will = (round(by_mode[mode].wounds, _DIGITS) if mode in by_mode else 0.0 for by_mode in (old, new))
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


def matrix_rows(
    cells: Mapping[str, Sequence[Cell | None]],
    targets: Sequence[Party],
    selected: int,
    *,
    mode: Mode,
    room: int,
    language: str,
) -> Iterator[Row]:
    """Yield which share of each target every unit destroys on average. The columns scroll to the selected target."""
    yield info(translate(language, "odds.share"), "dim", key="share")
    columns = _visible_columns(len(targets), selected, room)
    target_label = translate(
        language, "tui.odds.target", n=selected + 1, of=len(targets), name=plain_line(targets[selected].name)
    )
    yield info(target_label, "bold", key="target")
    yield BLANK
    head = [Part(f"{index + 1:>{_SHARE_WIDTH}}", "accent" if index == selected else "dim") for index in columns]
    done = translate(language, "tui.odds.done")
    yield row("head", (Part(" " * _NAME_WIDTH), *head, Part(f"{done:>{_TOTAL_WIDTH}}", "dim")), pickable=False)
    computed = {key: [attack for attack in attacks if attack is not None] for key, attacks in cells.items()}
    ready = [
        (key, OddsRow(attacks[0].attacker, tuple(attacks)))
        for key, attacks in computed.items()
        if len(attacks) == len(targets)
    ]
    armed = [(key, unit) for key, unit in ready if fights(unit.attacker, mode)]
    for key, unit in sorted(armed, key=lambda item: -item[1].done):
        yield _matrix_row(key, unit, columns, selected)
    if len(ready) < len(cells):
        yield info("…", "dim", key="waiting")
    elif not armed:
        yield info(translate(language, "odds.unarmed"), "dim", key="unarmed")
    yield BLANK
    notes = frozenset(note for _, unit in armed for cell in unit.cells for note in cell.odds.notes)
    names = Names(language, (*(unit.attacker for _, unit in armed), *targets))
    yield from said_rows(notes, None, names, "matrix")


def _visible_columns(count: int, selected: int, width: int) -> range:
    """Return the columns that fit, including the selected one."""
    count_shown = max(1, (width - _NAME_WIDTH - _TOTAL_WIDTH) // _SHARE_WIDTH)
    first = max(0, selected - count_shown + 1)
    return range(first, min(count, first + count_shown))


def _matrix_row(key: str, unit: OddsRow, columns: range, selected: int) -> Row:
    parts = [Part(f"{shorten(plain_line(unit.attacker.name), _NAME_WIDTH - 1):<{_NAME_WIDTH}}")]
    for index in columns:
        cell = unit.cells[index]
        text = f"{cell.odds.sign}{cell.share * 100:.0f}%"
        parts.append(Part(f"{text:>{_SHARE_WIDTH}}", "bold" if index == selected else ""))
    parts.append(Part(f"{unit.done * 100:>{_TOTAL_WIDTH - 1}.0f}%", "dim"))
    return row(key, tuple(parts))


def reach_rows(
    lines: Sequence[Reached], parties: Sequence[Party], measure: str, language: str, *, whole: bool
) -> Iterator[Row]:
    """Yield the expected wounds of the army by distance and Defense, with a placeholder until they are complete."""
    yield BLANK
    head = translate(language, "tui.summary.damage")
    yield heading(head.upper(), translate(language, "tui.summary.crowd", n=CROWD), key="damage")
    labels = "".join(defense_label(defense, language).rjust(_CELL_WIDTH) for defense in DEFENSES)
    yield row("damage:head", (Part(" " * _LABEL_WIDTH + labels, "dim"),), pickable=False)
    for line in lines:
        name = f"{line.distance}{measure}" if line.distance else translate(language, "tui.summary.charging")
        numbers = "".join(f"{line.sign}{number(language, wounds, 1)}".rjust(_CELL_WIDTH) for wounds in line.wounds)
        yield row(f"damage:{line.distance}", (Part(name.ljust(_LABEL_WIDTH)), Part(numbers)), pickable=False)
    if not whole:
        yield info("…", "dim", key="damage:waiting")
        return
    notes = frozenset(note for line in lines for note in line.notes)
    yield from said_rows(notes, None, Names(language, tuple(parties)), "damage")

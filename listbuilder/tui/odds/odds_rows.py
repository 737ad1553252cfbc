"""Rows that show odds: tables against profiles, an army matrix, single attacks and one-line summaries."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TypeAlias

from listbuilder.exporters import odds_wording
from listbuilder.exporters.odds_wording import CombatantNames, format_bars, format_percent
from listbuilder.i18n import translate
from listbuilder.model import Spell, System
from listbuilder.odds.active_effects import Caveat
from listbuilder.odds.army_damage import TARGET_MODELS, AttackCell, DistanceDamage, OddsRow, OddsSummary, has_weapon_for
from listbuilder.odds.attack import spell_odds
from listbuilder.odds.breakdown import break_down_attack
from listbuilder.odds.combatant import DEFENSES, TABLE_TARGETS, Combatant, plain_target
from listbuilder.odds.result import Odds
from listbuilder.odds.situation import AttackMode, Situation
from listbuilder.sheet.unit_blocks import format_benchmark_target, format_decimal, format_defense, format_tough
from listbuilder.textutil.sanitize import TIMES, sanitize_line
from listbuilder.tui.widgets.row import BLANK_ROW, Part, Row, heading, info, row, truncate

AttackLookup: TypeAlias = Callable[[Combatant, Combatant, Situation], AttackCell | None]
"""Returns an attack that has been computed, or None."""
_LABEL_WIDTH, _CELL_WIDTH = 18, 9
_BAR_WIDTH = 30
_DIGITS = 1
_NAME_WIDTH, _SHARE_WIDTH, _TOTAL_WIDTH = 22, 6, 8


@lru_cache(maxsize=256)
def table_targets(party: Combatant) -> tuple[Combatant, ...]:
    """Return the targets of the table, row by row. They are cached, so attacks on them stay cached."""
    return tuple(
        plain_target(models, defense, tough, party.find_rule) for defense in DEFENSES for models, tough in TABLE_TARGETS
    )


def table_row_key(mode: AttackMode, defense: int) -> str:
    """Return the row key of a Defense value in one mode."""
    return f"profile:{mode.value}:{defense}"


def find_table_target(key: str, column: int, party: Combatant) -> tuple[AttackMode, Combatant] | None:
    """Return the mode and target of a table cell, or None if the row is not in the table."""
    for mode in (AttackMode.SHOOT, AttackMode.CHARGE):
        for index, defense in enumerate(DEFENSES):
            if key == table_row_key(mode, defense):
                return mode, table_targets(party)[index * len(TABLE_TARGETS) + column]
    return None


def unit_odds_rows(
    party: Combatant, known: AttackLookup, situation: Situation, column: int, language: str
) -> Iterator[Row]:
    """Yield a table for each mode the unit has weapons for, as far as it is computed. `column` is selected."""
    values = {"name": sanitize_line(party.name), "models": party.models, "points": party.cost}
    yield info(translate(language, "odds.title", **values), "bold", key="title")
    for mode in (AttackMode.SHOOT, AttackMode.CHARGE):
        if mode is AttackMode.SHOOT and not has_weapon_for(party, mode):
            continue
        yield BLANK_ROW
        yield heading(translate(language, f"odds.mode.{mode.value}").upper())
        cells = [known(party, target, replace(situation, mode=mode)) for target in table_targets(party)]
        computed = [cell for cell in cells if cell is not None]
        if len(computed) == len(cells):
            yield from _table_rows(party, computed, mode, column, language)
        else:
            yield info("…", "dim", key=f"{mode.value}:waiting")


def _table_rows(
    party: Combatant, cells: Sequence[AttackCell], mode: AttackMode, column: int, language: str
) -> Iterator[Row]:
    labels = [f"{models}{TIMES}{format_tough(tough, language)}".rjust(_CELL_WIDTH) for models, tough in TABLE_TARGETS]
    head = [Part(label, "accent" if index == column else "dim") for index, label in enumerate(labels)]
    rows = [cells[start : start + len(TABLE_TARGETS)] for start in range(0, len(cells), len(TABLE_TARGETS))]
    for name in ("mean", "per-hundred"):
        title = translate(language, f"odds.{name}").ljust(_LABEL_WIDTH)
        yield row(f"{mode.value}:{name}", (Part(title, "dim"), *head), selectable=False)
        for defense, line in zip(DEFENSES, rows, strict=True):
            is_mean = name == "mean"
            key = table_row_key(mode, defense) if is_mean else f"{mode.value}:{name}:{defense}"
            values = [
                (cell.odds.sign, cell.odds.mean_wounds if is_mean else cell.wounds_per_100_points or 0.0)
                for cell in line
            ]
            numbers = [f"{sign}{format_decimal(language, value)}".rjust(_CELL_WIDTH) for sign, value in values]
            parts = [Part(text, "bold" if is_mean and index == column else "") for index, text in enumerate(numbers)]
            label = Part(f"  {format_defense(defense, language)}".ljust(_LABEL_WIDTH), "dim")
            yield row(key, (label, *parts), selectable=is_mean)
    notes = frozenset(note for cell in cells for note in cell.odds.notes)
    yield from reliability_rows(notes, cells[0].odds, CombatantNames(language, (party,)), mode.value)


def reliability_rows(notes: frozenset[Caveat], odds: Odds | None, names: CombatantNames, key: str) -> Iterator[Row]:
    """Yield how reliable the numbers are and what they assume."""
    language = names.language
    ignored = odds_wording.omitted_rules(notes, names)
    text = translate(language, "odds.without", rules=ignored) if ignored else translate(language, "odds.exact")
    yield info(text, "warn" if ignored else "good", key=f"{key}:said")
    for index, line in enumerate(odds_wording.describe_assumptions(notes, odds, names)):
        yield info(f"  {line}", "dim", hang=2, key=f"{key}:assumes:{index}")


def duel_rows(
    cell: AttackCell | None, system: System, situation: Situation, language: str, spells: Sequence[Spell] = ()
) -> Iterator[Row]:
    """Yield the details of one attack and the damage of spells, or a placeholder until it is computed."""
    if cell is None:
        yield info("…", "dim", key="waiting")
        return
    odds, sign, target = cell.odds, cell.odds.sign, cell.target
    names = CombatantNames(language, (cell.attacker, target))
    sides = {"attacker": sanitize_line(cell.attacker.name), "target": sanitize_line(target.name)}
    yield info(translate(language, f"odds.against.{cell.mode.value}", **sides), "bold", key="who")
    if not odds.volleys:
        yield info(translate(language, "odds.unarmed"), "dim", key="unarmed")
        yield from _spell_rows(cell, system, spells, names)
        return
    wounds = {"wounds": format_decimal(language, odds.mean_wounds), "spread": format_decimal(language, odds.spread)}
    models = {"models": format_decimal(language, odds.mean_models), "of": target.models}
    yield info(translate(language, "odds.expected", sign=sign, **wounds, **models), key="expected")
    chances = {"half": format_percent(language, odds.half), "destroyed": format_percent(language, odds.destroyed)}
    yield info(translate(language, "odds.chances", sign=sign, **chances), key="chances")
    if odds.stunned:
        chance = format_percent(language, odds.stunned)
        yield info(translate(language, "odds.stunned", sign=sign, chance=chance), key="stunned")
    yield from reliability_rows(odds.notes, odds, names, "duel")
    yield BLANK_ROW
    several = target.models > 1  # the curve of a single model is about its wounds
    yield heading(translate(language, "odds.curve-head" if several else "odds.wounds-head").upper(), key="curve")
    curve = odds.kill_curve if several else odds.wounds
    for index, line in enumerate(format_bars(curve, language, _BAR_WIDTH, symbols=True, first=int(several))):
        yield row(f"curve:{index}", (Part(line),), selectable=False)
    yield from _spell_rows(cell, system, spells, names)
    yield from _step_rows(cell, system, situation, names)


def _spell_rows(cell: AttackCell, system: System, spells: Sequence[Spell], names: CombatantNames) -> Iterator[Row]:
    """Yield the expected damage of each spell, including the chance to cast it."""
    language = names.language
    results = [(spell, spell_odds(cell.attacker, spell, cell.target, system)) for spell in spells]
    known = [(spell, odds) for spell, odds in results if odds is not None]
    if known:
        yield BLANK_ROW
        yield heading(translate(language, "tui.odds.spells").upper(), key="spells")
    for spell, odds in known:
        name = f"{sanitize_line(spell.name.to(language))} ({spell.cost})"
        wounds, destroyed = format_decimal(language, odds.mean_wounds), format_percent(language, odds.destroyed)
        values = {"name": name, "sign": odds.sign, "wounds": wounds, "destroyed": destroyed}
        yield info(translate(language, "tui.odds.spell", **values), key=f"spell:{spell.id}")


def _step_rows(cell: AttackCell, system: System, situation: Situation, names: CombatantNames) -> Iterator[Row]:
    for index, attack in enumerate(break_down_attack(cell.odds, cell.attacker, cell.target, system, situation)):
        yield BLANK_ROW
        yield heading(odds_wording.format_breakdown_title(attack, names).upper(), key=f"steps:{index}")
        for step_number, step in enumerate(attack.steps, 1):
            line = f"{step_number}. {odds_wording.format_step(step, names.language)}"
            yield info(line, hang=3, key=f"step:{index}:{step_number}")
        total = translate(names.language, "odds.step.total", wounds=format_decimal(names.language, attack.wounds))
        yield info(f"=  {total}", "dim", hang=3, key=f"total:{index}")


def against_label(language: str) -> str:
    """Return the label of the standard target, such as `against 10×D4+`."""
    return translate(language, "tui.odds.against", target=format_benchmark_target(language))


def odds_summary_row(known: tuple[OddsSummary, ...] | None, language: str) -> Row:
    """Return the odds of a unit against the standard target in one line, or a placeholder."""
    texts = ["…"] if known is None else []
    for summary in known or ():
        mode = translate(language, f"tui.odds.mode.{summary.mode.value}")
        texts.append(f"{mode} {summary.odds.sign}{format_decimal(language, summary.wounds, _DIGITS)}")
    left = (Part("  "), Part(f"{against_label(language)}  ", "dim"), Part(" · ".join(texts) or "–"))
    return row("odds", left, selectable=False, wrap=True, hang=4)


def odds_change_row(
    before: tuple[OddsSummary, ...] | None, after: tuple[OddsSummary, ...] | None, language: str
) -> Row | None:
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
        steps = f"{sign}{format_decimal(language, was, _DIGITS)} → {sign}{format_decimal(language, will, _DIGITS)}"
        change = ("+" if will > was else "-") + format_decimal(language, abs(will - was), _DIGITS)
        parts += [Part(f"  {name} {steps} "), Part(f"({change})", "good" if will > was else "warn")]
    if not parts:
        return None
    return row("gain", (Part(against_label(language), "dim"), *parts), selectable=False, wrap=True, hang=2)


def matrix_rows(
    cells: Mapping[str, Sequence[AttackCell | None]],
    targets: Sequence[Combatant],
    selected: int,
    *,
    mode: AttackMode,
    width: int,
    language: str,
) -> Iterator[Row]:
    """Yield which share of each target every unit destroys on average. The columns scroll to the selected target."""
    yield info(translate(language, "odds.share"), "dim", key="share")
    count_shown = max(1, (width - _NAME_WIDTH - _TOTAL_WIDTH) // _SHARE_WIDTH)
    first = max(0, selected - count_shown + 1)
    columns = range(first, min(len(targets), first + count_shown))
    name = sanitize_line(targets[selected].name)
    target_label = translate(language, "tui.odds.target", n=selected + 1, of=len(targets), name=name)
    yield info(target_label, "bold", key="target")
    yield BLANK_ROW
    head = [Part(f"{index + 1:>{_SHARE_WIDTH}}", "accent" if index == selected else "dim") for index in columns]
    done = translate(language, "tui.odds.done")
    yield row("head", (Part(" " * _NAME_WIDTH), *head, Part(f"{done:>{_TOTAL_WIDTH}}", "dim")), selectable=False)
    computed = {key: [attack for attack in attacks if attack is not None] for key, attacks in cells.items()}
    ready = [
        (key, OddsRow(attacks[0].attacker, tuple(attacks)))
        for key, attacks in computed.items()
        if len(attacks) == len(targets)
    ]
    armed = [(key, unit) for key, unit in ready if has_weapon_for(unit.attacker, mode)]
    for key, unit in sorted(armed, key=lambda item: -item[1].efficiency):
        parts = [Part(f"{truncate(sanitize_line(unit.attacker.name), _NAME_WIDTH - 1):<{_NAME_WIDTH}}")]
        for index in columns:
            text = f"{unit.cells[index].odds.sign}{unit.cells[index].odds.lost * 100:.0f}%"
            parts.append(Part(f"{text:>{_SHARE_WIDTH}}", "bold" if index == selected else ""))
        parts.append(Part(f"{unit.efficiency * 100:>{_TOTAL_WIDTH - 1}.0f}%", "dim"))
        yield row(key, tuple(parts))
    if len(ready) < len(cells):
        yield info("…", "dim", key="waiting")
    elif not armed:
        yield info(translate(language, "odds.unarmed"), "dim", key="unarmed")
    yield BLANK_ROW
    notes = frozenset(note for _, unit in armed for cell in unit.cells for note in cell.odds.notes)
    names = CombatantNames(language, (*(unit.attacker for _, unit in armed), *targets))
    yield from reliability_rows(notes, None, names, "matrix")


def army_damage_rows(
    lines: Sequence[DistanceDamage], parties: Sequence[Combatant], measure: str, language: str, *, complete: bool
) -> Iterator[Row]:
    """Yield the expected wounds of the army by distance and Defense, with a placeholder until they are complete."""
    yield BLANK_ROW
    head = translate(language, "tui.summary.damage")
    yield heading(head.upper(), translate(language, "tui.summary.crowd", n=TARGET_MODELS), key="damage")
    labels = "".join(format_defense(defense, language).rjust(_CELL_WIDTH) for defense in DEFENSES)
    yield row("damage:head", (Part(" " * _LABEL_WIDTH + labels, "dim"),), selectable=False)
    for line in lines:
        name = f"{line.distance}{measure}" if line.distance else translate(language, "tui.summary.charging")
        numbers = "".join(
            f"{line.sign}{format_decimal(language, wounds, 1)}".rjust(_CELL_WIDTH) for wounds in line.wounds
        )
        yield row(f"damage:{line.distance}", (Part(name.ljust(_LABEL_WIDTH)), Part(numbers)), selectable=False)
    if not complete:
        yield info("…", "dim", key="damage:waiting")
        return
    notes = frozenset(note for line in lines for note in line.caveats)
    yield from reliability_rows(notes, None, CombatantNames(language, tuple(parties)), "damage")

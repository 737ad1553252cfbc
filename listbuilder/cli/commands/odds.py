"""The command `odds`: calculate the exact odds of attacks."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from dataclasses import replace

from listbuilder.cli.context import Context
from listbuilder.cli.odds_arguments import Combatants, find_attackers, find_targets, with_extra_rules
from listbuilder.cli.odds_output import Duel, OddsText, attack_record, coverage_record, format_csv
from listbuilder.cli.streams import ExitCode, print_line, write_stdout
from listbuilder.cli.tables import add_format_option, print_json
from listbuilder.odds.army_damage import AttackCell, attack_matrix, has_weapon_for, target_table
from listbuilder.odds.combatant import Combatant
from listbuilder.odds.coverage import Coverage, faction_coverage
from listbuilder.odds.situation import AttackMode, Situation

_CIRCUMSTANCES = ("cover", "moved", "fatigued", "terrain", "passing")
_MODES = (AttackMode.SHOOT, AttackMode.CHARGE, AttackMode.STRIKE_BACK)


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("subject", nargs="*", metavar="LIST ENTRY")
    parser.add_argument("--against", nargs="+", metavar="TARGET")
    for mode in _MODES:
        parser.add_argument(f"--{mode.value}", dest="modes", action="append_const", const=mode)
    parser.add_argument("--melee", action="store_true")
    distance = parser.add_mutually_exclusive_group()
    distance.add_argument("--near", action="store_true")
    distance.add_argument("--far", action="store_false", dest="near")
    for name in _CIRCUMSTANCES:
        parser.add_argument(f"--{name}", action="store_true")
    parser.add_argument("--markers", type=int, default=0, metavar="N")
    parser.add_argument("--given", action="append", default=[], metavar="RULE")
    parser.add_argument("--given-target", action="append", default=[], metavar="RULE")
    parser.add_argument("--steps", action="store_true")
    parser.add_argument("--coverage", action="store_true")
    parser.add_argument("--system", metavar="ID")
    add_format_option(parser, "csv")


def run(arguments: Namespace, context: Context) -> int:
    """Print the odds of the attacks that the arguments describe."""
    if arguments.coverage:
        return _print_coverage(arguments, context)
    if arguments.system is not None:
        context.library.system(arguments.system)
    if not arguments.subject:
        context.print_message("odds.nobody")
        return ExitCode.ERROR
    subject = find_attackers(arguments.subject, context, arguments.system)
    subject = replace(subject, combatants=_with_extra_rules(arguments.given, subject, context))
    if arguments.against is None:
        _print_field_tables(arguments, context, subject)
        return ExitCode.SUCCESS
    target = find_targets(arguments.against, subject, context)
    combatants = _with_extra_rules(arguments.given_target, target, context)
    if subject.is_whole_list or target.is_whole_list:
        _print_matrix(arguments, context, subject, combatants)
    else:
        _print_duel(arguments, context, subject, combatants[0])
    return ExitCode.SUCCESS


def _with_extra_rules(rules: list[str], subject: Combatants, context: Context) -> tuple[Combatant, ...]:
    return tuple(with_extra_rules(combatant, rules, context, subject.system) for combatant in subject.combatants)


def _build_situations(arguments: Namespace, combatant: Combatant | None = None) -> list[Situation]:
    """Return the attacks that the user asked for; by default charging, and shooting if there is a weapon for it."""
    shoots = combatant is not None and has_weapon_for(combatant, AttackMode.SHOOT)
    usual = [AttackMode.SHOOT, AttackMode.CHARGE] if shoots else [AttackMode.CHARGE]
    flags = {name: getattr(arguments, name) for name in _CIRCUMSTANCES}
    markers = max(0, arguments.markers)
    return [Situation(mode=mode, far=not arguments.near, markers=markers, **flags) for mode in arguments.modes or usual]


def _print_field_tables(arguments: Namespace, context: Context, subject: Combatants) -> None:
    tables = [
        (combatant, situation.mode, target_table(combatant, subject.system, situation))
        for combatant in subject.combatants
        for situation in _build_situations(arguments, combatant)
    ]
    cells = [cell for _, _, rows in tables for row in rows for cell in row]
    if _print_for_programs(arguments, context, cells):
        return
    text = OddsText(context)
    previous: Combatant | None = None
    for combatant, mode, rows in tables:
        values = {"name": combatant.name, "models": combatant.models, "points": combatant.cost}
        title = text.heading(f"{context.translate('odds.title', **values)} ({subject.system.title})")
        _print_lines([*([title] if combatant is not previous else ()), *text.table(mode.value, rows)])
        previous = combatant


def _print_for_programs(arguments: Namespace, context: Context, cells: list[AttackCell]) -> bool:
    """Print attacks as CSV or JSON; return False if the user wants text."""
    if arguments.format == "csv":
        write_stdout(format_csv(cells))
    elif arguments.format == "json":
        print_json([attack_record(cell, context.language) for cell in cells])
    return bool(arguments.format != "text")


def _print_matrix(arguments: Namespace, context: Context, subject: Combatants, targets: tuple[Combatant, ...]) -> None:
    shooters = (combatant for combatant in subject.combatants if has_weapon_for(combatant, AttackMode.SHOOT))
    armed = next(shooters, subject.combatants[0])
    text = OddsText(context)
    all_cells: list[AttackCell] = []
    for situation in _build_situations(arguments, armed):
        cells = attack_matrix(subject.combatants, targets, subject.system, [situation])
        all_cells += cells
        if arguments.format == "text":
            _print_lines(text.matrix(situation.mode.value, cells, targets))
    _print_for_programs(arguments, context, all_cells)


def _print_duel(arguments: Namespace, context: Context, subject: Combatants, target: Combatant) -> None:
    """Print the attacks of one combatant against another."""
    duel = Duel(subject, target, steps=arguments.steps, melee=arguments.melee)
    if arguments.format == "json":
        records = [duel.record(situation, context.language) for situation in _build_situations(arguments)]
        print_json(records[0] if len(records) == 1 else records)
        return
    situations = _build_situations(arguments, subject.combatants[0])
    spells = [] if arguments.modes else duel.spells()
    if arguments.format == "csv":
        write_stdout(format_csv([*map(duel.attack, situations), *spells]))
        return
    text = OddsText(context)
    for situation in situations:
        _print_lines(duel.lines(situation, text))
    for cell in spells:
        _print_lines(text.attack(cell))
    if arguments.melee:
        _print_lines(text.melee(duel.melee(situations[-1]), subject.combatants[0], target))


def _print_coverage(arguments: Namespace, context: Context) -> int:
    """Print how much of each system is calculated exactly."""
    library, text = context.library, OddsText(context)
    system_ids = [arguments.system] if arguments.system else [header.id for header in library.systems()]
    records = []
    for name in system_ids:
        system, total = library.system(name), Coverage()
        for header in library.newest_factions(name):
            total += faction_coverage(library.faction(header.id, name), system)
        if not total.profiles:
            continue
        records.append(coverage_record(name, total))
        if arguments.format != "json":
            _print_lines(text.coverage(system.title, total))
    if arguments.format == "json":
        print_json(records)
    return ExitCode.SUCCESS


def _print_lines(lines: Iterable[str]) -> None:
    for line in lines:
        print_line(line)
    print_line()

"""The command `units`: print the units of a faction; JSON has all that a script needs to build a list."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from listbuilder.cli.context import Context
from listbuilder.cli.streams import ExitCode
from listbuilder.cli.tables import add_format_option, print_json, print_table, sort_rows
from listbuilder.errors import UnknownIdError
from listbuilder.model import Amount, EquipmentCount, Section, System, Unit, group_by_type
from listbuilder.model.notation import format_equipment_count
from listbuilder.rules.unit_labels import option_label, section_label

_COLUMNS = ("id", "name", "size", "quality", "defense", "cost", "rules")


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("faction", metavar="FACTION")
    parser.add_argument("--system", metavar="ID")
    parser.add_argument("--sort", choices=_COLUMNS)
    add_format_option(parser)


def run(arguments: Namespace, context: Context) -> int:
    """Print the units."""
    requested_system = None if arguments.system is None else context.library.system(arguments.system)
    if requested_system is not None:
        known = tuple(header.id for header in context.library.newest_factions(requested_system.id))
        if arguments.faction not in known:
            raise UnknownIdError("faction", arguments.faction, known)
    faction = context.find_faction(arguments.faction, arguments.system)
    system = requested_system or context.library.system(faction.systems[0])
    records = [_unit_record(unit, system, context.language) for unit in faction.units.values()]
    if arguments.format == "json":
        units = sort_rows(records, arguments.sort)
        print_json({"faction": faction.id, "version": faction.version, "units": units})
        return ExitCode.SUCCESS
    rows = [
        {
            **record,
            "quality": f"{unit.quality}+",
            "defense": f"{unit.defense}+",
            "rules": ", ".join(rule.label for rule in unit.rules),
        }
        for unit, record in zip(faction.units.values(), records, strict=True)
    ]
    print_table(context, sort_rows(rows, arguments.sort), _COLUMNS)
    return ExitCode.SUCCESS


def _unit_record(unit: Unit, system: System, language: str) -> dict[str, object]:
    mark = system.distance_mark
    kinds = group_by_type(unit.equipment)
    return {
        "id": unit.id,
        "name": unit.name.to(language),
        "size": unit.size,
        "quality": unit.quality,
        "defense": unit.defense,
        "cost": unit.cost,
        "hero": system.roles.hero in unit.rule_ids,
        "rules": [rule.label for rule in unit.rules],
        "weapons": [format_equipment_count(armed, mark) for armed in kinds.weapons],
        "items": [format_equipment_count(EquipmentCount(count, item), mark) for count, item in kinds.items],
        "sections": [_section_record(section, unit, language, mark) for section in unit.sections],
    }


def _section_record(section: Section, unit: Unit, language: str, mark: str) -> dict[str, object]:
    return {
        "id": section.id,
        "label": section_label(section, language),
        "variant": section.variant.value,
        "affects": _format_amount(section.affects),
        "select": _format_amount(section.select),
        "model": section.per_model,
        "targets": [
            f"{target.count}x {target.name}" if target.count > 1 else target.name for target in section.targets
        ],
        "options": [
            {
                "id": unit.option_reference(section.id, option.id),
                "label": option_label(option, language, mark),
                "cost": option.cost_for(unit.id),
            }
            for option in section.options
        ],
    }


def _format_amount(amount: Amount | None) -> object:
    if amount is None:
        return None
    return {amount.quantifier.value: amount.number} if amount.number else amount.quantifier.value

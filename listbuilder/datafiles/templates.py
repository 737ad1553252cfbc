"""Starter files for factions, systems, lists and events, with comments; all of them pass the checks."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from listbuilder.library.locations import bundled_schema_folder
from listbuilder.model import Faction, System, Unit, slugify

_FACTION_TEMPLATE = """\
# yaml-language-server: $schema={schema}
#
# Your own faction. Edit this file and check it with `listbuilder data check FILE`.
# To use it, put it into your data folder, or name its folder with --data.
format: 1
id: {id}                     # lower-case letters and hyphens; lists use it
systems: [{system}]
version: "1.0"
name: {{en: {name}}}            # with a translation: {{en: …, de: …}}
source: Written by hand

rules:                           # special rules of this faction; the key is the name in lower case, with hyphens
  home-ground:
    name: {{en: Home Ground}}
    "on": unit                   # what has the rule: weapon, model or unit
    text: {{en: Describe here what the rule does.}}
    effects: [{{side: target, defense: 1, when: [shoot]}}]   # what it does to the dice, for the odds; [] if nothing

units:
  - id: captain
    name: {{en: Captain}}
    size: 1
    quality: 4                   # the number in front of the plus
    defense: 4
    cost: 50
{hero}{group}{fields}    weapons: ["Sword (A3)"]      # for each model; A is the number of attacks
    upgrades: [arms]             # the packages below that it may use
  - id: guards
    name: {{en: Guards}}
    size: 5
    quality: 4
    defense: 5
    cost: 75
    rules: [Home Ground]
{fields}    weapons: ["Sword (A1)"]
    items: [{{item: Shield}}]      # an item with rules: "Great Shield (Home Ground)"
    upgrades: [arms]

packages:                        # upgrades; several units can share a package
  arms:
    - id: swap
      replace: [Sword]           # what it replaces; leave this out to add equipment
      affects: all               # all | any | {{exactly: 1}} | {{up_to: 2}}
      options:
        - id: bow
          gain: ['Bow (24", A1)']      # weapons with a range are for shooting
          cost: {{captain: 5, guards: 10}}
        - id: axe
          gain: ["Axe (A2)"]
          cost: 15
"""


_SYSTEM_TEMPLATE = """\
# yaml-language-server: $schema={schema}
#
# Your own game, based on an existing one. Anything that is not set here is the same as in that game, and its factions
# can be played in yours. Edit this file, check it with `listbuilder data check FILE`, and put it into your data folder.
format: 1
id: {id}
based_on: {base}
name: {{en: {name}}}
edition: "1"
short: {short}
citation: {{document: Our own rules}}         # shown as the source of a problem

# More options; uncomment and edit:
# own_factions: true                        # only factions that list this system can be played
# points: {{suggested: [1000]}}
# mixing: forbid                            # several factions in one army: allow, warn or forbid
# force_organisation:
#   limits:
#     heroes: {{per: 500}}                    # 1 hero per full 500 points
#     heavy: {{name: Heavy units, counts: points, of: {{rule: Tough, over: 9}}, percent: 25}}
# fields:                                   # stats besides Quality and Defense; whole numbers
#   - {{id: courage, name: {{en: Courage}}, short: {{en: C}}, default: 7}}
# rules:
#   fearless: {{text: {{en: Our own wording.}}}}      # rewords an existing rule
#   stubborn: {{name: {{en: Stubborn}}, text: {{en: What it does.}}, effects: []}}
"""

_LIST_TEMPLATE = """\
# yaml-language-server: $schema={schema}
#
# Your own list. Check it with `listbuilder validate FILE`, or open it in the builder with `listbuilder FILE`.
# `listbuilder units {faction} --system {system}` shows the available units.
format: 1
name: {name}
system: {system}
points: {points}
books: {{{faction}: {{version: {version}}}}}
units:
  - {{id: a, unit: {faction}/{unit}{upgrades}}}
  # - {{id: b, unit: {faction}/{unit}, name: Second Company, combined: {{upgrades: []}}}}      # a combined unit
  # - {{id: c, unit: {faction}/{hero}, joins: a}}      # a hero attached to unit a
"""


_YAML_WORDS = ("true", "false", "null")
"""Words with a special meaning in YAML."""


def build_starter_faction(system: System, schema: str, name: str = "My Faction") -> str:
    """Return the text of a small faction for a system."""
    hero = system.rules.get(system.roles.hero) if system.roles.hero is not None else None
    fields = ", ".join(f"{field.id}: {field.default or 1}" for field in system.unit_fields)
    return _FACTION_TEMPLATE.format(
        schema=schema,
        id=_format_id(name, "my-faction"),
        name=_quote_name(name),
        system=system.id,
        hero=f"    rules: [{hero.name.en}]\n" if hero is not None else "",
        group=f"    group: {system.unit_groups[0].id}\n" if system.unit_groups else "",
        fields=f"    fields: {{{fields}}}\n" if fields else "",
    )


def build_starter_system(base: System, schema: str, name: str = "My Game") -> str:
    """Return the text of a system that is based on another and changes nothing yet."""
    short = "".join(word[0] for word in name.split() if word[0].isalnum()).upper()[:8] or "MY"
    return _SYSTEM_TEMPLATE.format(
        schema=schema, id=_format_id(name, "my-game"), base=base.id, name=_quote_name(name), short=_quote_name(short)
    )


def build_starter_list(system: System, faction: Faction, schema: str, name: str, points: int | None = None) -> str:
    """Return the text of a list with the first suitable unit of a faction."""
    units = list(faction.units.values())
    first = next((unit for unit in units if _is_starter_unit(unit, system)), units[0])
    hero = next((unit for unit in units if system.roles.hero in unit.rule_ids and not unit.unique), first)
    option = next((option.id for section in first.sections for option in section.options if not section.targets), None)
    return _LIST_TEMPLATE.format(
        schema=schema,
        name=_quote_name(name),
        system=system.id,
        points=points or next(iter(system.suggested_points), 750),
        faction=faction.id,
        version=json.dumps(faction.version, ensure_ascii=False),
        unit=first.id,
        upgrades="" if option is None else f", upgrades: [{option}]",
        hero=hero.id,
    )


def _is_starter_unit(unit: Unit, system: System) -> bool:
    return unit.size > 1 and not unit.unique and not unit.narrative and system.roles.hero not in unit.rule_ids


def _format_id(name: str, otherwise: str) -> str:
    """Return an id for a name, quoted if YAML would not read it as text."""
    result = slugify(name)[:80].strip("-") or otherwise
    return json.dumps(result) if result.isdecimal() or result in _YAML_WORDS else result


def _quote_name(name: str) -> str:
    """Return a name as YAML, quoted unless it is plain words."""
    plain = all(part.isalpha() for part in name.split()) and name.strip() and name.lower() not in _YAML_WORDS
    return name if plain else json.dumps(name, ensure_ascii=False)


_MORE_EVENT_OPTIONS = """
# More options; uncomment and edit:
# factions: [human-empire, dwarves]            # allow only these factions
# banned_units: [human-empire/elemental-titan]
# unit_limits: {human-empire/knights: 2}
# main_faction_percent: 75                     # needs mixing: allow
# limits:
#   share: {most: 525}                         # points limit for a single unit
#   lords: {name: Lords, counts: points, of: {hero: true}, percent: 25}
#   casters: {name: Casters, counts: units, of: {rule: Caster}, most: 2}
# required: [player, name]
# lists: {number: 3, core: 1000}               # 3 lists per player, sharing 1,000 points of units
# teams: {size: 3, factions_once: true}
# scoring: {on_time: 2, each_day_late: -1}      # needs a deadline, e.g. 2026-05-01T20:00+02:00
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventAnswers:
    """An organiser's answers about an event; None or empty means the default of the system."""

    name: str
    system: str
    points: int | None = None
    min_points: int | None = None
    force_org: bool | None = None
    allies: bool | None = None
    main_faction_percent: int | None = None
    """Minimum share of the main faction in percent, if allies are allowed."""
    max_unit_points: int | None = None
    """Maximum points of a single unit."""
    named_characters: bool | None = None
    list_count: int | None = None
    core_points: int | None = None
    """Points of the units that all lists of a player share."""
    team_size: int | None = None
    on_time: int | None = None
    each_day_late: int | None = None
    deadline: str = ""
    shown: str = ""


def format_event(answers: EventAnswers, schema: str) -> str:
    """Return the text of the event file."""
    return "\n".join([*_event_lines(answers, schema), _MORE_EVENT_OPTIONS.strip("\n"), ""])


def _event_lines(answers: EventAnswers, schema: str) -> Iterator[str]:
    yield f"# yaml-language-server: $schema={schema}"
    yield "format: 1"
    yield f"id: {slugify(answers.name)[:80].strip('-') or 'event'}"
    yield f"name: {json.dumps(answers.name, ensure_ascii=False)}"
    yield f"systems: [{answers.system}]"
    mixing = None if answers.allies is None else "allow" if answers.allies else "forbid"
    settings = {
        "points": answers.points,
        "least_points": answers.min_points,
        "force_org": answers.force_org,
        "mixing": mixing,
        "main_faction_percent": answers.main_faction_percent,
        "limits": _format_inline({"share": _format_inline({"most": answers.max_unit_points})}),
        "named_characters": answers.named_characters,
        "lists": _format_inline(
            {"number": answers.list_count, "core": answers.core_points if answers.list_count else None}
        ),
        "teams": _format_inline({"size": answers.team_size, "factions_once": "true" if answers.team_size else None}),
        "deadline": answers.deadline or None,
        "scoring": _format_inline({"on_time": answers.on_time, "each_day_late": answers.each_day_late}),
        "shown": answers.shown or None,
    }
    for key, value in settings.items():
        if value is not None:
            yield f"{key}: {str(value).lower() if isinstance(value, bool) else value}"
    yield ""


def _format_inline(values: Mapping[str, object]) -> str | None:
    """Return the given values as a YAML mapping on one line; None if there are none."""
    pairs = ", ".join(f"{key}: {value}" for key, value in values.items() if value is not None)
    return f"{{{pairs}}}" if pairs else None


_SCHEMA_COMMENT = "# yaml-language-server: $schema="
_MAX_FOLDERS_UP = 6
"""How many folders above a file a schema may be."""


def find_schema_address(kind: str, target: str | None) -> str:
    """Return where the schema of a kind is: in a folder above the file, otherwise the bundled one.

    The path to a schema in a shared folder (`data schema`) is the same on every machine.
    """
    name = f"{kind}.schema.json"
    if target not in (None, "-"):
        file = Path(str(target)).absolute()
        for folder in file.parents[:_MAX_FOLDERS_UP]:
            for schema in (folder / "schemas" / name, folder / name):
                if schema.is_file():
                    return Path(os.path.relpath(schema, file.parent)).as_posix()
    return (bundled_schema_folder() / name).as_uri()


def update_schema_link(text: str, kind: str, target: str | None) -> str:
    """Return the text of a file with its schema link changed to fit the target path."""
    first, line_end, rest = text.partition("\n")
    return (
        f"{_SCHEMA_COMMENT}{find_schema_address(kind, target)}{line_end}{rest}"
        if first.startswith(_SCHEMA_COMMENT)
        else text
    )

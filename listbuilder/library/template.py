"""A faction to begin with: a commented file that passes every check."""

from __future__ import annotations

from listbuilder.model import FactionId, System

_TEMPLATE = """\
# yaml-language-server: $schema={schema}
#
# A faction of your own. Change what is here, check it with `listbuilder data check FILE`,
# and put it into your data folder or name its folder with --data.
format: 1
id: {id}                     # lower case and hyphens; lists refer to it
systems: [{system}]
version: "1.0"
name: {{en: My Faction}}            # add a translation: {{en: My Faction, de: Meine Fraktion}}
source: Written by hand

rules:                           # special rules that only this faction has; the key is the name in lower case
  home-ground:
    name: {{en: Home Ground}}
    "on": unit                   # what carries it: weapon, model or unit
    text: {{en: Describe here what the rule does.}}
    effects: [{{side: target, defense: 1, when: [shoot]}}]   # what it does to the dice, for the odds; [] for nothing

units:
  - id: captain
    name: {{en: Captain}}
    size: 1
    quality: 4                   # the number before the plus
    defense: 4
    cost: 50
{hero}{group}{fields}    weapons: ["Sword (A3)"]      # what each model has: A is its attacks
    upgrades: [arms]             # packages, see below
  - id: guards
    name: {{en: Guards}}
    size: 5
    quality: 4
    defense: 5
    cost: 75
    rules: [Home Ground]
{fields}    weapons: ["Sword (A1)"]
    items: [{{item: Shield}}]      # an item that brings rules: "Great Shield (Home Ground)"
    upgrades: [arms]

packages:                        # upgrades, shared by all units that name them
  arms:
    - id: swap
      replace: [Sword]           # what is given up; leave it out to only add things
      affects: all               # all | any | {{exactly: 1}} | {{up_to: 2}}
      options:
        - id: bow
          gain: ['Bow (24", A1)']      # a range makes it a shooting weapon
          cost: {{captain: 5, guards: 10}}
        - id: axe
          gain: ["Axe (A2)"]
          cost: 15
"""


def starter_faction(system: System, *, id: FactionId | str = "my-faction", schema: str = "faction.schema.json") -> str:  # noqa: A002 - it is the file's word
    """Write the text of a small faction for a system, to be changed at will."""
    hero = system.rules.get(system.roles.hero) if system.roles.hero is not None else None
    fields = ", ".join(f"{field.id}: {field.default or 1}" for field in system.fields)
    return _TEMPLATE.format(
        schema=schema,
        id=id,
        system=system.id,
        hero=f"    rules: [{hero.name.en}]\n" if hero is not None else "",
        group=f"    group: {system.groups[0].id}\n" if system.groups else "",
        fields=f"    fields: {{{fields}}}\n" if fields else "",
    )

"""A faction of the units of a share text that no book has: each block is a unit as it stands, without choices."""

from __future__ import annotations

import hashlib

from listbuilder.importers.army_forge.text_books import TextBooks
from listbuilder.importers.army_forge.text_lines import TextUnit
from listbuilder.importers.army_forge.text_things import Block
from listbuilder.model import Faction, FactionId, Stack, Text, Unit, UnitId, slug
from listbuilder.rules.ratings import merge_rules
from listbuilder.rules.roster import experience_cost


def build_text_faction(blocks: list[tuple[TextUnit, Block]], books: TextBooks) -> Faction:
    """Build a partial faction of blocks."""
    digest = hashlib.sha256(repr(blocks).encode("utf-8", "replace")).hexdigest()
    faction_id = FactionId(f"{slug(books.title) or 'imported'}-{digest[:8]}")
    units = [_unit(number, block, parsed, faction_id, books) for number, (block, parsed) in enumerate(blocks)]
    return Faction(
        id=faction_id,
        name=Text(books.title),
        version=digest[:8],
        sha256=digest,
        systems=(books.system.id,),
        units={unit.id: unit for unit in units},
        partial=True,
    )


def unknown_id(name: str, number: int) -> UnitId:
    """Give the id of a unit that no book has; blocks of one name may differ, so each has its own."""
    return UnitId(f"{slug(name) or 'unit'}-{number + 1}")


def _unit(number: int, block: TextUnit, parsed: Block, faction: FactionId, books: TextBooks) -> Unit:
    rules = merge_rules(parsed.rules, frozenset())
    hero = any(rule.id == books.system.roles.hero for rule in rules)
    return Unit(
        id=unknown_id(block.name, number),
        faction=faction,
        name=Text(block.name),
        size=max(1, block.models),
        quality=block.quality,
        defense=block.defense,
        cost=(block.points or 0) - experience_cost(block.xp, hero, books.system),
        rules=rules,
        equipment=tuple(Stack(count, weapon) for count, weapon in parsed.weapons),
    )

"""A faction of the units of a share text that no book has: each block is a unit as it stands, without choices."""

from __future__ import annotations

from listbuilder.importers.army_forge.text.books import TextBooks
from listbuilder.importers.army_forge.text.lines import TextUnit
from listbuilder.importers.army_forge.text.things import UnitBlock
from listbuilder.importers.partial import digest_of, unnamed_book
from listbuilder.library.glossary import Glossary
from listbuilder.model import RuleRef, UnitId, slug
from listbuilder.model.notation import format_weapon
from listbuilder.rules.roster import experience_cost
from listbuilder.rules.special_rules import unite_rules


def format_text_faction(
    blocks: list[tuple[TextUnit, UnitBlock]], books: TextBooks, glossary: Glossary
) -> dict[str, object]:
    """Write a faction of blocks, as a faction file does."""
    units = [_unit(number, block, parsed, books) for number, (block, parsed) in enumerate(blocks)]
    digest = digest_of(units)[:8]
    rules = _own_rules([parsed for _, parsed in blocks], glossary)
    return {
        "format": 1,
        "id": f"{slug(books.title)[:40] or 'unknown-book'}-{digest}",
        "systems": [books.system.id],
        "version": digest,
        "name": books.title[:80] or unnamed_book(),
        **({"rules": rules} if rules else {}),
        "units": units,
    }


def unknown_id(name: str, number: int) -> UnitId:
    """Give the id of a unit that no book has; blocks of one name may differ, so each has its own."""
    return UnitId(f"{slug(name)[:60] or 'unit'}-{number + 1}")


def _unit(number: int, block: TextUnit, parsed: UnitBlock, books: TextBooks) -> dict[str, object]:
    rules = unite_rules(parsed.rules)
    hero = any(rule.id == books.system.roles.hero for rule in rules)
    unit: dict[str, object] = {
        "id": unknown_id(block.name, number),
        "name": block.name[:80] or "?",
        "size": max(1, block.models),
        "quality": block.quality,
        "defense": block.defense,
        "cost": max(0, (block.points or 0) - experience_cost(block.xp, hero, books.system)),
        "rules": [rule.label for rule in rules],
        "weapons": [{"weapon": format_weapon(weapon), "total": count} for count, weapon in parsed.weapons],
    }
    return {key: value for key, value in unit.items() if value != []}


def _own_rules(blocks: list[UnitBlock], glossary: Glossary) -> dict[str, object]:
    """Write entries for the rules that no glossary knows: their names, and whether they take a number."""
    own: dict[str, object] = {}
    for block in blocks:
        for rule in block.rules:
            _note(rule, "model", glossary, own)
        for _, weapon in block.weapons:
            for rule in weapon.rules:
                _note(rule, "weapon", glossary, own)
    return dict(sorted(own.items()))


def _note(rule: RuleRef, bearer: str, glossary: Glossary, own: dict[str, object]) -> None:
    if rule.id and glossary.find(rule.name) is None:
        takes = {} if rule.rating is None else {"takes": "number" if isinstance(rule.rating, int) else "text"}
        own.setdefault(rule.id, {"name": rule.name, "on": bearer, **takes})

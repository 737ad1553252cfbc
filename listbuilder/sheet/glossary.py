"""The rules and spells a list needs explained: each once, and no others."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence

from listbuilder.i18n import translate
from listbuilder.model import Faction, FactionId, Roster, RosterEntry, RuleId, RuleRef
from listbuilder.sheet.equipment import merged_rules
from listbuilder.sheet.lexicon import Lexicon
from listbuilder.sheet.model import GlossaryRow, SpellBook, SpellRow
from listbuilder.sheet.options import PrintOptions
from listbuilder.sheet.plain import plain_line, plain_note


def build_spells(roster: Roster, lexicon: Lexicon, options: PrintOptions) -> tuple[SpellBook, ...]:
    """List the spells of every faction that has a caster in the list."""
    books = []
    for faction in _casting(roster, options):
        rows = tuple(
            SpellRow(
                plain_line(spell.name.to(lexicon.language)),
                str(spell.cost),
                plain_note(spell.text.to(lexicon.language)) if options.with_texts else "",
            )
            for spell in faction.spells
        )
        if rows:
            books.append(SpellBook(plain_line(faction.name.to(lexicon.language)), rows))
    return tuple(books)


def build_glossary(roster: Roster, lexicon: Lexicon, options: PrintOptions) -> tuple[GlossaryRow, ...]:
    """Explain exactly the rules in use and those their texts lean on, by the alphabet; empty where texts are off."""
    if not options.with_texts:
        return ()
    used: dict[tuple[str, str], GlossaryRow] = {}
    found = _rules_in_use(roster, lexicon, options)
    for faction, rule in found:
        row = _row(
            faction, rule, [ref for (_, other), borne in found.items() if other == rule for ref in borne], lexicon
        )
        used.setdefault((row.label, row.text), row)
    return tuple(sorted(used.values(), key=lambda row: (_sort_key(row.label), row.text)))


def has_foreign_texts(roster: Roster, lexicon: Lexicon, options: PrintOptions) -> bool:
    """Tell whether a rule or a spell of the sheet is explained in English because there is no text in the language."""
    if not options.with_texts:
        return False
    rules = (lexicon.find(faction, rule) for faction, rule in _rules_in_use(roster, lexicon, options))
    texts = [rule.text for rule in rules if rule is not None]
    texts += [spell.text for book in _casting(roster, options) for spell in book.spells]
    return any(text.en and lexicon.language not in text.languages() for text in texts)


def _casting(roster: Roster, options: PrintOptions) -> Iterator[Faction]:
    caster = roster.system.roles.caster
    seen: set[FactionId] = set()
    for entry in roster.entries:
        faction = roster.factions.get(entry.unit.faction)
        if faction is not None and faction.id not in seen and _casts(entry, caster, options):
            seen.add(faction.id)
            yield faction


def _casts(entry: RosterEntry, caster: RuleId | None, options: PrintOptions) -> bool:
    if caster is None:
        return False
    return caster in entry.unit.rule_ids if options.public else any(half.has(caster) for half in entry.halves)


def _rules_in_use(
    roster: Roster, lexicon: Lexicon, options: PrintOptions
) -> Mapping[tuple[FactionId, RuleId], tuple[RuleRef, ...]]:
    """Gather the rules of units, weapons and items, and what texts and spells lean on, however deep."""
    found: dict[tuple[FactionId, RuleId], tuple[RuleRef, ...]] = {}
    for entry in roster.entries:
        faction = entry.unit.faction
        for rule in entry.unit.rules if options.public else _borne(entry):
            found[faction, rule.id] = (*found.get((faction, rule.id), ()), rule)
    wanted: dict[FactionId, set[RuleId]] = {}
    for faction, rule_id in found:
        wanted.setdefault(faction, set()).add(rule_id)
    for book in _casting(roster, options):
        wanted[book.id].update(rule for spell in book.spells for rule in spell.mentions if lexicon.find(book.id, rule))
    for faction, rules in wanted.items():
        for rule_id in (*rules, *lexicon.leaning(faction, rules)):
            found.setdefault((faction, rule_id), ())
    return found


def _borne(entry: RosterEntry) -> Iterator[RuleRef]:
    yield from merged_rules(entry)
    for half in entry.halves:
        for carried in half.weapons:
            yield from carried.weapon.rules


def _row(faction: FactionId, rule_id: RuleId, borne: Sequence[RuleRef], lexicon: Lexicon) -> GlossaryRow:
    known = lexicon.find(faction, rule_id)
    command = rule_id in lexicon.system.command_group.rules
    missing = translate(lexicon.language, "sheet.no-text")
    if known is None:
        return GlossaryRow(rule_id, plain_line(borne[0].name), missing, command=command)
    remark = known.correction.to(lexicon.language) if known.correction is not None else ""
    rating = _only_rating(borne)
    leans_on = lexicon.leaning(faction, (rule_id,))
    text = plain_note(known.explain(lexicon.language, rating)) or missing
    return GlossaryRow(
        rule_id, plain_line(known.label(lexicon.language, rating)), text, plain_note(remark), command, leans_on
    )


def _only_rating(borne: Sequence[RuleRef]) -> int | None:
    """Give the rating where all who bear the rule have the same number."""
    ratings = {rule.rating for rule in borne}
    rating = ratings.pop() if len(ratings) == 1 else None
    return rating if isinstance(rating, int) else None


def _sort_key(label: str) -> str:
    """Sort as a dictionary does: ä beside a, capitals beside small letters."""
    return unicodedata.normalize("NFKD", label).encode("ascii", "ignore").decode().casefold()

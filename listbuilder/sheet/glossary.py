"""The rules and spells a list needs explained: each once, and no others."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

from listbuilder.i18n import translate
from listbuilder.model import Faction, FactionId, Roster, RosterEntry, RuleId, RuleRef
from listbuilder.model.glossary import Rule
from listbuilder.sheet.equipment import merged_rules
from listbuilder.sheet.lexicon import Lexicon
from listbuilder.sheet.model import GlossaryRow, SpellBook, SpellRow
from listbuilder.sheet.options import PrintOptions
from listbuilder.sheet.plain import plain_line, plain_note

_WORD = re.compile(r"\w+")


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
    """Explain exactly the rules in use, in alphabetical order; empty where texts are off."""
    if not options.with_texts:
        return ()
    used: dict[tuple[str, str], GlossaryRow] = {}
    for faction, rule in _rules_in_use(roster, lexicon, options):
        row = _row(faction, rule, lexicon)
        used.setdefault((row.label, row.text), row)
    return tuple(sorted(used.values(), key=lambda row: (_sort_key(row.label), row.text)))


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


def _rules_in_use(roster: Roster, lexicon: Lexicon, options: PrintOptions) -> Iterator[tuple[FactionId, RuleRef]]:
    """Name the rules of units, weapons and items, those their names are made of, and those that spells speak of."""
    for entry in roster.entries:
        faction = entry.unit.faction
        for rule in entry.unit.rules if options.public else _borne(entry):
            yield faction, rule
            known = lexicon.find(faction, rule.id)
            if known is not None:
                yield from ((faction, part) for part in _parts(known, faction, lexicon))
    for book in _casting(roster, options):
        texts = " ".join(spell.text.to(lexicon.language) for spell in book.spells)
        yield from ((book.id, _reference(rule)) for rule in _mentioned(texts, _known(book.id, lexicon), lexicon))


def _borne(entry: RosterEntry) -> Iterator[RuleRef]:
    yield from merged_rules(entry)
    for half in entry.halves:
        for carried in half.weapons:
            yield from carried.weapon.rules
        for gear in half.items:
            yield from gear.item.rules


def _parts(rule: Rule, faction: FactionId, lexicon: Lexicon) -> Iterator[RuleRef]:
    """Name the rule that another grants by its very name: "Furious Aura" cannot be read without Furious."""
    words = rule.name.en.split()
    for end in range(len(words) - 1, 0, -1):
        inner = lexicon.find(faction, RuleId("-".join(words[:end]).lower()))
        if inner is not None and _says(rule.text.en, inner.name.en):
            yield _reference(inner)
            return


def _known(faction: FactionId, lexicon: Lexicon) -> Iterable[Rule]:
    book = lexicon.factions.get(faction)
    return {**lexicon.system.rules, **(book.rules if book is not None else {})}.values()


def _mentioned(texts: str, rules: Iterable[Rule], lexicon: Lexicon) -> Iterator[Rule]:
    """Find the rules whose names stand in a text; a name inside a longer rule's name there does not count."""
    words = set(_WORD.findall(texts))
    names = [(rule.name.to(lexicon.language), rule) for rule in rules]
    found = [(name, rule) for name, rule in names if words.issuperset(_WORD.findall(name))]
    for name, rule in sorted(found, key=lambda pair: -len(pair[0])):
        if _says(texts, name):
            texts = re.sub(_bounded(name), " ", texts)
            yield rule


def _says(text: str, name: str) -> bool:
    return re.search(_bounded(name), text) is not None


def _bounded(name: str) -> str:
    return rf"(?<!\w){re.escape(name)}(?!\w)"


def _reference(rule: Rule) -> RuleRef:
    return RuleRef(rule.id, rule.name.en)


def _row(faction: FactionId, rule: RuleRef, lexicon: Lexicon) -> GlossaryRow:
    known = lexicon.find(faction, rule.id)
    command = rule.id in lexicon.system.command_group.rules
    missing = translate(lexicon.language, "sheet.no-text")
    if known is None:
        return GlossaryRow(rule.id, plain_line(rule.name), missing, command=command)
    remark = known.correction.to(lexicon.language) if known.correction is not None else ""
    text = plain_note(known.text.to(lexicon.language)) or missing
    return GlossaryRow(rule.id, plain_line(known.label(lexicon.language)), text, plain_note(remark), command)


def _sort_key(label: str) -> str:
    """Sort as a dictionary does: ä beside a, capitals beside small letters."""
    return unicodedata.normalize("NFKD", label).encode("ascii", "ignore").decode().casefold()

"""Labels of sections and options, and of units and books that are not installed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from listbuilder.i18n import has_sentence, translate
from listbuilder.model import (
    Amount,
    ArmyList,
    BookPin,
    Entry,
    FactionId,
    Option,
    Quantifier,
    Roster,
    Section,
    Upgrade,
    Variant,
    split_unit_ref,
)
from listbuilder.model.notation import format_equipment_count
from listbuilder.textutil.fuzzy import find_closest


def section_label(section: Section, language: str) -> str:
    """Return the heading of a section: "Replace all Hand Weapons", "Upgrade up to three models with one"."""
    if section.label is not None:
        return section.label.to(language)
    number = section.affects.number if section.affects is not None else 1
    targets = translate(language, "list.and").join(
        f"{target.count}x {target.to(language)}" if target.count > 1 else target.to(language)
        for target in section.targets
    )
    values = {"n": number, "number": number_word(number, language), "targets": targets}
    amount = _amount_key(section.affects)
    if section.variant is Variant.ATTACHMENT:
        return translate(language, "section.attachment.model" if section.per_model else "section.attachment", **values)
    if section.variant is Variant.REPLACE:
        per_model = f"{'one' if amount == 'one' else 'plain'}.model"
        return translate(language, f"section.replace.{per_model if section.per_model else amount}", **values)
    heading = translate(language, f"section.upgrade.{amount}{'.targets' if section.targets else ''}", **values)
    selected = number_word(section.select.number if section.select is not None else 1, language)
    return heading + translate(language, f"section.select.{_amount_key(section.select)}", number=selected)


@dataclass(frozen=True, slots=True)
class SectionHeading:
    """The heading of a section as a message argument."""

    section: Section

    def to(self, language: str) -> str:
        """Return the heading in a language."""
        return section_label(self.section, language)

    def __str__(self) -> str:
        return self.to("en")


def option_label(option: Option, language: str, distance_mark: str = '"') -> str:
    """Return the full label of an option: its gains with profiles."""
    if option.label is not None:
        return option.label.to(language)
    return ", ".join(format_equipment_count(gain, distance_mark) for gain in option.gains)


def number_word(number: int, language: str) -> str:
    """Return a small number as a word and others as digits."""
    key = f"number.{number}"
    return translate(language, key) if has_sentence(language, key) else str(number)


def _amount_key(amount: Amount | None) -> str:
    if amount is None:
        return "plain"
    if amount.quantifier is Quantifier.EXACTLY and amount.number == 1:
        return "one"
    return amount.quantifier.value


def option_name(option: Option) -> object:
    """Return the short name of an option: its label or the names of its gains."""
    if option.label is not None:
        return option.label
    return tuple(option.gain_names) or tuple(gain.equipment.name for gain in option.gains)


def gained_keys(option: Option) -> set[str]:
    """Return the keys of weapons and items that an option gives, which targets of sections can match."""
    return {gear.key for gain in option.gains for gear in gain.equipment.all_gear}


@dataclass(frozen=True, slots=True)
class UnresolvedUnit:
    """A unit that no installed book has, as a message argument."""

    id: str
    name: str | None = None

    def to(self, language: str) -> str:
        """Return its name, or `unknown unit (ZLsGVby)`."""
        return self.name or translate(language, "unknown.unit", id=self.id or "?")

    def __str__(self) -> str:
        return self.to("en")


@dataclass(frozen=True, slots=True)
class MissingBook:
    """A book that is not installed, as a message argument."""

    id: str
    name: str | None = None
    version: str = ""

    def __str__(self) -> str:
        return f"{self.name or self.id} {self.version}".rstrip()

    def title(self, language: str) -> str:
        """Return name and version, or `unknown book (7oi8zeiq)`."""
        return str(self) if self.name else translate(language, "unknown.book", id=self)


def unresolved_unit(entry: Entry) -> UnresolvedUnit:
    """Return the message argument for an entry whose unit is unknown."""
    return UnresolvedUnit(split_unit_ref(entry.unit)[1] or entry.id, entry.name or entry.called)


def missing_book(army: ArmyList, faction: FactionId) -> MissingBook:
    """Return the message argument for a book that is not installed."""
    pin = army.books.get(faction, BookPin(""))
    return MissingBook(faction, pin.name, pin.version)


def missing_books(roster: Roster) -> tuple[MissingBook, ...]:
    """Return the books of unresolved entries that are not installed, in the order of the list."""
    ids = dict.fromkeys(split_unit_ref(entry.unit)[0] for entry in roster.unresolved)
    return tuple(missing_book(roster.army, faction) for faction in ids if faction and faction not in roster.factions)


def suggest_faction(army: ArmyList, faction: FactionId, known: Iterable[FactionId]) -> FactionId | None:
    """Return a known faction with a similar id, or None. A pinned id is not a typing mistake."""
    if not faction or faction in army.books:
        return None
    similar = find_closest(faction, known)
    return FactionId(similar) if similar is not None else None


def unresolved_title(entry: Entry, language: str) -> str:
    """Return the title of an entry whose unit is unknown."""
    return entry.name or entry.called or translate(language, "unknown.title")


def unresolved_label(entry: Entry, roster: Roster, language: str) -> str:
    """Return unit and book of an entry whose unit is unknown, with the unit id if it has no name."""
    faction, unit = split_unit_ref(entry.unit)
    known = roster.factions.get(faction)
    book = known.name.to(language) if known is not None else missing_book(roster.army, faction).title(language)
    missing = translate(language, "sheet.unknown")
    parts = (
        entry.called if entry.name else "",
        book if faction else "",
        missing if entry.called else f"{missing} ({unit})",
    )
    return ", ".join(part for part in parts if part)


def unresolved_upgrade_label(upgrade: Upgrade, language: str) -> str:
    """Return the label of an upgrade of an unknown unit: the name in the file, or the id."""
    return translate(language, "unknown.upgrade", id=upgrade.option) if "/" in upgrade.option else upgrade.option

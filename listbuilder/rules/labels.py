"""Headings and labels, composed from the parts in the reader's language.

Names where no book is at hand: those that the list itself has, else plainly that it is unknown, with the id.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from listbuilder.i18n import has, translate
from listbuilder.model import (
    Amount,
    ArmyList,
    Book,
    Entry,
    Extent,
    FactionId,
    Option,
    Pick,
    Roster,
    Section,
    Variant,
    split_ref,
)
from listbuilder.model.notation import format_stack
from listbuilder.textutil.fuzzy import closest


def section_label(section: Section, language: str) -> str:
    """Write a section's heading: "Replace all Hand Weapons", "Upgrade up to three models with one"."""
    if section.label is not None:
        return section.label.to(language)
    number = section.affects.number if section.affects is not None else 1
    values = {"n": number, "number": number_word(number, language), "targets": _targets(section, language)}
    heading = translate(language, _heading_key(section), **values)
    if section.variant is Variant.UPGRADE:
        chosen = f"section.select.{_shape(section.select)}"
        many = section.select.number if section.select is not None else 1
        heading += translate(language, chosen, number=number_word(many, language))
    return heading


def _heading_key(section: Section) -> str:
    shape = _shape(section.affects)
    if section.variant is Variant.ATTACHMENT:
        return "section.attachment.model" if section.model else "section.attachment"
    if section.variant is Variant.REPLACE:
        return (
            f"section.replace.{'one' if shape == 'one' else 'plain'}.model"
            if section.model
            else f"section.replace.{shape}"
        )
    return f"section.upgrade.{shape}.targets" if section.targets else f"section.upgrade.{shape}"


@dataclass(frozen=True, slots=True)
class Heading:
    """A section as a message names it, in the language of its reader."""

    section: Section

    def to(self, language: str) -> str:
        """Write the heading in a language."""
        return section_label(self.section, language)

    def __str__(self) -> str:
        return self.to("en")


def option_label(option: Option, language: str, mark: str = '"') -> str:
    """Write an option in full: everything it gains, with profiles."""
    if option.label is not None:
        return option.label.to(language)
    return ", ".join(format_stack(stack, mark) for stack in option.gains)


def number_word(number: int, language: str) -> str:
    """Write a small number as a word, a larger one in figures."""
    key = f"number.{number}"
    return translate(language, key) if has(language, key) else str(number)


def _shape(amount: Amount | None) -> str:
    if amount is None:
        return "plain"
    if amount.reach is Extent.EXACTLY and amount.number == 1:
        return "one"
    return amount.reach.value


def _targets(section: Section, language: str) -> str:
    named = [(target.count, target.to(language)) for target in section.targets]
    names = [f"{count}x {name}" if count > 1 else name for count, name in named]
    return translate(language, "list.and").join(names)


def option_name(option: Option) -> object:
    """Name an option briefly: its label, or what it gains."""
    if option.label is not None:
        return option.label
    return tuple(option.names) or tuple(stack.thing.name for stack in option.gains)


def gained_keys(option: Option) -> set[str]:
    """Give the names under which sections can ask for what an option brings."""
    return {gear.key for stack in option.gains for gear in stack.thing.gear}


@dataclass(frozen=True, slots=True)
class UnknownUnit:
    """A unit that no data has, as a sentence names it."""

    id: str
    called: str | None = None

    def to(self, language: str) -> str:
        """Write it in a language: its name, or `unknown unit (ZLsGVby)`."""
        return self.called or translate(language, "unknown.unit", id=self.id or "?")

    def __str__(self) -> str:
        return self.to("en")


@dataclass(frozen=True, slots=True)
class UnknownBook:
    """A book that is not at hand, as a sentence names it."""

    id: str
    name: str | None = None
    version: str = ""

    def __str__(self) -> str:
        return f"{self.name or self.id} {self.version}".rstrip()

    def title(self, language: str) -> str:
        """Write it where nothing else says that it is a book: name and version, or `unknown book (7oi8zeiq)`."""
        return str(self) if self.name else translate(language, "unknown.book", id=self)


def unknown_unit(entry: Entry) -> UnknownUnit:
    """Name the unit of an entry that could not be worked out; the player's own name for it says most."""
    return UnknownUnit(split_ref(entry.unit)[1] or entry.id, entry.name or entry.called)


def unknown_book(army: ArmyList, wanted: FactionId) -> UnknownBook:
    """Name a book that a list uses and that is not at hand."""
    pin = army.books.get(wanted, Book(""))
    return UnknownBook(wanted, pin.name, pin.version)


def missing_books(roster: Roster) -> tuple[UnknownBook, ...]:
    """Name the books that entries are of and that are not at hand, in the order of the list."""
    named = dict.fromkeys(split_ref(entry.unit)[0] for entry in roster.unresolved)
    return tuple(unknown_book(roster.army, name) for name in named if name and name not in roster.factions)


def meant_faction(army: ArmyList, wanted: FactionId, known: Iterable[FactionId]) -> FactionId | None:
    """Give the faction that a missing one is written nearly like; one that is pinned was named by a program."""
    if not wanted or wanted in army.books:
        return None
    near = closest(wanted, known)
    return FactionId(near) if near is not None else None


def unknown_title(entry: Entry, language: str) -> str:
    """Head an entry whose unit is not known."""
    return entry.name or entry.called or translate(language, "unknown.title")


def unknown_remark(entry: Entry, roster: Roster, language: str) -> str:
    """Say in small print what an entry would be: its unit, its book, and the unit's id where it has no name."""
    faction, unit = split_ref(entry.unit)
    known = roster.factions.get(faction)
    book = known.name.to(language) if known is not None else unknown_book(roster.army, faction).title(language)
    missing = translate(language, "sheet.unknown")
    parts = (
        entry.called if entry.name else "",
        book if faction else "",
        missing if entry.called else f"{missing} ({unit})",
    )
    return ", ".join(part for part in parts if part)


def unknown_pick(pick: Pick, language: str) -> str:
    """Name a pick of a unit that is not known: as the file does; two ids are no name."""
    return translate(language, "unknown.upgrade", id=pick.option) if "/" in pick.option else pick.option

"""Headings and labels, composed from the parts in the reader's language."""

from __future__ import annotations

from dataclasses import dataclass

from listbuilder.i18n import has, translate
from listbuilder.model import Amount, Extent, Option, Section, Variant
from listbuilder.model.notation import format_stack


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

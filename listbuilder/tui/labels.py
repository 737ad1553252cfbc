"""Short texts and marks that several screens share."""

from __future__ import annotations

from listbuilder.diagnostics import Severity, Verdict
from listbuilder.i18n import format_number, translate
from listbuilder.model import EquipmentCount, FactionId, Item, Option, RosterEntry, RuleRef, match_equipment
from listbuilder.rules.edits import HistoryStep
from listbuilder.sheet.rules_glossary import RuleLabeller
from listbuilder.textutil.sanitize import format_count, sanitize_line
from listbuilder.tui.widgets.row import Part

SEVERITY_MARKS = {
    Severity.ERROR: Part("!", "bad"),
    Severity.UNCHECKED: Part("~", "warn"),
    Severity.WARNING: Part("?", "warn"),
    Severity.NOTE: Part("·", "dim"),
}
VERDICT_MARKS = {
    Verdict.LEGAL: Part("✔", "good"),
    Verdict.ILLEGAL: Part("✗", "bad"),
    Verdict.UNCHECKED: Part("~", "warn"),
    Verdict.UNREADABLE: Part("!", "bad"),
}
EMPTY_LIST_MARK = Part("·", "dim")
NO_MARK = Part(" ")
HERO_MARK = "★"


def verdict_parts(verdict: Verdict, language: str, *, empty: bool = False) -> tuple[Part, Part]:
    """Return the mark and the word of a verdict; a list without units is shown as empty."""
    mark, name = (EMPTY_LIST_MARK, "empty") if empty else (VERDICT_MARKS[verdict], verdict.value)
    return mark, Part(translate(language, f"verdict.{name}"), mark.role)


def entry_title(entry: RosterEntry, language: str) -> str:
    """Return the player's name for an entry, or the name of the unit."""
    return sanitize_line(entry.entry.name or entry.unit.name.to(language))


def numbered_title(entry: RosterEntry, language: str) -> str:
    """Return the title of an entry, with its number if several entries have the same title."""
    title = entry_title(entry, language)
    return translate(language, "unit.number", unit=title, number=entry.copy_number) if entry.copy_number else title


def step_name(step: HistoryStep, language: str, limit: int = 120) -> str:
    """Return the name of a step of the history."""
    return sanitize_line(translate(language, step.label, subject=step.subject), limit)


def format_price(points: int, language: str) -> str:
    """Format the points that something adds."""
    if points > 0:
        return f"+{format_number(language, points)}"
    return f"-{format_number(language, -points)}" if points < 0 else translate(language, "tui.free")


def format_option(lexicon: RuleLabeller, faction: FactionId, option: Option) -> str:
    """Return an option with the profiles of everything it gives."""
    if option.label is not None:
        return sanitize_line(option.label.to(lexicon.language))
    return ", ".join(format_equipment(lexicon, faction, stack) for stack in option.gains)


def option_rules(option: Option) -> tuple[RuleRef, ...]:
    """Return every special rule that an option gives, on units, items and weapons."""
    return tuple(dict.fromkeys(rule for stack in option.gains for rule in stack.equipment.all_rules))


def format_rule(lexicon: RuleLabeller, faction: FactionId, rule: RuleRef, rating: int | str | None) -> str:
    """Return a special rule and its short text in one line; `rating` is the bearer's rating."""
    known, language = lexicon.find_rule(faction, rule.id), lexicon.language
    text = known.explain(language, rating) if known is not None else translate(language, "sheet.no-text")
    return f"{lexicon.rule_label(faction, rule).text}: {sanitize_line(text, 600)}"


def format_equipment(lexicon: RuleLabeller, faction: FactionId, stack: EquipmentCount) -> str:
    """Return the count, name and profile of equipment."""
    text = match_equipment(
        stack.equipment,
        rule=lambda rule: lexicon.rule_label(faction, rule).text,
        weapon=lambda weapon: lexicon.weapon_profile(faction, weapon),
        item=lambda item: _item_text(lexicon, faction, item),
    )
    return format_count(stack.count, text)


def _item_text(lexicon: RuleLabeller, faction: FactionId, item: Item) -> str:
    contents = [label.text for label in lexicon.rule_labels(faction, item.rules)]
    contents += [format_count(armed.count, lexicon.weapon_profile(faction, armed.equipment)) for armed in item.weapons]
    name = lexicon.translate_name(faction, item.name)
    return f"{name} ({', '.join(contents)})" if contents else name

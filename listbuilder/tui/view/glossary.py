"""Rules to look up: how the game is played, the rules of a system and of factions, spells and the command group."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from listbuilder.i18n import translate
from listbuilder.model import Faction, Rule, Spell, System
from listbuilder.sheet.build import build_reference
from listbuilder.textutil.sanitize import plain_line
from listbuilder.tui.view.row import BLANK, Row, heading, info, row

Explained = tuple[str, str, str]
"""A key, a label and a text."""


def explained(system: System, factions: Sequence[Faction], language: str) -> list[tuple[str, list[Explained]]]:
    """Collect everything that can be looked up, by heading: the game in the order of play, the rest by the alphabet."""
    command = [rule for rule in system.rules.values() if rule.id in system.command_group.rules]
    others = [rule for rule in system.rules.values() if rule.id not in system.command_group.rules]
    found = [(translate(language, "sheet.word.reference"), _chapters(system, language))]
    found.append((translate(language, "sheet.word.command"), _rules(command, language, "command")))
    for book in factions:
        name = plain_line(book.name.to(language))
        spells = [_spell(spell, language, book.id) for spell in book.spells]
        found.append((f"{name} · {translate(language, 'sheet.word.spells')}", spells))
        found.append(
            (f"{name} · {translate(language, 'sheet.word.rules')}", _rules(book.rules.values(), language, book.id))
        )
    found.append((plain_line(f"{system.name.to(language)} {system.edition}"), _rules(others, language, system.id)))
    return [(title, rows) for title, rows in found if rows]


def glossary_rows(parts: Sequence[tuple[str, list[Explained]]], language: str, search: str) -> list[Row]:
    """List what matches: in the name first, else in the text."""
    rows = _matching(parts, search, 1) or _matching(parts, search, 2)
    return rows or [info(translate(language, "tui.nothing-found"), "dim")]


def _matching(parts: Sequence[tuple[str, list[Explained]]], search: str, place: int) -> list[Row]:
    words = search.casefold().split()
    rows: list[Row] = []
    for title, entries in parts:
        shown = [entry for entry in entries if all(word in entry[place].casefold() for word in words)]
        if shown:
            rows += [*([BLANK] if rows else []), heading(title.upper())]
            rows += [row(key, label) for key, label, _ in shown]
    return rows


def text_rows(parts: Sequence[tuple[str, list[Explained]]], key: str | None, language: str) -> list[Row]:
    """Show one entry in full."""
    for _, entries in parts:
        for name, label, text in entries:
            if name == key:
                lines = (text or translate(language, "sheet.no-text")).split("\n")
                return [row("name", label, (), "accent", pickable=False), *_spaced(lines)]
    return []


def _spaced(lines: Sequence[str]) -> Iterator[Row]:
    for line in lines:
        yield BLANK
        yield info(line)


def _chapters(system: System, language: str) -> list[Explained]:
    return [
        (f"chapter:{passage.id}", passage.title, "\n".join(passage.points))
        for passage in build_reference(system, language)
    ]


def _rules(rules: Iterable[Rule], language: str, where: str) -> list[Explained]:
    found = [
        (f"{where}:{rule.id}", plain_line(rule.label(language)), plain_line(_text(rule, language), 600))
        for rule in rules
    ]
    return sorted(found, key=lambda entry: entry[1].casefold())


def _text(rule: Rule, language: str) -> str:
    remark = f" ({rule.correction.to(language)})" if rule.correction is not None else ""
    return rule.text.to(language) + remark


def _spell(spell: Spell, language: str, where: str) -> Explained:
    label = f"{plain_line(spell.name.to(language))} ({spell.cost})"
    return f"{where}:spell:{spell.id}", label, plain_line(spell.text.to(language), 600)

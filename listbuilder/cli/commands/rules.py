"""The command `rules`: print the quick reference of a system, a chapter of it, or a special rule."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from listbuilder.cli.context import Context
from listbuilder.cli.streams import ExitCode, print_line, write_stdout
from listbuilder.cli.tables import add_format_option, print_json
from listbuilder.errors import UnknownIdError, UnreadableError
from listbuilder.exporters.markdown import chapter_blocks, escape_markdown
from listbuilder.exporters.plain_text import chapter_lines
from listbuilder.i18n import translate
from listbuilder.model import Chapter, Rule, System
from listbuilder.rules.rule_ratings import (
    GlossaryMatch,
    find_glossary_entries,
    glossary_entries,
    glossary_names,
    match_names,
)
from listbuilder.sheet.build import build_chapters
from listbuilder.sheet.model import ReferenceChapter
from listbuilder.textutil.sanitize import sanitize_line, sanitize_note
from listbuilder.textutil.text_width import wrap

ArmyRules: TypeAlias = Mapping[Rule, Sequence[str]]
"""Rules of army books, with the names of the armies that have them."""


class Topic(NamedTuple):
    """A passage to print, and whether it is a chapter or a rule."""

    kind: str
    passage: ReferenceChapter


_MAX_MATCHES = 4
"""If more rules match, only their names are printed."""


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("system", metavar="SYSTEM")
    parser.add_argument("name", nargs="*", metavar="NAME")
    add_format_option(parser, "md")


def run(arguments: Namespace, context: Context) -> int:
    """Print the whole reference, or the rules that match the name."""
    system = context.library.system(arguments.system)
    query = " ".join(arguments.name)
    topics = _look_up(system, query, context) if query else _chapters(system.reference.values(), context.language)
    if arguments.format == "json":
        parts = [
            {"kind": kind, "id": passage.id, "title": passage.title, "points": list(passage.points)}
            for kind, passage in topics
        ]
        name = system.name.to(context.language)
        print_json({"system": system.id, "name": name, "version": system.edition, "parts": parts})
        return ExitCode.SUCCESS
    passages = [topic.passage for topic in topics]
    word = context.translate("sheet.word.reference")
    name = f"{sanitize_line(system.name.to(context.language))} {sanitize_line(system.edition)}"
    title = "" if query else f"{name}: {word}"
    if arguments.format == "md":
        ends = ([[f"# {escape_markdown(title)}"]], [[context.translate("sheet.own-words")]]) if title else ([], [])
        blocks = [*ends[0], *chapter_blocks(passages, "##"), *ends[1]]
        write_stdout("\n\n".join("\n".join(block) for block in blocks) + "\n")
    else:
        width = context.terminal.width
        _, *lines = chapter_lines(passages, width) if passages else [""]
        if title:
            lines = [*wrap(title, width), "", *lines, "", *wrap(context.translate("sheet.own-words"), width)]
        print_line(context.terminal.sanitize("\n".join(lines)))
    return ExitCode.SUCCESS


def _look_up(system: System, query: str, context: Context) -> tuple[Topic, ...]:
    """Return the topics that match a name in the system or in its army books; raise UnknownIdError if too many do."""
    armies: dict[Rule, list[str]] = {}
    matches = find_glossary_entries(glossary_entries(system), query)
    if not matches:
        for header in context.library.factions(system.id):
            with suppress(UnreadableError):  # a broken book is skipped
                for rule in context.library.faction(header.id, system.id).rules.values():
                    armies.setdefault(rule, []).append(sanitize_line(header.name.to(context.language)))
        matches = find_glossary_entries(armies, query)
    if not 0 < len(matches) <= _MAX_MATCHES:
        raise UnknownIdError("rule", query, match_names(matches) or glossary_names(system))
    topics = (topic for match in matches for topic in _topics_of(match, system, armies, context.language))
    return tuple(dict.fromkeys(topics))


def _chapters(chapters: Iterable[Chapter], language: str) -> tuple[Topic, ...]:
    return tuple(Topic("chapter", passage) for passage in build_chapters(chapters, language))


def _topics_of(match: GlossaryMatch, system: System, armies: ArmyRules, language: str) -> tuple[Topic, ...]:
    """Return a chapter, or a rule with its armies and the other rules that its text mentions."""
    if isinstance(match.entry, Chapter):
        return _chapters([match.entry], language)
    known = {**{rule.id: rule for rule in armies}, **system.rules}
    passage = _rule_passage(match.entry, language, match.rating)
    names = ", ".join(dict.fromkeys(armies.get(match.entry, ())))
    if names:
        passage = replace(passage, points=(*passage.points, translate(language, "rules.armies", names=names)))
    others = (rule for rule in match.entry.mentioned_rules if rule in known and rule != match.entry.id)
    mentioned = (_rule_passage(known[rule], language) for rule in others)
    return tuple(Topic("rule", rule_passage) for rule_passage in (passage, *mentioned))


def _rule_passage(rule: Rule, language: str, rating: int | None = None) -> ReferenceChapter:
    text = sanitize_note(rule.explain(language, rating)) or translate(language, "sheet.no-text")
    remark = [sanitize_note(rule.correction.to(language))] if rule.correction is not None else []
    return ReferenceChapter(rule.id, sanitize_line(rule.label(language, rating)), (text, *remark))

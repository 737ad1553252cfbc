"""Print a game's rules in our own words: the whole quick reference, one chapter, or one special rule."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple, TypeAlias, TypedDict

from listbuilder.cli.context import Context
from listbuilder.cli.exit_codes import Exit
from listbuilder.cli.streams import emit, print_line
from listbuilder.cli.tables import add_format, write_json
from listbuilder.errors import UnknownIdError, UnreadableError
from listbuilder.exporters.markdown import escape, passage_blocks
from listbuilder.exporters.text import passage_lines
from listbuilder.i18n import translate
from listbuilder.model import Chapter, Rule, System
from listbuilder.rules.special_rules import FoundRule, known_names, look_up, spoken_names, things_of
from listbuilder.sheet.build import build_passages
from listbuilder.sheet.model import Passage
from listbuilder.textutil.sanitize import plain_line, plain_note
from listbuilder.textutil.text_width import wrap

Armies: TypeAlias = Mapping[Rule, Sequence[str]]
"""Rules of armies, with the names of the armies that have them."""


class Topic(NamedTuple):
    """A passage that is printed, and what it is about: a chapter or a rule."""

    kind: str
    passage: Passage


_MOST = 4
"""So many things of one name, or of one beginning, are shown together; of more, only the names."""


def add_arguments(parser: ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.add_argument("system", metavar="SYSTEM", help="the system's id")
    parser.add_argument("name", nargs="*", metavar="NAME", help="a special rule, such as Tough(3), or a chapter")
    add_format(parser, "md")


def run(arguments: Namespace, context: Context) -> int:
    """Print the page, or what was looked up."""
    system = context.library.system(arguments.system)
    wanted = " ".join(arguments.name)
    found = _look_up(system, wanted, context) if wanted else _chapters(system.reference.values(), context.language)
    if arguments.format == "json":
        write_json(_record(system, found, context.language))
        return Exit.LEGAL
    passages = [part.passage for part in found]
    title = "" if wanted else _title(system, context.language)
    if arguments.format == "md":
        emit(_markdown(title, passages, context.language))
    else:
        print_line(context.terminal.plain("\n".join(_text(title, passages, context))))
    return Exit.LEGAL


def _look_up(system: System, wanted: str, context: Context) -> tuple[Topic, ...]:
    """Put into words what is meant in the game, else in its armies' books; if that is too much, tell what there is."""
    armies: Armies = {}
    found = look_up(things_of(system), wanted)
    if not found:
        armies = _armies(system, context)
        found = look_up(armies, wanted)
    if not 0 < len(found) <= _MOST:
        raise UnknownIdError("rule", wanted, spoken_names(found) or known_names(system))
    parts = (part for one in found for part in _parts(one, system, armies, context.language))
    return tuple(dict.fromkeys(parts))


def _chapters(chapters: Iterable[Chapter], language: str) -> tuple[Topic, ...]:
    return tuple(Topic("chapter", passage) for passage in build_passages(chapters, language))


def _armies(system: System, context: Context) -> Armies:
    """Give the rules of all armies of a game, with the names of those that have them; a broken book has none."""
    armies: dict[Rule, list[str]] = {}
    for header in context.library.factions(system.id):
        with suppress(UnreadableError):
            for rule in context.library.faction(header.id, system.id).rules.values():
                armies.setdefault(rule, []).append(plain_line(header.name.to(context.language)))
    return armies


def _parts(found: FoundRule, system: System, armies: Armies, language: str) -> tuple[Topic, ...]:
    """Put a chapter into words, or a rule, with the armies that have it and the rules that its text leans on."""
    if isinstance(found.thing, Chapter):
        return _chapters([found.thing], language)
    known = {**{rule.id: rule for rule in armies}, **system.rules}
    leaning = (known[rule] for rule in found.thing.mentions if rule in known)
    passage = _rule(found.thing, language, found.rating)
    names = ", ".join(dict.fromkeys(armies.get(found.thing, ())))
    if names:
        passage = replace(passage, points=(*passage.points, translate(language, "rules.armies", names=names)))
    return tuple(Topic("rule", one) for one in (passage, *(_rule(rule, language) for rule in leaning)))


def _rule(rule: Rule, language: str, rating: int | None = None) -> Passage:
    text = plain_note(rule.explain(language, rating)) or translate(language, "sheet.no-text")
    remark = [plain_note(rule.correction.to(language))] if rule.correction is not None else []
    return Passage(rule.id, plain_line(rule.label(language, rating)), (text, *remark))


def _title(system: System, language: str) -> str:
    word = translate(language, "sheet.word.reference")
    return f"{plain_line(system.name.to(language))} {plain_line(system.edition)}: {word}"


def _text(title: str, passages: Sequence[Passage], context: Context) -> list[str]:
    width = context.terminal.width
    _, *lines = passage_lines(passages, width) if passages else [""]
    if not title:
        return lines
    return [*wrap(title, width), "", *lines, "", *wrap(context.say("sheet.own-words"), width)]


def _markdown(title: str, passages: Sequence[Passage], language: str) -> str:
    ends = ([[f"# {escape(title)}"]], [[translate(language, "sheet.own-words")]]) if title else ([], [])
    blocks = [*ends[0], *passage_blocks(passages, "##"), *ends[1]]
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


class PartRecord(TypedDict):
    """A chapter or a rule."""

    kind: str
    id: str
    title: str
    points: list[str]


class PageRecord(TypedDict):
    """What was found of a game."""

    system: str
    name: str
    version: str
    parts: list[PartRecord]


def _record(system: System, found: Sequence[Topic], language: str) -> PageRecord:
    """Give what was found as plain values; a rule brings those that its text leans on."""
    parts: list[PartRecord] = [
        {"kind": kind, "id": passage.id, "title": passage.title, "points": list(passage.points)}
        for kind, passage in found
    ]
    return {"system": system.id, "name": system.name.to(language), "version": system.edition, "parts": parts}

"""Print how a game is played, in our own words: the whole page, one chapter of it, or one special rule."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from typing import Any

from listbuilder.cli.context import Context
from listbuilder.cli.exits import Exit
from listbuilder.cli.output import emit, print_line
from listbuilder.cli.tables import add_format, write_json
from listbuilder.errors import UnknownIdError
from listbuilder.exporters.columns import wrap
from listbuilder.exporters.markdown import escape, passage_blocks
from listbuilder.exporters.text import passage_lines
from listbuilder.i18n import translate
from listbuilder.model import Chapter, Rule, System
from listbuilder.rules.lookup import Found, known_names, look_up, spoken_names
from listbuilder.sheet.model import Passage
from listbuilder.sheet.plain import plain_line, plain_note
from listbuilder.sheet.reference import build_passages

_MOST = 4
"""So many things of one name, or of one beginning, are shown together; of more, only the names."""


def add_arguments(parser: ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.add_argument("system", metavar="SYSTEM", help="the game's id")
    parser.add_argument("name", nargs="*", metavar="NAME", help="a special rule, such as Tough(3), or a chapter")
    add_format(parser, "md")


def run(arguments: Namespace, context: Context) -> int:
    """Print the page, or what was looked up."""
    system = context.library.system(arguments.system)
    wanted = " ".join(arguments.name)
    found = _look_up(system, wanted) if wanted else tuple(map(Found, system.reference.values()))
    if arguments.format == "json":
        write_json(_record(system, found, context.language))
        return Exit.LEGAL
    passages = [passage for one in found for passage in _passages(one, system, context.language)]
    title = "" if wanted else _title(system, context.language)
    if arguments.format == "md":
        emit(_markdown(title, passages, context.language))
    else:
        print_line(context.terminal.plain("\n".join(_text(title, passages, context))))
    return Exit.LEGAL


def _look_up(system: System, wanted: str) -> tuple[Found, ...]:
    """Find what is meant, if it is not too much; else the answer is what there is."""
    found = look_up(system, wanted)
    if not 0 < len(found) <= _MOST:
        raise UnknownIdError("rule", wanted, spoken_names(found) or known_names(system))
    return found


def _passages(found: Found, system: System, language: str) -> tuple[Passage, ...]:
    """Put a chapter into words, or a rule and those that its text leans on."""
    if isinstance(found.thing, Chapter):
        return build_passages([found.thing], language)
    leaning = [system.rules[rule] for rule in found.thing.mentions if rule in system.rules]
    return (_rule(found.thing, language, found.rating), *(_rule(rule, language) for rule in leaning))


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


def _record(system: System, found: Sequence[Found], language: str) -> dict[str, Any]:
    """Give what was found as plain values; a rule brings those that its text leans on."""
    parts = []
    for one in found:
        kind = "chapter" if isinstance(one.thing, Chapter) else "rule"
        passages = _passages(one, system, language)
        parts += [{"kind": kind, "id": part.id, "title": part.title, "points": list(part.points)} for part in passages]
    return {"system": system.id, "name": system.name.to(language), "version": system.edition, "parts": parts}

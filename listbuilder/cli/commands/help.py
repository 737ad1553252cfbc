"""Print help for a command or subcommand, or for the program.

The manual page, written from the parsers themselves.
"""

from __future__ import annotations

from argparse import PARSER, SUPPRESS, Action, ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Mapping

from listbuilder import __version__
from listbuilder.cli.context import Context
from listbuilder.cli.exit_codes import Exit
from listbuilder.cli.parsers import EXAMPLES, PROGRAM, Parser, build_parser, common_arguments
from listbuilder.cli.streams import emit
from listbuilder.errors import UnknownIdError


def add_arguments(parser: ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.add_argument("topic", nargs="*", metavar="COMMAND", help="a command, with its subcommand if it has any")
    parser.add_argument("--man", action="store_true", help="print the manual page, for man -l")


def run(arguments: Namespace, context: Context) -> int:  # noqa: ARG001  # every command takes the same
    """Print the help, or the manual page."""
    if arguments.man:
        emit(format_man_page(build_parser([], whole=True)))
    else:
        emit(_find(arguments.topic).format_help())
    return Exit.LEGAL


def _find(topic: list[str]) -> Parser:
    """Find the parser that is meant; one is built for the command that is asked for and no other."""
    parser = build_parser([])
    for place, name in enumerate(topic):
        if name not in parser.parts:
            raise UnknownIdError("part" if place else "command", name, tuple(parser.parts))
        parser = build_parser(topic).parts[name] if not place else parser.parts[name]
    return parser


_COMMON = {"help", *(action.dest for action in common_arguments().actions)}
_EXITS = {
    "0": "success; all lists are legal",
    "1": "something is illegal, unchecked or different",
    "2": "wrong usage, or something could not be read or written",
    "3": "internal error",
    "130": "interrupted",
}
_VARIABLES = {
    "LISTBUILDER_LANG": "output language: en or de (default: from LC_ALL, LC_MESSAGES or LANG)",
    "LISTBUILDER_DATA": "your own data folders, separated as in PATH",
    "LISTBUILDER_CACHE": "the cache folder",
    "LISTBUILDER_STATE": "the folder for state that is kept between runs",
    "LISTBUILDER_SECRET": "the secret that the salts of hidden lists are derived from",
    "NO_COLOR": "if set, do not use colours",
}


def format_man_page(parser: Parser) -> str:
    """Write the page of the program with all its commands."""
    return "\n".join(_lines(parser)) + "\n"


def _lines(parser: Parser) -> Iterator[str]:
    yield f'.TH {PROGRAM.upper()} 1 "" "{PROGRAM} {__version__}" "User Commands"'
    yield from (".SH NAME", rf"{PROGRAM} \- build, validate and print army lists")
    yield from (".SH SYNOPSIS", f".B {PROGRAM}", r"[\fILIST\fR | \fICOMMAND\fR ...]")
    yield from (".SH DESCRIPTION", _text(f"{parser.description} {parser.epilog}"))
    yield from (
        ".SH OPTIONS",
        "These work with every command.",
        *_arguments([*parser.actions[:2], *common_arguments().actions]),
    )
    yield ".SH COMMANDS"
    for one in parser.everybody():
        if one is not parser:
            yield from _command(one)
    yield from (".SH EXIT STATUS", *_terms(_EXITS))
    yield from (".SH ENVIRONMENT", *_terms(_VARIABLES))
    yield from (".SH EXAMPLES", *_examples(""))


def _command(parser: Parser) -> Iterator[str]:
    """Write a command: how it is called, what it does, what it takes."""
    own = [one for one in parser.actions if one.dest not in _COMMON]
    words = [PROGRAM, parser.words, "[OPTION ...]", *(_synopsis(one) for one in own if not one.option_strings)]
    yield from (f'.SS "{_text(parser.words)}"', _text(" ".join(words)))
    if parser.description:
        yield from (".PP", _text(parser.description))
    yield from _arguments(own)
    yield from _examples(parser.words)


def _synopsis(action: Action) -> str:
    name = str(action.metavar)
    return {"*": f"[{name} ...]", "+": f"{name} ...", "?": f"[{name}]", PARSER: f"{name} ..."}.get(
        str(action.nargs), name
    )


def _arguments(actions: Iterable[Action]) -> Iterator[str]:
    for action in actions:
        if action.help and action.help != SUPPRESS:
            yield from (".TP", _heading(action), _text(_help(action)))


def _heading(action: Action) -> str:
    metavar = action.metavar if isinstance(action.metavar, str) else "|".join(map(str, action.choices or ()))
    value = "" if action.nargs == 0 or not metavar else rf" \fI{_text(metavar)}\fR"
    if not action.option_strings:
        return value.strip() or _text(action.dest)
    return ", ".join(rf"\fB{_text(option)}\fR" for option in action.option_strings) + value


def _help(action: Action) -> str:
    return (action.help or "") % {"default": action.default, "prog": PROGRAM}


def _examples(words: str) -> Iterator[str]:
    for line, told in EXAMPLES.get(words, ()):
        yield from (".PP", f"{_text(told)}:", ".PP", ".RS", ".nf", _text(f"{PROGRAM} {line}"), ".fi", ".RE")


def _terms(terms: Mapping[str, str]) -> Iterator[str]:
    for term, told in terms.items():
        yield from (".TP", rf"\fB{_text(term)}\fR", _text(told))


def _text(text: str) -> str:
    """Write a text so that nothing in it is a command to the formatter, and copied lines can be typed."""
    escaped = text.replace("\\", r"\e").replace("-", r"\-").replace("'", r"\(aq").replace("`", r"\(ga")
    escaped = escaped.replace('"', r"\(dq").replace("~", r"\(ti").replace("^", r"\(ha")
    return rf"\&{escaped}" if escaped.startswith((".", "'")) else escaped

"""The command `help`: help for a command, or the manual page of the program."""

from __future__ import annotations

from argparse import PARSER, SUPPRESS, Action, ArgumentParser, Namespace
from collections.abc import Iterator

from listbuilder import __version__
from listbuilder.cli.context import Context
from listbuilder.cli.parsers import PROGRAM, Parser, build_parser, is_subcommand
from listbuilder.cli.streams import ExitCode, write_stdout
from listbuilder.errors import UnknownIdError
from listbuilder.i18n import translate

_COMMON_OPTIONS = ("help", "version", "data", "lang", "quiet", "color", "debug")
_VARIABLES = (
    "LISTBUILDER_LANG", "LISTBUILDER_DATA", "LISTBUILDER_CACHE", "LISTBUILDER_STATE", "LISTBUILDER_SECRET", "NO_COLOR",
)  # fmt: skip


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("topic", nargs="*", metavar="COMMAND")
    parser.add_argument("--man", action="store_true")


def run(arguments: Namespace, context: Context) -> int:
    """Print the help, or the manual page."""
    parser = build_parser([], context.language)
    if arguments.man:
        write_stdout(format_man_page(parser))
        return ExitCode.SUCCESS
    for index, name in enumerate(arguments.topic):
        if name not in parser.subcommands:
            raise UnknownIdError("part" if index else "command", name, tuple(parser.subcommands))
        parser = parser.subcommands[name]
    write_stdout(parser.format_help())
    return ExitCode.SUCCESS


def format_man_page(parser: Parser) -> str:
    """Return the manual page of the program and all its commands, in the language of the parser."""
    return "\n".join(_man_lines(parser)) + "\n"


def _man_lines(program: Parser) -> Iterator[str]:
    def text(key: str) -> str:
        return _escape(translate(program.language, f"help.man.{key}"))

    yield f'.TH {PROGRAM.upper()} 1 "" "{PROGRAM} {__version__}" "{text("title")}"'
    yield from (f".SH {text('name')}", rf"{PROGRAM} \- {text('summary')}")
    yield from (f".SH {text('synopsis')}", f".B {PROGRAM}", r"[\fILIST\fR | \fICOMMAND\fR ...]")
    yield from (f".SH {text('description')}", _escape(f"{program.text('description')} {program.text('epilog')}"))
    yield from (f".SH {text('options')}", text("options-intro"))
    common = {action.dest: action for action in (*program.actions, *program.subcommands["help"].actions)}
    for name in _COMMON_OPTIONS:
        yield from _argument_lines(common[name], program)
    yield f".SH {text('commands')}"
    for parser in program.walk():
        if parser is not program:
            yield from _command_lines(parser)
    yield f".SH {text('exit')}"
    for code in ExitCode:
        yield from _term_lines(str(code.value), text(f"exit.{code.value}"))
    yield f".SH {text('environment')}"
    for variable in _VARIABLES:
        yield from _term_lines(variable, text(f"variable.{variable}"))
    yield from (f".SH {text('examples')}", *_example_lines(program))


def _command_lines(parser: Parser) -> Iterator[str]:
    """Yield the section of a command: its synopsis, description, arguments and examples."""
    own = [action for action in parser.actions if action.dest not in _COMMON_OPTIONS]
    synopsis = [_format_synopsis(action) for action in own if not action.option_strings]
    yield f'.SS "{_escape(parser.command)}"'
    yield _escape(" ".join([PROGRAM, parser.command, "[OPTION ...]", *synopsis]))
    yield from (".PP", _escape(parser.text("description")))
    for action in own:
        if not is_subcommand(action) and action.help != SUPPRESS:
            yield from _argument_lines(action, parser)
    yield from _example_lines(parser)


def _format_synopsis(action: Action) -> str:
    name = str(action.metavar or action.dest)
    return {"*": f"[{name} ...]", "+": f"{name} ...", "?": f"[{name}]", PARSER: f"{name} ..."}.get(
        str(action.nargs), name
    )


def _argument_lines(action: Action, parser: Parser) -> tuple[str, ...]:
    return (".TP", _format_heading(action), _escape(parser.help_of(action)))


def _format_heading(action: Action) -> str:
    metavar = action.metavar if isinstance(action.metavar, str) else "|".join(map(str, action.choices or ()))
    value = "" if action.nargs == 0 or not metavar else rf" \fI{_escape(metavar)}\fR"
    if not action.option_strings:
        return value.strip() or _escape(action.dest)
    return ", ".join(rf"\fB{_escape(option)}\fR" for option in action.option_strings) + value


def _term_lines(term: str, text: str) -> tuple[str, ...]:
    return (".TP", rf"\fB{_escape(term)}\fR", text)


def _example_lines(parser: Parser) -> Iterator[str]:
    for line, text in parser.examples():
        yield from (".PP", f"{_escape(text)}:", ".PP", ".RS", ".nf", _escape(f"{PROGRAM} {line}"), ".fi", ".RE")


def _escape(text: str) -> str:
    """Return a text without commands for the formatter; lines that are copied from the page can be typed."""
    escaped = text.replace("\\", r"\e").replace("-", r"\-").replace("'", r"\(aq").replace("`", r"\(ga")
    escaped = escaped.replace('"', r"\(dq").replace("~", r"\(ti").replace("^", r"\(ha")
    escaped = "".join(character if character.isascii() else rf"\[u{ord(character):04X}]" for character in escaped)
    return rf"\&{escaped}" if escaped.startswith((".", "'")) else escaped

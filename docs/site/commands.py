"""A page for each command: its help, that of its subcommands, and an example of each with its real output."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO

from docs.site.example_runner import World
from docs.site.page import Page, block, code, plain, table
from listbuilder.cli.parsers import Parser, build_parser

_NOT_RUN = ("serve",)
"""Commands that do not end by themselves."""
_MAX_LINES = 40


def build_commands(world: World) -> Iterator[Page]:
    """Return the pages of all commands; the examples run in order, because some need the files of earlier ones."""
    program = build_parser([])
    texts = {name: program.text(name) for name in program.subcommands}
    rows = [[f"[{name}]({name}.md)", plain(text)] for name, text in texts.items()]
    yield Page("commands/index.md", f"# Commands\n\n{table(('command', 'what it does'), rows)}\n{_help(program)}")
    for name, text in texts.items():
        page = [f"# {name}\n", f"{plain(text[:1].upper() + text[1:])}.\n"]
        for parser in program.subcommands[name].walk():
            if parser.command != name:
                page.append(f"## {parser.command}\n")
            page += [_help(parser), *_example(world, parser)]
        yield Page(f"commands/{name}.md", "\n".join(page))


def _help(parser: Parser) -> str:
    """Return the help of a command, formatted for a pipe."""
    with redirect_stdout(StringIO()):
        text = parser.format_help()
    return f"{code(f'listbuilder {parser.command}'.strip() + ' --help')}\n\n{block(text)}"


def _example(world: World, parser: Parser) -> Iterator[str]:
    if parser.command not in _NOT_RUN:
        line, purpose = parser.examples()[0]
        shown = f"$ listbuilder {world.spell(line)}\n{_shortened(world.run(line))}"
        yield f"For example, {plain(purpose)}:\n\n{block(shown, 'console')}"


def _shortened(printed: str) -> str:
    lines = printed.splitlines()
    return "\n".join([*lines[:_MAX_LINES], "…"] if len(lines) > _MAX_LINES + 1 else lines)

"""A page for each command: its help, that of its subcommands, and an example of each with its real output."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO

from docs.site.page import Page, block, code, plain, table
from docs.site.running import World
from listbuilder.cli.parsers import COMMANDS, EXAMPLES, build_parser

_NOT_RUN = ("serve",)
"""Commands that do not end by themselves."""
_MAX_LINES = 40


def build_commands(world: World) -> Iterator[Page]:
    """Return the pages of all commands; the examples run in order, because some need the files of earlier ones."""
    helps = _helps()
    rows = [[f"[{name}]({name}.md)", plain(told)] for name, told in COMMANDS.items()]
    yield Page("commands/index.md", f"# Commands\n\n{table(('command', 'what it does'), rows)}\n{helps['']}")
    for name, told in COMMANDS.items():
        page = [f"# {name}\n", f"{plain(told[:1].upper() + told[1:])}.\n"]
        for words in (one for one in helps if one == name or one.startswith(f"{name} ")):
            if words != name:
                page.append(f"## {words}\n")
            page += [helps[words], *_example(world, words)]
        yield Page(f"commands/{name}.md", "\n".join(page))


def _helps() -> dict[str, str]:
    """Return the help of every command and subcommand, formatted for a pipe."""
    with redirect_stdout(StringIO()):
        found = {one.words: one.format_help() for one in build_parser([], whole=True).everybody()}
    return {
        words: f"{code(f'listbuilder {words}'.strip() + ' --help')}\n\n{block(one)}" for words, one in found.items()
    }


def _example(world: World, words: str) -> Iterator[str]:
    if words not in _NOT_RUN:
        line, purpose = EXAMPLES[words][0]
        shown = f"$ listbuilder {world.spell(line)}\n{_shortened(world.run(line))}"
        yield f"For example, {plain(purpose)}:\n\n{block(shown, 'console')}"


def _shortened(printed: str) -> str:
    lines = printed.splitlines()
    return "\n".join([*lines[:_MAX_LINES], "…"] if len(lines) > _MAX_LINES + 1 else lines)

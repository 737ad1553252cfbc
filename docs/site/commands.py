"""A page for each command: its help and that of its parts, and for each one example with what it really prints."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO

from docs.site.page import Page, block, code, plain, table
from docs.site.running import World
from listbuilder.cli.parsers import COMMANDS, EXAMPLES, build_parser

_NOT_RUN = ("serve",)
"""What does not end by itself."""
_MOST_LINES = 40


def build_commands(world: World) -> Iterator[Page]:
    """Make the pages of all commands; the examples are run in their order, since some need what others wrote."""
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
    """Give the help of every command and of every part of one, as a pipe gets it."""
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
    return "\n".join([*lines[:_MOST_LINES], "…"] if len(lines) > _MOST_LINES + 1 else lines)

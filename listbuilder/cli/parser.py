"""A parser whose complaints can be told in the reader's language, and whose help ends with examples."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module

from listbuilder.cli.help_text import HelpText
from listbuilder.cli.output import emit, talk

TYPE_CHECKING = False  # `typing` itself takes a third of what a bare interpreter does
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any, NoReturn

PROGRAM = "listbuilder"


class UsageError(Exception):
    """Arguments that make no sense: to which parser, which argument it is about, and what argparse says of it."""

    def __init__(self, parser: Parser, about: str | None, message: str, rest: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.parser = parser
        self.about = about
        self.message = message
        self.rest = tuple(rest)
        """Arguments that nobody wants."""


class Parser(argparse.ArgumentParser):
    """The parser of the program, of a command or of a part of one."""

    module = ""
    """Where the arguments of a part stand: imported when it is asked for, since the others would take as long."""

    def __init__(self, *given: Any, **options: Any) -> None:
        options.setdefault("formatter_class", HelpText)
        super().__init__(*given, **{**options, "exit_on_error": False})

    @property
    def words(self) -> str:
        """How the command is called, without the program: `desk check`."""
        return self.prog.removeprefix(PROGRAM).strip()

    @property
    def actions(self) -> Sequence[argparse.Action]:
        """All arguments that it takes."""
        self._fill()
        return self._actions

    @property
    def parts(self) -> Mapping[str, Parser]:
        """The commands below it, by name."""
        return next((action.choices for action in self._actions if _is_fork(action)), {})  # type: ignore[misc]

    def everybody(self) -> Iterator[Parser]:
        """Give this parser and all below it."""
        yield self
        for part in self.parts.values():
            yield from part.everybody()

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:  # noqa: D102  # as argparse has it
        self._fill()
        try:
            found, rest = super().parse_known_args(args, namespace)
        except argparse.ArgumentError as error:
            raise UsageError(self, error.argument_name, error.message) from None
        if rest:  # a parser above has no use for it either, and knows less of what was meant
            raise UsageError(self, None, "", rest)
        return found, rest

    def error(self, message: str) -> NoReturn:  # noqa: D102  # as argparse has it
        raise UsageError(self, None, message)

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help and version as all else is printed: argparse would not tell that they got lost."""
        emit(message) if file in (None, sys.stdout) else talk(message, end="")

    def format_help(self) -> str:
        """Write the help, with examples at its end."""
        self._fill()
        from listbuilder.cli.examples import format_examples  # noqa: PLC0415  # only who asks for help reads them

        return super().format_help() + format_examples(self.words)

    def _fill(self) -> None:
        if self.module and self.get_default("what") is None:
            part = import_module(self.module)
            self.description = part.__doc__
            part.add_arguments(self)
            self.set_defaults(what=part.run)


def _is_fork(action: argparse.Action) -> bool:
    return isinstance(action.choices, dict)

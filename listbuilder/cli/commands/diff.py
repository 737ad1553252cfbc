"""The command `diff`: compare two lists."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from listbuilder.cli.context import Context
from listbuilder.cli.input_output import load_single_list
from listbuilder.cli.streams import ESCAPE, ExitCode, write_stdout
from listbuilder.cli.tables import add_format_option
from listbuilder.diff.lists import compare_lists
from listbuilder.exporters.diffs import format_list_diff_json, format_list_diff_markdown, format_list_diff_text

_FORMATS = {"text": format_list_diff_text, "markdown": format_list_diff_markdown, "json": format_list_diff_json}


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("old", metavar="OLD")
    parser.add_argument("new", metavar="NEW")
    add_format_option(parser, "markdown")


def run(arguments: Namespace, context: Context) -> int:
    """Print the differences and return 1 if there are any."""
    old, new = (load_single_list(path, context.library).roster for path in (arguments.old, arguments.new))
    diff = compare_lists(old, new)
    text = _FORMATS[arguments.format](diff, context.language)
    if arguments.format == "text":
        write_stdout(context.terminal.sanitize(text))
    else:
        write_stdout(text, escape=ESCAPE if arguments.format == "json" else None)
    return ExitCode.PROBLEMS if diff.differs else ExitCode.SUCCESS

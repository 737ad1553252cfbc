"""Arguments that every command takes."""

from __future__ import annotations

from argparse import SUPPRESS, ArgumentParser

from listbuilder.cli.help_text import HelpText


def common_arguments(*, again: bool = False) -> ArgumentParser:
    """Give them for a command, or `again` for a part of one, where they may stand as well."""
    common = ArgumentParser(add_help=False, formatter_class=HelpText)
    # what a part of a command does not say must not undo what was said before it
    unsaid: tuple[object, object, object] = (SUPPRESS, SUPPRESS, SUPPRESS) if again else ([], None, False)
    folders, language, debug = unsaid
    common.add_argument(
        "--data", action="append", default=folders, metavar="DIR", help="a folder of your own data files"
    )
    common.add_argument("--lang", default=language, metavar="LANG", help="the language of the words: en or de")
    common.add_argument("--debug", action="store_true", default=debug, help="show where an internal error happened")
    return common

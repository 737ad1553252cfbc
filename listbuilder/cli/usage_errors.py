"""Error messages about arguments, in the user's language, and the choice of that language."""

from __future__ import annotations

import errno
import re
import sys
from argparse import Action
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import wrap

from listbuilder.cli.parsers import EXAMPLES, PROGRAM, UsageError
from listbuilder.cli.streams import Terminal, write_stderr
from listbuilder.errors import UnknownIdError
from listbuilder.i18n import (
    add_catalogue_folder,
    detect_language,
    environment_choice,
    has_sentence,
    languages,
    translate,
)
from listbuilder.textutil.fuzzy import find_similar

_MAX_NAMED = 30
"""If there are more choices, the message names a command that lists them."""
_LISTED_BY = {
    "code": "listbuilder explain",
    "faction": "listbuilder factions",
    "rule": "listbuilder rules SYSTEM",
    "player": "listbuilder desk check DIR",
}
_ARGPARSE_MESSAGES: Mapping[str, str] = {
    "usage.missing": r"the following arguments are required: (?P<names>.+)",
    "usage.no-number": r"invalid \w+ value: '(?P<value>.*)'",
    "usage.needs-value": r"expected .*arguments?",
    "usage.takes-none": r"ignored explicit argument '(?P<value>.*)'",
    "usage.not-together": r"not allowed with argument (?P<other>.+)",
    "usage.ambiguous": r"ambiguous option: (?P<value>\S+) could match (?P<others>.+)",
}
"""Messages of argparse by the key of our own sentence; any other message is shown as it is."""
_INVALID_CHOICE = r"invalid choice: '?(?P<value>.*?)'? \(choose from "


def requested_language(arguments: Sequence[str]) -> str:
    """Return the language that unparsed arguments or the environment ask for.

    The user's own languages are looked up only if the wanted one is not bundled: that imports the whole library.
    """
    named, folders = list(_values_of(arguments, "--lang")), list(_values_of(arguments, "--data"))
    wanted = named[-1] if named else environment_choice()
    if folders or (wanted.islower() and wanted not in languages()):
        add_user_languages(folders)
    known = [language for language in named if language in languages()]
    return known[-1] if known else detect_language()


def add_user_languages(folders: Sequence[str]) -> None:
    """Add the languages in the user's data folders and in the given ones."""
    from listbuilder.library.locations import LANGUAGE_FOLDER, user_data_folders  # noqa: PLC0415  # keeps `--help` quick

    for folder in (*user_data_folders(), *map(Path, folders)):
        add_catalogue_folder(folder / LANGUAGE_FOLDER)


def _values_of(arguments: Sequence[str], option: str) -> Iterator[str]:
    """Yield the values of an option, written as `--option value` or `--option=value`."""
    for index, argument in enumerate(arguments):
        if argument.startswith(f"{option}="):
            yield argument.partition("=")[2]
        elif argument == option:
            yield from arguments[index + 1 : index + 2]


def unknown_id_message(language: str, error: UnknownIdError) -> str:
    """Return the message about an unknown name, with similar names or else the available ones."""
    values = {"kind": translate(language, f"kind.{error.kind}"), "wanted": error.wanted}
    near = find_similar(error.wanted, error.known)
    if near:
        return translate(language, "cli.unknown-near", near=near, **values)
    if not error.known:
        return translate(language, "cli.unknown-none", **values)
    if len(error.known) > _MAX_NAMED and error.kind in _LISTED_BY:
        return translate(language, "cli.unknown-many", command=_LISTED_BY[error.kind], **values)
    return translate(language, "cli.unknown", known=", ".join(error.known), **values)


def lost_output_message(error: OSError, language: str) -> str:
    """Return the message about output that could not be written."""
    if error.errno == errno.ENOSPC:
        return translate(language, "cli.output-full")
    return translate(language, "cli.output-lost", reason=error.strerror or str(error))


def print_usage_error(wrong: UsageError, arguments: Sequence[str]) -> None:
    """Print on standard error what is wrong with the arguments."""
    terminal = Terminal.detect(sys.stderr)
    for text in _build_messages(wrong, arguments, requested_language(arguments)):
        write_stderr("\n".join(wrap(terminal.sanitize(text), terminal.width, break_on_hyphens=False)))


def _build_messages(wrong: UsageError, arguments: Sequence[str], language: str) -> Iterator[str]:
    """Yield what is wrong, an example if something is missing, and where to find help."""
    parser = wrong.parser
    missing = wrong.message.startswith("the following")
    choice = (
        translate(language, "usage.parts", parts=", ".join(parser.subcommands))
        if missing and parser.subcommands
        else ""
    )
    command = parser.command if parser.command.partition(" ")[0] in arguments else ""  # `run-sample` may be left out
    yield f"{' '.join(filter(None, (PROGRAM, command)))}: {choice or _build_message(wrong, language)}"
    if missing and not choice and parser.command in EXAMPLES:
        yield translate(language, "usage.example", line=f"{PROGRAM} {EXAMPLES[parser.command][0]}")
    yield translate(language, "usage.more", command=" ".join(filter(None, (PROGRAM, "help", command))))


def _build_message(wrong: UsageError, language: str) -> str:
    if wrong.unexpected:
        return _describe_unexpected(wrong, language)
    action = next((action for action in wrong.parser.actions if _format_name(action) == wrong.argument), None)
    if action is not None and (choice := re.match(_INVALID_CHOICE, wrong.message)):
        kind = {"COMMAND": "command", "WHAT": "part"}.get(wrong.argument or "", "value")
        message = unknown_id_message(
            language, UnknownIdError(kind, choice["value"], tuple(map(str, action.choices or ())))
        )
        return _prefix_argument(wrong, message) if kind == "value" else message
    key, _, value = wrong.message.partition(" ")
    if has_sentence(language, key):  # raised by one of our own argument types
        return _prefix_argument(wrong, translate(language, key, value=value))
    for key, pattern in _ARGPARSE_MESSAGES.items():
        if match := re.match(pattern, wrong.message):
            values: dict[str, object] = match.groupdict()
            if "names" in values:  # argparse also names arguments that may be left out
                optional = {_format_name(action) for action in wrong.parser.actions if action.nargs in ("*", "?")}
                values["names"] = tuple(name for name in match["names"].split(", ") if name not in optional)
            return _prefix_argument(wrong, translate(language, key, **values))
    return _prefix_argument(wrong, wrong.message)


def _prefix_argument(wrong: UsageError, message: str) -> str:
    return f"{wrong.argument}: {message}" if wrong.argument else message


def _describe_unexpected(wrong: UsageError, language: str) -> str:
    """Return the message about the first unknown option, or else about surplus words."""
    option = next((word for word in wrong.unexpected if word.startswith("-")), None)
    if option is not None:
        known = tuple(name for action in wrong.parser.actions for name in action.option_strings)
        return unknown_id_message(language, UnknownIdError("option", option.partition("=")[0], known))
    return translate(language, "usage.too-much", words=wrong.unexpected)


def _format_name(action: Action) -> str | None:
    """Return the name of an argument as argparse writes it in its messages."""
    if action.option_strings:
        return "/".join(action.option_strings)
    return action.metavar if isinstance(action.metavar, str) else action.dest

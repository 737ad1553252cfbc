"""Wrong arguments told in the reader's language: one sentence, what was probably meant, and where to read more.

A name that nothing has: what was most likely meant, else what there is.
"""

from __future__ import annotations

import errno
import re
import sys
from argparse import Action
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import wrap

from listbuilder.cli.parsers import EXAMPLES, PROGRAM, UsageError
from listbuilder.cli.streams import Terminal, talk
from listbuilder.errors import UnknownIdError
from listbuilder.i18n import add_folder, environment_language, has, languages, translate
from listbuilder.library.locations import LANGUAGES, user_data
from listbuilder.textutil.fuzzy import nearest

_MOST = 30
"""So many are named for who has to choose; of more a command tells."""
_LISTED = {
    "code": "listbuilder explain",
    "faction": "listbuilder factions",
    "rule": "listbuilder rules SYSTEM",
    "player": "listbuilder desk check DIR",
}


def say_unknown(language: str, error: UnknownIdError) -> str:
    """Say that there is no such thing, and what was most likely meant; else what there is to choose from."""
    values = {"kind": translate(language, f"kind.{error.kind}"), "wanted": error.wanted}
    near = nearest(error.wanted, error.known)
    if near:
        return translate(language, "cli.unknown-near", near=near, **values)
    if not error.known:
        return translate(language, "cli.unknown-none", **values)
    if len(error.known) > _MOST and error.kind in _LISTED:
        return translate(language, "cli.unknown-many", command=_LISTED[error.kind], **values)
    return translate(language, "cli.unknown", known=", ".join(error.known), **values)


_FORMS: Mapping[str, re.Pattern[str]] = {
    "usage.missing": re.compile(r"the following arguments are required: (?P<names>.+)"),
    "usage.no-number": re.compile(r"invalid \w+ value: '(?P<value>.*)'"),
    "usage.needs-value": re.compile(r"expected .*arguments?"),
    "usage.takes-none": re.compile(r"ignored explicit argument '(?P<value>.*)'"),
    "usage.not-together": re.compile(r"not allowed with argument (?P<other>.+)"),
    "usage.ambiguous": re.compile(r"ambiguous option: (?P<value>\S+) could match (?P<others>.+)"),
}
"""What argparse says, by the sentence of ours; what is not among it is shown as it is."""
_CHOICE = re.compile(r"invalid choice: '?(?P<value>.*?)'? \(choose from ")


def tell_usage(wrong: UsageError, arguments: Sequence[str]) -> None:
    """Say what is wrong with the arguments on standard error."""
    terminal = Terminal.of(sys.stderr)
    for text in _sentences(wrong, arguments, asked_language(arguments)):
        talk("\n".join(wrap(terminal.plain(text), terminal.width, break_on_hyphens=False)))


def _sentences(wrong: UsageError, typed: Sequence[str], language: str) -> Iterator[str]:
    """Say what is wrong, how it is done where something is missing, and where more is told."""
    parser = wrong.parser
    missing = wrong.message.startswith("the following")
    told = translate(language, "usage.parts", parts=", ".join(parser.parts)) if missing and parser.parts else ""
    command = parser.words if not parser.words or parser.words.split()[0] in typed else ""  # the builder has none
    yield f"{' '.join(filter(None, (PROGRAM, command)))}: {told or _sentence(wrong, language)}"
    if missing and not told and parser.words in EXAMPLES:
        yield translate(language, "usage.example", line=f"{PROGRAM} {EXAMPLES[parser.words][0][0]}")
    yield translate(language, "usage.more", command=" ".join(filter(None, (PROGRAM, "help", command))))


def say_lost(error: OSError, language: str) -> str:
    """Say that what a command printed has not got through."""
    if error.errno == errno.ENOSPC:
        return translate(language, "cli.output-full")
    return translate(language, "cli.output-lost", reason=error.strerror or str(error))


def asked_language(arguments: Sequence[str]) -> str:
    """Find the language in arguments that could not be understood as a whole."""
    for folder in (*user_data(), *map(Path, _given(arguments, "--data"))):
        add_folder(folder / LANGUAGES)
    named = [language for language in _given(arguments, "--lang") if language in languages()]
    return named[-1] if named else environment_language()


def _given(arguments: Sequence[str], option: str) -> Iterator[str]:
    """Give the values of an option, written in either way."""
    for place, argument in enumerate(arguments):
        if argument.startswith(f"{option}="):
            yield argument.partition("=")[2]
        elif argument == option:
            yield from arguments[place + 1 : place + 2]


def _sentence(wrong: UsageError, language: str) -> str:
    if wrong.rest:
        return _unwanted(wrong, language)
    action = next((one for one in wrong.parser.actions if _name(one) == wrong.about), None)
    if action is not None and (chosen := _CHOICE.match(wrong.message)):
        kind = {"COMMAND": "command", "WHAT": "part"}.get(wrong.about or "", "value")
        known = tuple(map(str, action.choices or ()))
        return _about(wrong, say_unknown(language, UnknownIdError(kind, chosen["value"], known)), kind == "value")
    key, _, value = wrong.message.partition(" ")
    if has(language, key):  # a type of ours says what it wants
        return _about(wrong, translate(language, key, value=value))
    for key, form in _FORMS.items():
        if found := form.match(wrong.message):
            values = {**found.groupdict(), **_missing(wrong, found)}
            return _about(wrong, translate(language, key, **values))
    return _about(wrong, wrong.message)


def _about(wrong: UsageError, sentence: str, named: bool = True) -> str:
    return f"{wrong.about}: {sentence}" if wrong.about and named else sentence


def _unwanted(wrong: UsageError, language: str) -> str:
    """Tell of what nobody wants: an option that there is not, else a word too many."""
    first = next((word for word in wrong.rest if word.startswith("-")), None)
    if first is not None:
        known = tuple(option for one in wrong.parser.actions for option in one.option_strings)
        return say_unknown(language, UnknownIdError("option", first.partition("=")[0], known))
    return translate(language, "usage.too-much", words=wrong.rest)


def _missing(wrong: UsageError, found: re.Match[str]) -> dict[str, object]:
    """Name what must be given; argparse also names what may be left out."""
    if "names" not in found.groupdict():
        return {}
    free = {_name(one) for one in wrong.parser.actions if one.nargs in ("*", "?")}
    return {"names": tuple(name for name in found["names"].split(", ") if name not in free)}


def _name(action: Action) -> str | None:
    """Name an argument as argparse does in its messages."""
    if action.option_strings:
        return "/".join(action.option_strings)
    return action.metavar if isinstance(action.metavar, str) else action.dest

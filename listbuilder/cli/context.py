"""What every command gets: the library, the language and the terminal; and how findings and errors are printed."""

from __future__ import annotations

import sys
import traceback
from argparse import Namespace
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from textwrap import wrap
from typing import Protocol

from listbuilder.cli.parsers import add_user_languages, lost_output_message, unknown_id_message
from listbuilder.cli.streams import ExitCode, Terminal, print_line, write_stderr
from listbuilder.datafiles.reader import load_document, unreadable_finding
from listbuilder.diagnostics import Diagnostic
from listbuilder.diagnostics.messages import FindingRecord, PlaceRecord, build_finding_record
from listbuilder.disk import UnsavedError
from listbuilder.errors import AmbiguousIdError, ListbuilderError, SaveError, UnknownIdError, UnreadableError
from listbuilder.i18n import FALLBACK_LANGUAGE, detect_language, languages, translate
from listbuilder.library import Library
from listbuilder.library.index import detect_kind
from listbuilder.model import Event, Faction

SEVERITY_COLOURS: Mapping[str, str] = {"error": "red", "unchecked": "magenta", "warning": "yellow", "note": "cyan"}
_INDENT = "  "


class Builder(Protocol):
    """Opens the builder; passed in, because the front ends do not import each other."""

    def open(self, path: str | None, data: Sequence[str] = (), language: str | None = None) -> int:
        """Open the builder in the terminal, with a list if there is one, and return the exit code."""

    def serve(self, host: str, port: int, *, anyone: bool) -> None:
        """Serve the builder to browsers until it is stopped."""


class Context:
    """The environment that a command runs in."""

    def __init__(
        self, data: tuple[str, ...], language: str, builder: Builder, *, colour: str | None = None, quiet: bool = False
    ) -> None:
        self.data = data
        self.language = language
        self.builder = builder
        self.quiet = quiet
        self._colour = colour

    @cached_property
    def library(self) -> Library:
        """The installed data; opening it prints overrides and problems in the user's own files."""
        library = Library.open(self.data)
        for override in library.shadowed:
            self.print_info("cli.shadowed", id=override.title, file=override.file, hidden=override.replaced)
        self.print_findings(library.problems)
        return library

    def find_faction(self, faction_id: str, system: str | None) -> Faction:
        """Return a faction; if several systems have it and none was chosen, print which one is used."""
        try:
            return self.library.faction(faction_id, system)
        except AmbiguousIdError as error:
            first = error.systems[0]
            self.print_info("cli.several-games", wanted=faction_id, systems=error.systems, system=first)
            return self.library.faction(faction_id, first)

    def find_event(self, id_or_path: str) -> Event:
        """Return an event by its id or file; raise ListbuilderError for a list file."""
        try:
            return self.library.find_event(id_or_path)
        except UnreadableError:
            if detect_kind(load_document(id_or_path).value, Path()) != "list":
                raise
            raise ListbuilderError(self.translate("cli.no-event", path=id_or_path)) from None

    @cached_property
    def terminal(self) -> Terminal:
        """What standard output can show."""
        return Terminal.detect(sys.stdout, self._colour)

    def translate(self, key: str, **values: object) -> str:
        """Return a sentence in the user's language."""
        return translate(self.language, key, **values)

    def print_result(self, key: str, **values: object) -> None:
        """Print a message on standard output, on one line."""
        print_line(self.terminal.sanitize_line(self.translate(key, **values)))

    def print_message(self, key: str, **values: object) -> None:
        """Print a message on standard error."""
        write_stderr(self.terminal.sanitize(self.translate(key, **values)))

    def print_info(self, key: str, **values: object) -> None:
        """Print a message on standard error unless the user wants quiet."""
        if not self.quiet:
            self.print_message(key, **values)

    def print_findings(self, findings: Iterable[Diagnostic], path: str = "") -> None:
        """Print findings on standard error."""
        terminal = Terminal.detect(sys.stderr, self._colour)
        for finding in findings:
            write_stderr(self.format_finding(finding, path, terminal))

    def format_finding(self, finding: Diagnostic, path: str, terminal: Terminal | None = None) -> str:
        """Return the lines of a finding, for standard output unless a terminal is given."""
        record = build_finding_record(finding, self.language)
        return "\n".join(finding_lines(record, path, self.language, terminal or self.terminal))


def choose_language(asked: str | None) -> str:
    """Return the requested language, or else that of the environment; raise UnknownIdError if it is unknown."""
    if asked is None:
        return detect_language()
    if asked not in languages():
        raise UnknownIdError("language", asked, languages())
    return asked


def run_command(arguments: Namespace, builder: Builder) -> int:
    """Run a command and return its exit code; print errors as a message on standard error."""
    data = tuple(arguments.data or ())
    context = Context(data, FALLBACK_LANGUAGE, builder, colour=arguments.color, quiet=arguments.quiet)
    try:
        add_user_languages(data)
        context.language = detect_language()
        context.language = choose_language(arguments.lang)
        return int(arguments.run(arguments, context))
    except (ListbuilderError, OSError) as error:
        report_error(context, error)
        return ExitCode.ERROR
    except Exception as error:  # noqa: BLE001  # the last resort: a message instead of a traceback
        if arguments.debug:
            traceback.print_exc()
        context.print_message("cli.internal", error=f"{type(error).__name__}: {error}")
        return ExitCode.INTERNAL_ERROR


def report_error(context: Context, error: Exception) -> None:
    """Print what went wrong on standard error."""
    if isinstance(error, UnreadableError):
        context.print_findings(error.diagnostics)
    elif isinstance(error, UnknownIdError):
        write_stderr(context.terminal.sanitize(unknown_id_message(context.language, error)))
    elif isinstance(error, AmbiguousIdError):
        context.print_message("cli.ambiguous", wanted=error.wanted, systems=error.systems)
    elif isinstance(error, SaveError):
        reason = error.to(context.language) if isinstance(error, UnsavedError) else str(error)
        context.print_message("cli.not-saved", reason=reason)
    elif isinstance(error, OSError) and isinstance(error.filename, str):
        context.print_findings([unreadable_finding(error.filename, error.errno)])
    elif isinstance(error, OSError):
        write_stderr(lost_output_message(error, context.language))
    else:
        context.print_message("cli.failed", reason=str(error))


def place_of(finding: FindingRecord, path: str) -> PlaceRecord:
    """Return the place of a finding, or else the line of the list that it is about."""
    return finding["place"] or {"path": path, "line": finding["line"], "column": None}


def entry_of(finding: FindingRecord) -> str:
    """Return the id of the entry that a finding is about; a finding with its own place is about a key of a file."""
    return (finding["on"] or "") if finding["place"] is None else ""


def format_location(finding: FindingRecord, language: str, *, line: bool = True) -> str:
    """Return the line and entry of a finding, such as "(line 8, entry c)": units may have the same name."""
    parts = [translate(language, "cli.line", line=finding["line"])] if line and finding["line"] else []
    parts += [translate(language, "cli.entry", id=entry)] if (entry := entry_of(finding)) else []
    return f"({', '.join(parts)})" if parts else ""


def finding_lines(finding: FindingRecord, path: str, language: str, terminal: Terminal) -> list[str]:
    """Return the lines of a finding."""
    place = place_of(finding, path)
    where = ":".join(str(part) for part in (place["path"], place["line"], place["column"]) if part)
    severity = translate(language, f"severity.{finding['severity']}")
    head = [
        f"{terminal.sanitize_line(where)}:" if where else "",
        terminal.style(severity, SEVERITY_COLOURS[finding["severity"]], "bold"),
        terminal.style(finding["code"], "bold"),
        finding["name"],
        terminal.sanitize_line(format_location(finding, language, line=False)),
    ]
    source = f" ({finding['source']})" if finding["source"] else ""
    lines = [" ".join(part for part in head if part), *wrap_indented(finding["message"] + source, terminal)]
    if finding["fix"]:
        lines += wrap_indented(translate(language, "cli.fix", fix=finding["fix"]), terminal)
    return lines


def wrap_indented(text: str, terminal: Terminal) -> list[str]:
    """Wrap a text to the width of the terminal, indented by two columns."""
    width, safe = terminal.width, terminal.sanitize(text)
    return wrap(safe, width, initial_indent=_INDENT, subsequent_indent=_INDENT, break_on_hyphens=False)

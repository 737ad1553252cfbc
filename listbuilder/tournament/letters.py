"""Draft letters to the players with the decision, all findings and their fixes; nothing is ever sent."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import SMTP

from listbuilder.diagnostics.messages import FindingRecord
from listbuilder.i18n import has_sentence, translate
from listbuilder.listfiles.hashes import format_printed_code
from listbuilder.model import Event
from listbuilder.textutil.sanitize import sanitize_line
from listbuilder.tournament.overview import PlayerRow
from listbuilder.tournament.player_status import PlayerStatus

_MAX_FINDING_LENGTH = 4000
"""Characters of a finding, which a letter shows in full."""
_ADDRESS = re.compile(r"""[^\s<>()\[\],;:\\"@]+@[^\s<>()\[\],;:\\"@]+""")
"""An email address in a registration; the standard library fails on some other texts."""
_ORGANISER_CODES = frozenset({"DSK012", "DSK015"})
"""Codes that only concern the organiser."""


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter: its subject and paragraphs, each of one or more lines."""

    to: str
    subject: str
    paragraphs: tuple[tuple[str, ...], ...]
    language: str

    @property
    def text(self) -> str:
        """The letter as plain text."""
        return "\n\n".join("\n".join(lines) for lines in self.paragraphs) + "\n"

    @property
    def html(self) -> str:
        """The letter as an HTML page; all content is escaped."""
        body = "\n".join(
            "<p>" + "<br>\n".join(html.escape(line) for line in lines) + "</p>" for lines in self.paragraphs
        )
        title = html.escape(self.subject)
        return (
            f'<!DOCTYPE html>\n<html lang="{self.language}"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>{title}</title><style>body{{font:1rem/1.5 sans-serif;max-width:40rem;margin:2rem auto;"
            f"padding:0 1rem}}</style></head>\n<body><h1>{title}</h1>\n{body}\n</body></html>\n"
        )

    @property
    def eml(self) -> bytes:
        """The letter as a draft that mail programs can open."""
        message = EmailMessage(policy=SMTP)
        message["To"] = self.to
        message["Subject"] = self.subject
        message["X-Unsent"] = "1"
        message.set_content(self.text)
        message.add_alternative(self.html, subtype="html")
        message.set_boundary("=" * 15 + "listbuilder" + "=" * 2)  # fixed, so that equal letters are equal files
        return bytes(message)


def build_letter(row: PlayerRow, event: Event, language: str) -> Letter:
    """Return the letter to a player, in the language that the row was built in."""
    kind = _letter_kind(row)
    values = {
        "player": sanitize_line(row.player.name),
        "event": sanitize_line(event.name.to(language)),
        "list": ", ".join(sanitize_line(record["name"] or "") for record in row.readable_lists),
    }
    keys = ("letter.greeting", f"letter.{kind}")
    paragraphs: list[tuple[str, ...]] = [(translate(language, key, **values),) for key in keys]
    findings = list(_iterate_findings(row, language))
    if findings and row.is_good:
        paragraphs.append((translate(language, "letter.also"),))
    paragraphs += [*findings, *_code_paragraphs(row, language)]
    if event.deadline is not None and kind != "accepted":
        deadline = event.deadline.isoformat(timespec="minutes")
        paragraphs.append((translate(language, "letter.deadline", when=deadline, **values),))
    paragraphs.append((translate(language, "letter.close", **values),))
    subject = translate(language, f"letter.subject.{kind}", **values)
    to = ", ".join(_ADDRESS.findall(row.player.mail))
    return Letter(sanitize_line(to), sanitize_line(subject), tuple(paragraphs), language)


def _letter_kind(row: PlayerRow) -> str:
    if row.status is PlayerStatus.MISSING:
        return "missing"
    if row.rejection_reason:
        return "turned-down"
    if not row.readable_lists:
        return "unreadable"
    if row.status in (PlayerStatus.ACCEPTED, PlayerStatus.LEGAL, PlayerStatus.UNCHECKED):
        return str(row.status.value)
    return "late" if row.statuses == (PlayerStatus.LATE,) else "problems"


def _iterate_findings(row: PlayerRow, language: str) -> Iterator[tuple[str, ...]]:
    """Yield everything at once, so that one answer is enough."""
    if row.rejection_reason:
        yield (sanitize_line(row.rejection_reason, _MAX_FINDING_LENGTH),)
    if row.status is PlayerStatus.MISSING:
        return
    for finding in row.findings:
        if finding["severity"] != "note" and finding["code"] not in _ORGANISER_CODES:
            yield tuple(_format_finding(finding, language))


def _format_finding(finding: FindingRecord, language: str) -> Iterator[str]:
    """Yield the message of a finding, as addressed to the player if there is such a text, and its fix."""
    key, message = f"letter.{finding['code']}", finding["message"]
    if has_sentence(language, key):
        params = {name: _without_folder(value) for name, value in finding["params"].items()}
        message = translate(language, key, **params)
    yield sanitize_line(f"{finding['code']} {message}", _MAX_FINDING_LENGTH)
    if finding["fix"]:
        yield "    " + sanitize_line(translate(language, "cli.fix", fix=finding["fix"]), _MAX_FINDING_LENGTH)


def _without_folder(value: object) -> object:
    """Remove the folder from a file name, which only the organiser knows."""
    if isinstance(value, list):
        return tuple(map(_without_folder, value))
    return value.rpartition("/")[2] if isinstance(value, str) else value


def _code_paragraphs(row: PlayerRow, language: str) -> Iterator[tuple[str, ...]]:
    if row.readable_lists and row.status.is_good:
        codes = [
            (sanitize_line(record["name"] or ""), format_printed_code(record["hash"] or ""))
            for record in row.readable_lists
        ]
        yield tuple(translate(language, "letter.code", list=name, code=code) for name, code in codes)
    if row.status is PlayerStatus.ACCEPTED:
        marks = ", ".join(format_printed_code(entry.line_hash) for entry in row.accepted)
        yield (translate(language, "letter.mark", marks=marks),)

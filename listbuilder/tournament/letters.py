"""Letters to the players: accepted or not, everything that was found, and how to mend it. Nothing is ever sent."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import SMTP

from listbuilder.diagnostics.messages import FindingRecord
from listbuilder.i18n import has, translate
from listbuilder.listfiles.hashes import printed_code
from listbuilder.model import Event
from listbuilder.textutil.sanitize import plain_line
from listbuilder.tournament.overview import PlayerStanding
from listbuilder.tournament.player_status import Status

_UNTOLD = "note"
_LONGEST = 4000
"""Letters of a finding: a letter says all of it."""
_ADDRESS = re.compile(r"""[^\s<>()\[\],;:\\"@]+@[^\s<>()\[\],;:\\"@]+""")
"""What stands for an address in a registration; over anything else the standard library may stumble."""
_OURS = frozenset({"DSK012", "DSK015"})
"""What only the organiser can do something about."""


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter in words: its subject and its paragraphs, each of one or more lines."""

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
        """The letter as a page; everything in it is text."""
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
        """The letter as a draft that mail programs open."""
        message = EmailMessage(policy=SMTP)
        message["To"] = self.to
        message["Subject"] = self.subject
        message["X-Unsent"] = "1"
        message.set_content(self.text)
        message.add_alternative(self.html, subtype="html")
        boundary = "=" * 15 + "listbuilder" + "=" * 2  # the same letter is the same file
        message.set_boundary(boundary)
        return bytes(message)


def build_letter(row: PlayerStanding, event: Event, language: str) -> Letter:
    """Write the letter to a player; the language is the one that the row was made in."""
    kind = _kind(row)
    name, title = plain_line(row.player.name), plain_line(event.name.to(language))
    values = {"player": name, "event": title, "list": ", ".join(plain_line(one["name"] or "") for one in row.read)}
    paragraphs = [
        (translate(language, "letter.greeting", **values),),
        (translate(language, f"letter.{kind}", **values),),
        *_told(row, language),
        *_codes(row, language),
    ]
    if event.deadline is not None and kind != "accepted":
        when = event.deadline.isoformat(timespec="minutes")
        paragraphs.append((translate(language, "letter.deadline", when=when, **values),))
    paragraphs.append((translate(language, "letter.close", **values),))
    subject = translate(language, f"letter.subject.{kind}", **values)
    to = ", ".join(_ADDRESS.findall(row.player.mail))
    return Letter(plain_line(to), plain_line(subject), tuple(paragraphs), language)


def _kind(row: PlayerStanding) -> str:
    if row.status is Status.MISSING:
        return "missing"
    if row.rejected:
        return "turned-down"
    if not row.read:
        return "unreadable"
    if row.status in (Status.ACCEPTED, Status.LEGAL, Status.UNCHECKED):
        return str(row.status.value)
    return "late" if row.statuses == (Status.LATE,) else "problems"


def _told(row: PlayerStanding, language: str) -> Iterator[tuple[str, ...]]:
    """Give what was found; where the list is fine, it is said to be only by the way."""
    found = list(_findings(row, language))
    if found and row.is_good:
        yield (translate(language, "letter.also"),)
    yield from found


def _findings(row: PlayerStanding, language: str) -> Iterator[tuple[str, ...]]:
    """Give everything at once, so that one answer is enough."""
    if row.rejected:
        yield (plain_line(row.rejected, _LONGEST),)
    if row.status is Status.MISSING:
        return
    for finding in row.findings:
        if finding["severity"] != _UNTOLD and finding["code"] not in _OURS:
            yield tuple(_lines(finding, language))


def _lines(finding: FindingRecord, language: str) -> Iterator[str]:
    yield plain_line(f"{finding['code']} {_said(finding, language)}", _LONGEST)
    if finding["fix"]:
        yield "    " + plain_line(translate(language, "cli.fix", fix=finding["fix"]), _LONGEST)


def _said(finding: FindingRecord, language: str) -> str:
    """Say it to the player, where it is otherwise said to the organiser."""
    key = f"letter.{finding['code']}"
    if not has(language, key):
        return finding["message"]
    return translate(language, key, **{name: _without_folder(value) for name, value in finding["params"].items()})


def _without_folder(value: object) -> object:
    """Give a file's name without the folder that only the organiser knows."""
    if isinstance(value, list):
        return tuple(map(_without_folder, value))
    return value.rpartition("/")[2] if isinstance(value, str) else value


def _codes(row: PlayerStanding, language: str) -> Iterator[tuple[str, ...]]:
    if row.read and row.status.is_good:
        yield tuple(
            translate(language, "letter.code", list=plain_line(one["name"] or ""), code=printed_code(one["hash"] or ""))
            for one in row.read
        )
    if row.status is Status.ACCEPTED:
        marks = ", ".join(printed_code(one.mark) for one in row.accepted)
        yield (translate(language, "letter.mark", marks=marks),)

"""Writes submissions in all formats: emails, mailboxes, archives, folders and files."""

from __future__ import annotations

import html
import json
import os
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path

from listbuilder.exporters.army_forge_text import format_share_text
from listbuilder.listfiles.share_string import encode_share_string
from listbuilder.listfiles.writer import format_list_json, format_list_yaml
from listbuilder.model import Roster
from proof.army_forge_saves import army_forge_save
from proof.tabletop_exports import army_forge_export

FORMS: Mapping[str, tuple[str, Callable[[Roster], str]]] = {
    "yaml": (".yaml", lambda roster: format_list_yaml(roster.army)),
    "json": (".json", lambda roster: format_list_json(roster.army)),
    "save": (".json", lambda roster: json.dumps(army_forge_save(roster))),
    "text": (".txt", format_share_text),
    "share": (".txt", lambda roster: encode_share_string(roster.army)),
    "tabletop": (".json", lambda roster: json.dumps(army_forge_export(roster))),
}
OWN = ("yaml", "json", "share")
"""The formats that can contain every fault."""
WAYS = ("attached", "pasted", "mailbox", "on a page", "forwarded", "archive", "folder", "file", "dropped")
BY_MAIL = WAYS[:5]


@dataclass(frozen=True)
class SentList:
    """A submitted list: its sender, time, delivery and file."""

    name: str
    address: str
    player: str
    at: datetime
    way: str
    suffix: str
    data: bytes


@dataclass
class Delivery:
    """Writes submissions into a folder for `desk take`, and some directly into the inbox."""

    folder: Path
    inbox: Path
    _written: int = 0
    _boxed: list[EmailMessage] = field(default_factory=list)
    _packed: list[SentList] = field(default_factory=list)

    def send(self, sent: SentList) -> None:
        """Write one submission, or collect it for a mailbox or archive."""
        match sent.way:
            case "attached" | "pasted" | "on a page" | "forwarded":
                self._write(self.folder / f"{self._written:04}.eml", bytes(_mail(sent)), sent.at)
            case "mailbox":
                self._boxed.append(_mail(sent))
            case "archive":
                self._packed.append(sent)
            case "folder":
                self._write(self.folder / sent.name / f"army{sent.suffix}", sent.data, sent.at)
            case "file":
                self._write(self.folder / f"{sent.name}{sent.suffix}", sent.data, sent.at)
            case "dropped":
                self._write(self.inbox / sent.player / f"army{sent.suffix}", sent.data, sent.at)

    def close(self, at: datetime) -> None:
        """Write the mailbox, and the archive with a folder for each player."""
        if self._boxed:
            raw = b"".join(b"From - Fri May  1 12:00:00 2026\n" + bytes(mail) + b"\n" for mail in self._boxed)
            self._write(self.folder / "all.mbox", raw, at)
        if self._packed:
            path = self.folder / "all.zip"
            with zipfile.ZipFile(path, "w") as archive:
                for sent in self._packed:
                    archive.writestr(f"{sent.name}/army{sent.suffix}", sent.data)
            self._write(path, path.read_bytes(), at)

    def _write(self, path: Path, raw: bytes, at: datetime) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(raw)
        os.utime(path, (at.timestamp(), at.timestamp()))
        self._written += 1


def _mail(sent: SentList) -> EmailMessage:
    if sent.way == "forwarded":
        return _forward(_mail(replace(sent, way="attached")), sent)
    message = EmailMessage()
    message["From"], message["To"] = sent.address, "desk@example.org"
    message["Subject"], message["Date"] = "My list", format_datetime(sent.at)
    if sent.way == "pasted":
        message.set_content(
            f"Hello, this is my list:\n\n{sent.data.decode()}\n\nSee you!\n"
            if _may_have_text(sent)
            else sent.data.decode()
        )
        return message
    if sent.way == "on a page":
        lines = html.escape(sent.data.decode()).replace("  ", "&nbsp; ").replace("\n", "<br>\n")
        message.set_content(f"<html><body><p>Hello!</p><div>{lines}</div></body></html>", subtype="html")
        return message
    message.set_content("Hello, my list is attached.")
    name = f"army{sent.suffix}"
    message.add_attachment(sent.data, maintype="application", subtype="octet-stream", filename=name)
    return message


def _may_have_text(sent: SentList) -> bool:
    """Return whether an email may have text around a list. After a share text it would look like units."""
    return not sent.data.startswith(b"++")


def _forward(mail: EmailMessage, sent: SentList) -> EmailMessage:
    message = EmailMessage()
    message["From"], message["To"] = "Helper <helper@nowhere.example>", "desk@example.org"
    message["Subject"], message["Date"] = "Fwd: My list", format_datetime(sent.at)
    message.set_content("I received this.")
    message.add_attachment(mail)
    return message

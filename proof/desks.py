"""A small desk whose files are spoiled or bent, and everything that an organiser makes of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from email.message import EmailMessage
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from listbuilder.cli.commands.desk.report_formats import FORMATS, desk_record
from listbuilder.cli.streams import Terminal
from listbuilder.library import Library
from listbuilder.library.locations import bundled_data
from listbuilder.model import Shown
from listbuilder.tournament.acceptance_log import accept, append
from listbuilder.tournament.intake import Taker
from listbuilder.tournament.letters import build_letter
from listbuilder.tournament.overview import View, build_table
from listbuilder.tournament.overview_page import format_desk_page
from listbuilder.tournament.printouts import judges_book, labels, pairing
from listbuilder.tournament.publication import entrants, publish
from listbuilder.tournament.tournament import Desk

LIST = "aof-3.2-matins.yaml"
TIME = "2026-05-01T12:00:00+02:00"
FILES: Mapping[str, bytes] = {
    "event.yaml": b"format: 1\nid: cup\nname: {en: Iron Cup, de: Eisenpokal}\nsystems: [aof-3.2]\n"
    b"deadline: 2026-05-01T20:00+02:00\nlimits: {heroes: {per: 500}}\n",
    "players.csv": "id;Name;E-Mail;Team;Fraktion;bezahlt;Datei;eingegangen;Sprache;Tisch\n"
    "1;Kim Weber;kim@example.org;Red;Free Cities;ja;;2026-05-01 12:00;de;1\n"
    "2;Robin Ñandú;robin@example.org;Red;;nein;;01.05.2026 19:00;en;2\n".encode(),
    "taken.csv": f"file,player,received,clock,source,sender,sha256\n1/{LIST},1,{TIME},mail,a.eml,kim@example.org,\n"
    f"2/{LIST},2,{TIME},file,b.zip,,\n".encode(),
    "decisions.csv": f"player,file,decision,reason,at,by\n2,2/{LIST},reject,too late,{TIME},me\n".encode(),
    "answers.csv": b"clue,player\nkim@example.org,1\n",
}


def sample() -> Path:
    """Give the list that everybody hands in."""
    return bundled_data() / "lists" / LIST


@contextmanager
def made_desk(library: Library, changed: Mapping[str, bytes]) -> Iterator[Desk]:
    """Write a desk in a folder that is thrown away, with some files changed, and open it."""
    with TemporaryDirectory() as folder:
        root = Path(folder) / "desk"
        handed = {f"inbox/{player}/{LIST}": sample().read_bytes() for player in (1, 2)}
        for name, raw in {**FILES, **handed, **changed}.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_bytes(raw)
        yield Desk(root, library)


@cache
def sound_lock(library: Library) -> bytes:
    """Give the file in which the list of the first player was accepted."""
    with made_desk(library, {}) as desk:
        (judged,) = desk.judge_all(desk.submissions_of("1"))
        append(desk.places.lock, desk.lock, accept(judged, "1", desk.event, by="me", at=TIME, file=f"1/{LIST}"))
        return desk.places.lock.read_bytes()


def faces(desk: Desk, language: str) -> Iterator[tuple[str, bytes]]:
    """Give everything that a desk is shown as: tables, the page, letters, what is handed out and published."""
    table = build_table(desk, View(language=language, sheets=True, fresh=True, jobs=1))
    record = desk_record(table, desk.event.id, language)
    for name in FORMATS:
        yield name, "".join(FORMATS[name](record, language, Terminal())).encode("utf-8", "replace")
    yield "page", format_desk_page(table, desk.event, language).encode()
    for row in table.rows:
        letter = build_letter(row, desk.event, language)
        yield from (("letter", letter.text.encode()), ("letter page", letter.html.encode()), ("mail", letter.eml))
    yield from (("labels", labels(table, desk.event, language)), ("pairing", pairing(table)))
    found = entrants(desk)
    if found:
        yield "book", judges_book(found, language, "table")
    for name, made in publish(desk, Shown.COMMITTED, language):
        yield f"public {name}", made


def take(library: Library, name: str, raw: bytes) -> None:
    """Hand a file in at a desk; nothing may be written outside of its folder."""
    with made_desk(library, {}) as desk:
        brought = desk.places.root.parent / name
        brought.write_bytes(raw)
        before = _files(desk.places.root.parent)
        Taker(desk.places, desk.register, library).take([str(brought)])
        strange = [path for path in _files(desk.places.root.parent) - before if desk.places.root not in path.parents]
        if strange:
            raise FileExistsError(*strange)


def _files(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if path.is_file()}


def sound_mails() -> list[bytes]:
    """Give a mail with a list attached, one with an archive pasted as text, and a mailbox of both."""
    raw = sample().read_bytes()
    attached, pasted = EmailMessage(), EmailMessage()
    for message, sender in ((attached, '"Weber, Kim" <kim@example.org>'), (pasted, "robin@example.org")):
        message["Received"] = "from a by b; Fri, 01 May 2026 12:00:00 +0200"
        message["From"], message["Subject"] = sender, "Liste für den Pokal"
        message["Date"] = "Fri, 01 May 2026 12:00:00 +0200"
    attached.set_content("My list.")
    attached.add_attachment(raw, maintype="application", subtype="octet-stream", filename="../Líste.yaml")
    pasted.set_content(raw.decode())
    mails = [bytes(attached), bytes(pasted)]
    return [*mails, b"".join(b"From x Fri May  1 12:00:00 2026\n" + one + b"\n" for one in mails)]

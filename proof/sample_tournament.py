"""A small event folder whose files can be replaced, and all outputs made from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from email.message import EmailMessage
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from listbuilder.cli.commands.desk.report_formats import FORMATS, tournament_record
from listbuilder.cli.streams import Terminal
from listbuilder.library import Library
from listbuilder.library.locations import bundled_data_folder
from listbuilder.model import ListVisibility
from listbuilder.tournament.acceptance_log import append_accepted, build_accepted
from listbuilder.tournament.intake import SubmissionIntake
from listbuilder.tournament.letters import build_letter
from listbuilder.tournament.overview import OverviewOptions, build_overview
from listbuilder.tournament.overview_page import format_overview_page
from listbuilder.tournament.printouts import build_judges_book, build_seat_labels, format_pairing_table
from listbuilder.tournament.publication import build_public_files, load_entrants
from listbuilder.tournament.tournament import Tournament

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
    """Return the path of the list that every player submits."""
    return bundled_data_folder() / "lists" / LIST


@contextmanager
def open_sample_tournament(library: Library, changed: Mapping[str, bytes]) -> Iterator[Tournament]:
    """Write a temporary event folder with some files replaced, and open it."""
    with TemporaryDirectory() as folder:
        root = Path(folder) / "desk"
        submissions = {f"inbox/{player}/{LIST}": sample().read_bytes() for player in (1, 2)}
        for name, raw in {**FILES, **submissions, **changed}.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_bytes(raw)
        yield Tournament(root, library)


@cache
def valid_acceptance_log(library: Library) -> bytes:
    """Return an acceptance log with the list of the first player."""
    with open_sample_tournament(library, {}) as tournament:
        (judged,) = tournament.judge_all(tournament.submissions_of("1"))
        append_accepted(
            tournament.paths.acceptance_log,
            tournament.acceptance_log,
            build_accepted(judged, "1", tournament.event, by="me", at=TIME, file=f"1/{LIST}"),
        )
        return tournament.paths.acceptance_log.read_bytes()


def tournament_outputs(tournament: Tournament, language: str) -> Iterator[tuple[str, bytes]]:
    """Yield every output: tables, the page, letters, printouts and published files."""
    table = build_overview(tournament, OverviewOptions(language=language, sheets=True, fresh=True, jobs=1))
    record = tournament_record(table, tournament.event.id, language)
    for name in FORMATS:
        yield name, "".join(FORMATS[name](record, language, Terminal())).encode("utf-8", "replace")
    yield "page", format_overview_page(table, tournament.event, language).encode()
    for row in table.rows:
        letter = build_letter(row, tournament.event, language)
        yield from (("letter", letter.text.encode()), ("letter page", letter.html.encode()), ("mail", letter.eml))
    yield from (
        ("labels", build_seat_labels(table, tournament.event, language)),
        ("pairing", format_pairing_table(table)),
    )
    entrants = load_entrants(tournament)
    if entrants:
        yield "book", build_judges_book(entrants, language, "table")
    for name, content in build_public_files(tournament, ListVisibility.COMMITTED, language):
        yield f"public {name}", content


def take(library: Library, name: str, raw: bytes) -> None:
    """Add a file to the inbox; raise if anything is written outside the event folder."""
    with open_sample_tournament(library, {}) as tournament:
        submission = tournament.paths.root.parent / name
        submission.write_bytes(raw)
        before = _files(tournament.paths.root.parent)
        SubmissionIntake(tournament.paths, tournament.registrations, library).take([str(submission)])
        outside = [
            path for path in _files(tournament.paths.root.parent) - before if tournament.paths.root not in path.parents
        ]
        if outside:
            raise FileExistsError(*outside)


def _files(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if path.is_file()}


def valid_mails() -> list[bytes]:
    """Return an email with a list attached, one with an archive as text, and a mailbox of both."""
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
    return [*mails, b"".join(b"From x Fri May  1 12:00:00 2026\n" + mail + b"\n" for mail in mails)]

"""Taking submissions in: versions are kept, repeats skipped, and nothing is guessed or misplaced."""

from __future__ import annotations

import os
import shutil
import zipfile
from collections.abc import Callable
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from pathlib import Path

import listbuilder
from listbuilder.diagnostics import Severity
from listbuilder.tournament.acceptance import accept_lists
from listbuilder.tournament.csv_tables import read_table
from listbuilder.tournament.intake import IncomingFile, IntakeResult, SubmissionIntake
from listbuilder.tournament.overview import build_overview
from listbuilder.tournament.player_matching import Candidate
from listbuilder.tournament.player_status import PlayerStatus
from listbuilder.tournament.registrations import Player
from listbuilder.tournament.submissions import load_submission_table
from listbuilder.tournament.tournament import Tournament
from tests.desk.conftest import EN, ILLEGAL, LEGAL, ON_TIME, OTHER, mail
from tests.desk.test_player_status import codes, row_of

Open = Callable[..., Tournament]
SHARE = Path(listbuilder.__file__).parent / "sample" / "world" / "friends" / "share.txt"


def take(tournament: Tournament, *paths: Path, ask: Player | None = None) -> IntakeResult:
    def answer(piece: IncomingFile, candidates: list[Candidate]) -> Player | None:  # noqa: ARG001
        return ask

    taker = SubmissionIntake(
        tournament.paths, tournament.registrations, tournament.library, answer if ask is not None else None
    )
    return taker.take([str(path) for path in paths])


def test_mail_is_matched_by_sender_and_dated(open_desk: Open, tmp_path: Path) -> None:
    (tmp_path / "one.eml").write_bytes(mail("kim@example.org", "list", file=LEGAL))
    (submission,) = take(open_desk(), tmp_path / "one.eml").taken
    assert (submission.player, submission.received, submission.clock) == ("1", "2026-05-01T12:00:00+02:00", "mail")
    assert (open_desk().paths.inbox / submission.file).read_bytes() == LEGAL.read_bytes()


def test_new_versions_are_kept_and_repeats_skipped(open_desk: Open, tmp_path: Path) -> None:
    (tmp_path / "one.eml").write_bytes(mail("kim@example.org", "list", file=LEGAL))
    (tmp_path / "two.eml").write_bytes(mail("kim@example.org", "list", file=OTHER))
    assert len(take(open_desk(), tmp_path / "one.eml").taken) == 1
    second = take(open_desk(), tmp_path / "one.eml", tmp_path / "two.eml")
    assert (len(second.already_taken), len(second.taken)) == (1, 1)
    assert [submission.file for submission in load_submission_table(open_desk().paths)] == [
        "1/01-aof-3-2-matins.yaml",
        "1/02-aof-3-2-seven-peaks.yaml",
    ]


def test_folder_and_archive_names_identify_players(open_desk: Open, tmp_path: Path) -> None:
    folder = tmp_path / "sent" / "Robin Nandu"
    folder.mkdir(parents=True)
    (folder / "list.yaml").write_bytes(ILLEGAL.read_bytes())
    with zipfile.ZipFile(tmp_path / "sent" / "all.zip", "w") as archive:
        archive.writestr("kim weber/army.yaml", LEGAL.read_bytes())
        archive.writestr("sam_oneil.yaml", OTHER.read_bytes())
    intake = take(open_desk(), tmp_path / "sent")
    assert sorted(submission.player for submission in intake.taken) == ["1", "2", "3"]
    assert {submission.clock for submission in intake.taken} == {"file"}


def test_pasted_list_is_taken(open_desk: Open, tmp_path: Path) -> None:
    (tmp_path / "pasted.eml").write_bytes(mail("robin@example.org", "x", text=LEGAL.read_text(encoding="utf-8")))
    (tmp_path / "hello.eml").write_bytes(mail("kim@example.org", "no list yet"))
    intake = take(open_desk(), tmp_path / "pasted.eml", tmp_path / "hello.eml")
    assert [(submission.player, submission.file) for submission in intake.taken] == [
        ("2", "2/01-pasted.txt"),
        ("1", "1/01-hello.eml"),
    ]


def test_pasted_list_is_separated_from_other_text(open_desk: Open, tmp_path: Path) -> None:
    share = SHARE.read_text(encoding="utf-8")
    page = EmailMessage()
    page["From"], page["Subject"], page["Date"] = "kim@example.org", "x", ON_TIME
    page.set_content(f"<p>Hello</p><div>{share.replace(chr(10), '<br>')}</div>", subtype="html")
    both = BytesParser(policy=policy.default).parsebytes(mail("robin@example.org", "x", text=share))
    both.add_alternative(f"<pre>{share}</pre>", subtype="html")
    answer = mail("Sam O'Neil <sam@example.org>", "x", text=f"{share}\nThe desk wrote:\n> Your list, please\n")
    for name, raw in {"a": bytes(page), "b": bytes(both), "c": answer}.items():
        (tmp_path / f"{name}.eml").write_bytes(raw)
    intake = take(open_desk(), *(tmp_path / f"{name}.eml" for name in "abc"))
    assert [(submission.player, submission.file) for submission in intake.taken] == [
        (player, f"{player}/01-pasted.txt") for player in "123"
    ]
    judged = open_desk().judge_all(intake.taken)
    assert {judged_list.army_hash for judged_list in judged} == {judged[0].army_hash}
    problem_codes = {
        finding.code
        for judged_list in judged
        for finding in judged_list.report
        if finding.severity is not Severity.NOTE
    }
    assert problem_codes == {"EVT001"}


def test_forwarding_helper_is_not_the_player(open_desk: Open, tmp_path: Path) -> None:
    inner = BytesParser(policy=policy.default).parsebytes(mail("robin@example.org", "army", file=OTHER))
    outer = BytesParser(policy=policy.default).parsebytes(mail("helper@example.org", "Fwd: army"))
    outer.add_attachment(inner)
    quoted = "fyi\nVon: Kim Weber <kim@example.org>\n\n" + SHARE.read_text(encoding="utf-8")
    nobody = quoted.replace("Kim Weber <kim@example.org>", "Toni <toni@example.org>").replace("Harvest Home", "Other")
    mails = {"a": bytes(outer), "b": mail("helper@example.org", "Fwd", text=quoted)}
    mails |= {"c": mail("helper@example.org", "Fwd", text=nobody)}
    for name, raw in mails.items():
        (tmp_path / f"{name}.eml").write_bytes(raw)
    intake = take(open_desk(), tmp_path / "a.eml", tmp_path / "b.eml")
    assert [(submission.player, submission.received) for submission in intake.taken] == [
        ("2", "2026-05-01T12:00:00+02:00"),
        ("1", "2026-05-01T12:00:00+02:00"),
    ]
    sam = open_desk().registrations.find("3")
    assert [submission.player for submission in take(open_desk(), tmp_path / "c.eml", ask=sam).taken] == ["3"]
    (tmp_path / "d.eml").write_bytes(mails["c"].replace(b"Other", b"Third"))
    ((waiting, _),) = take(open_desk(), tmp_path / "d.eml").unmatched
    assert waiting.player == ""


def test_uncertain_submission_waits_and_answer_is_remembered(open_desk: Open, tmp_path: Path) -> None:
    (tmp_path / "army.eml").write_bytes(mail("stranger@example.org", "my army", file=LEGAL))
    ((waiting, candidates),) = take(open_desk(), tmp_path / "army.eml").unmatched
    assert (waiting.player, waiting.file, candidates) == ("", "unmatched/01-aof-3-2-matins.yaml", [])
    sam = open_desk().registrations.find("3")
    assert [submission.player for submission in take(open_desk(), tmp_path / "army.eml", ask=sam).taken] == ["3"]
    (tmp_path / "next.eml").write_bytes(mail("stranger@example.org", "again", file=OTHER))
    assert [submission.player for submission in take(open_desk(), tmp_path / "next.eml").taken] == ["3"], "remembered"
    assert not list((open_desk().paths.inbox / "unmatched").iterdir())


def test_named_copy_resolves_an_unmatched_file(open_desk: Open, tmp_path: Path) -> None:
    for name in ("army.yaml", "kim weber.yaml"):
        (tmp_path / name).write_bytes(LEGAL.read_bytes())
    intake = take(open_desk(), tmp_path / "army.yaml", tmp_path / "kim weber.yaml")
    assert [(submission.player, submission.file) for submission in intake.taken] == [("1", "1/01-kim-weber.yaml")]
    assert intake.unmatched == []
    assert [submission.file for submission in load_submission_table(open_desk().paths)] == ["1/01-kim-weber.yaml"]
    assert not list((open_desk().paths.inbox / "unmatched").iterdir())


def test_manually_moved_file_keeps_its_time(open_desk: Open, tmp_path: Path) -> None:
    (tmp_path / "army.eml").write_bytes(mail("stranger@example.org", "my army", file=LEGAL))
    ((waiting, _),) = take(open_desk(), tmp_path / "army.eml").unmatched
    inbox = open_desk().paths.inbox
    (inbox / "3").mkdir()
    (inbox / waiting.file).rename(inbox / "3" / "mine.yaml")
    row = row_of(open_desk(), "3")
    assert (row.status.value, row.submissions[0].received) == ("legal", "2026-05-01T12:00:00+02:00")
    assert not take(open_desk(), tmp_path / "army.eml").taken


def test_manually_edited_table_keeps_added_columns(open_desk: Open, tmp_path: Path) -> None:
    for name, sender, file in (("one", "kim", LEGAL), ("two", "robin", OTHER)):
        (tmp_path / f"{name}.eml").write_bytes(mail(f"{sender}@example.org", "list", file=file))
    take(open_desk(), tmp_path / "one.eml")
    table = open_desk().paths.submission_table
    lines = table.read_text(encoding="utf-8").splitlines()
    corrected_table = "\r\n".join(
        f"{line.replace(',', ';')};{note}" for line, note in zip(lines, ("note", "phoned"), strict=True)
    )
    table.write_bytes(corrected_table.encode("cp1252"))
    take(open_desk(), tmp_path / "one.eml")
    assert table.read_bytes() == corrected_table.encode(), "unchanged without new submissions"
    take(open_desk(), tmp_path / "two.eml")
    heads, (first, second) = read_table(table.read_bytes())
    assert heads[-1] == "note"
    assert (first.get("file"), first.get("note")) == ("1/01-aof-3-2-matins.yaml", "phoned")
    assert (second.get("player"), second.get("note")) == ("2", "")


def test_deleted_version_keeps_its_number(open_desk: Open, tmp_path: Path) -> None:
    for index, file in enumerate((LEGAL, OTHER, ILLEGAL)):
        (tmp_path / "army.yaml").write_bytes(file.read_bytes())
        (tmp_path / "one.eml").write_bytes(mail("kim@example.org", "list", file=tmp_path / "army.yaml"))
        (submission,) = take(open_desk(), tmp_path / "one.eml").taken
        assert submission.file == f"1/{index + 1:02}-army.yaml"
        (open_desk().paths.inbox / "1" / "01-army.yaml").unlink(missing_ok=index > 0)


def test_file_names_cannot_escape_the_inbox(open_desk: Open, tmp_path: Path) -> None:
    raw = mail("kim@example.org", "x", file=LEGAL).replace(LEGAL.name.encode(), b"..\\\\..\\\\x;rm -rf.yaml")
    (tmp_path / "one.eml").write_bytes(raw)
    (submission,) = take(open_desk(), tmp_path / "one.eml").taken
    assert submission.file == "1/01-x-rm-rf.yaml"


def test_unreadable_file_is_still_a_submission(open_desk: Open, tmp_path: Path) -> None:
    (tmp_path / "kim weber.pdf").write_bytes(b"%PDF-1.7 of another tool")
    assert [submission.player for submission in take(open_desk(), tmp_path / "kim weber.pdf").taken] == ["1"]


def test_large_mailbox_is_taken_whole(open_desk: Open, tmp_path: Path) -> None:
    heavy = mail("robin@example.org", "list", text="My list.") + b"x" * 6_000_000
    box = b"".join(
        b"From x\n" + message + b"\n" for message in (heavy + b"\n", mail("kim@example.org", "list", file=LEGAL))
    )
    (tmp_path / "all.mbox").write_bytes(box)
    assert [submission.player for submission in take(open_desk(), tmp_path / "all.mbox").taken] == ["2", "1"]


def test_unreadable_file_does_not_stop_the_others(open_desk: Open, tmp_path: Path) -> None:
    (tmp_path / "one.eml").write_bytes(mail("kim@example.org", "list", file=LEGAL))
    intake = take(open_desk(), tmp_path / "nowhere.eml", tmp_path / "one.eml")
    assert [finding.code for finding in intake.unreadable] == ["DAT001"]
    assert [submission.player for submission in load_submission_table(open_desk().paths)] == ["1"]


def test_mail_without_list_changes_no_status(open_desk: Open, tmp_path: Path) -> None:
    thanks = mail("kim@example.org", "Thank you!")
    box = b"".join(b"From x\n" + message + b"\n" for message in (mail("kim@example.org", "x", file=LEGAL), thanks))
    (tmp_path / "all.mbox").write_bytes(box)
    assert [submission.file for submission in take(open_desk(), tmp_path / "all.mbox").taken] == [
        "1/01-aof-3-2-matins.yaml",
        "1/02-all.eml",
    ]
    assert (open_desk().paths.inbox / "1" / "02-all.eml").read_bytes().strip() == thanks.strip()
    row = row_of(open_desk(), "1")
    assert (row.status.value, codes(row)) == ("legal", set())


def test_nested_archives_and_mails_are_opened(open_desk: Open, tmp_path: Path) -> None:
    inner = tmp_path / "inner.zip"
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("kim weber.yaml", LEGAL.read_bytes())
    with zipfile.ZipFile(tmp_path / "outer.zip", "w") as archive:
        archive.write(inner, "all/inner.zip")
        archive.writestr("mails/1.eml", mail("robin@example.org", "x", file=OTHER))
    intake = take(open_desk(), tmp_path / "outer.zip")
    assert [(submission.player, submission.clock) for submission in intake.taken] == [("1", "file"), ("2", "mail")]


def test_folder_names_identify_players_except_the_root(open_desk: Open, tmp_path: Path) -> None:
    sent = tmp_path / "Robin Ñandú's event"
    for number, folder in enumerate(("Kim Weber", "Sam O'Neil/final version")):
        (sent / folder).mkdir(parents=True)
        (sent / folder / "army.yaml").write_bytes(LEGAL.read_bytes() + f"# {number}\n".encode())
    with zipfile.ZipFile(sent / "more.zip", "w") as archive:
        archive.writestr("sam_oneil/new/army.yaml", OTHER.read_bytes())
    (sent / "x.yaml").write_bytes(ILLEGAL.read_bytes())
    for number, brought in enumerate(([sent], sorted(sent.iterdir()))):
        tournament = open_desk()
        intake = take(tournament, *brought)
        assert sorted(submission.player for submission in intake.taken) == ["1", "3", "3"], number
        assert [submission.source for submission, _ in intake.unmatched] == ["x.yaml"]
        shutil.rmtree(tournament.paths.inbox)
        tournament.paths.submission_table.unlink()
    assert take(open_desk(), sent / "Kim Weber" / "army.yaml").unmatched, "the folder of a single file says nothing"


def test_unreadable_archive_member_affects_only_itself(open_desk: Open, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "all.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("kim weber.yaml", LEGAL.read_bytes())
        archive.writestr("photo.jpg", bytes(5_000_001))
    intake = take(open_desk(), tmp_path / "all.zip")
    assert [submission.file for submission in intake.taken] == ["1/01-kim-weber.yaml"]
    assert not intake.unmatched
    (unread,) = intake.unreadable
    assert unread.place is not None
    assert (unread.code, unread.place.path) == ("IMP001", "all.zip/photo.jpg")


def test_mailed_archive_is_opened_if_readable(open_desk: Open, tmp_path: Path) -> None:
    for number, (beside, file) in enumerate(((LEGAL, "1/01-aof-3-2-matins.yaml"), (None, "1/02-sent.zip"))):
        with zipfile.ZipFile(tmp_path / "sent.zip", "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("large.json", bytes(5_000_001))
            archive.writestr("read me.txt", b"My list is in here.")
            if beside is not None:
                archive.write(beside, beside.name)
        path = tmp_path / f"{number}.eml"
        path.write_bytes(mail("kim@example.org", "list", file=tmp_path / "sent.zip"))
        assert [submission.file for submission in take(open_desk(), path).taken] == [file]


def test_office_document_is_one_submission(open_desk: Open, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "Kim Weber.docx", "w") as archive:
        for name in ("[Content_Types].xml", "word/document.xml", "word/styles.xml"):
            archive.writestr(name, f"<{name}>")
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.write(tmp_path / "Kim Weber.docx", "Sam O'Neil.docx")
    submissions = take(open_desk(), tmp_path / "Kim Weber.docx", tmp_path / "all.zip").taken
    assert [submission.file for submission in submissions] == ["1/01-kim-weber.docx", "3/01-sam-oneil.docx"]


def test_only_lists_among_attachments_are_taken(open_desk: Open, tmp_path: Path) -> None:
    message = BytesParser(policy=policy.default).parsebytes(mail("kim@example.org", "my lists", file=LEGAL))
    for name, raw in (("b.yaml", OTHER.read_bytes()), ("c.yaml", b""), ("d.pdf", b"%PDF-1"), ("e.png", b"\x89PNG")):
        message.add_attachment(raw, maintype="application", subtype="octet-stream", filename=name)
    (tmp_path / "five.eml").write_bytes(bytes(message))
    intake = take(open_desk(), tmp_path / "five.eml")
    assert [submission.file for submission in intake.taken] == ["1/01-aof-3-2-matins.yaml", "1/02-b.yaml"]
    assert [names for _, names in intake.skipped_files] == [("d.pdf",)], "reported, not silently dropped"


def test_each_list_of_a_mail_is_asked_about(open_desk: Open, tmp_path: Path) -> None:
    message = BytesParser(policy=policy.default).parsebytes(mail("club@example.org", "our lists", file=LEGAL))
    message.add_attachment(OTHER.read_bytes(), maintype="application", subtype="octet-stream", filename="b.yaml")
    (tmp_path / "two.eml").write_bytes(bytes(message))
    tournament, asked = open_desk(), []

    def answer(piece: IncomingFile, candidates: list[Candidate]) -> Player | None:  # noqa: ARG001
        asked.append(piece.name)
        return tournament.registrations.players[len(asked) - 1]

    for _ in range(2):
        SubmissionIntake(tournament.paths, tournament.registrations, tournament.library, answer).take(
            [str(tmp_path / "two.eml")]
        )
    assert asked == [LEGAL.name, "b.yaml"]
    assert [submission.player for submission in load_submission_table(tournament.paths)] == ["1", "2"]


def test_answer_does_not_apply_to_other_files(open_desk: Open, tmp_path: Path) -> None:
    for folder, file in (("one", LEGAL), ("two", OTHER)):
        (tmp_path / "sent" / folder).mkdir(parents=True)
        (tmp_path / "sent" / folder / "army.yaml").write_bytes(file.read_bytes())
    sam = open_desk().registrations.find("3")
    assert [submission.player for submission in take(open_desk(), tmp_path / "sent" / "one", ask=sam).taken] == ["3"]
    assert len(take(open_desk(), tmp_path / "sent" / "two").unmatched) == 1


def test_answer_does_not_rename_the_sender(open_desk: Open, tmp_path: Path) -> None:
    (tmp_path / "Robin Nandu.yaml").write_bytes(LEGAL.read_bytes())
    (tmp_path / "a.eml").write_bytes(mail("kim@example.org", "Robin's list", file=tmp_path / "Robin Nandu.yaml"))
    (tmp_path / "b.eml").write_bytes(mail("kim@example.org", "mine", file=OTHER))
    robin = open_desk().registrations.find("2")
    assert [submission.player for submission in take(open_desk(), tmp_path / "a.eml", ask=robin).taken] == ["2"]
    assert [submission.player for submission in take(open_desk(), tmp_path / "b.eml").taken] == ["1"]


def test_broken_attachment_is_taken(open_desk: Open, tmp_path: Path) -> None:
    (tmp_path / "broken.yaml").write_bytes(b"units: [")
    (tmp_path / "one.eml").write_bytes(mail("kim@example.org", "list", file=tmp_path / "broken.yaml"))
    assert [submission.file for submission in take(open_desk(), tmp_path / "one.eml").taken] == ["1/01-broken.yaml"]


def test_undecodable_bytes_stop_nothing(open_desk: Open, tmp_path: Path) -> None:
    raw = mail("kim@example.org", "Kim Weber", file=LEGAL).replace(b"kim@example.org", b"k\xd9m@example.org")
    odd = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.eml"))
    odd.write_bytes(raw)
    assert [submission.player for submission in take(open_desk(), odd).taken] == ["1"]
    assert len(take(open_desk(), odd).already_taken) == 1


def test_undecodable_file_name_is_checked_and_accepted(open_desk: Open) -> None:
    tournament = open_desk()
    folder = tournament.paths.inbox / "1"
    folder.mkdir()
    Path(os.fsdecode(os.fsencode(folder) + b"/\xff.yaml")).write_bytes(LEGAL.read_bytes())
    row = build_overview(tournament, EN).rows[0]
    assert row.status is PlayerStatus.LATE
    assert [accepted_list.player for accepted_list in accept_lists(row, tournament, "me", "x")] == ["1"]
    assert len(open_desk().acceptance_log.accepted) == 1
    assert open_desk().acceptance_log.findings == ()

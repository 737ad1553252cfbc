"""Saved mails: sender, subject, time of the server, attachments and pasted text; broken ones are still read."""

from __future__ import annotations

from email import policy
from email.message import EmailMessage
from email.parser import BytesParser

import pytest

from listbuilder.diagnostics import Place
from listbuilder.tournament import email_files
from listbuilder.tournament.email_files import Mail, is_mail, list_within, read_mails, text_of_page, without_quotes
from tests.desk.conftest import LEGAL, mail


def test_a_mail_with_an_attachment() -> None:
    raw = mail('"Weber, Kim" <Kim@Example.org>', "Kim – Free Cities", file=LEGAL)
    assert is_mail(raw)
    (found,) = read_mails(raw)
    assert (found.sender, found.address, found.subject) == ("Weber, Kim", "kim@example.org", "Kim – Free Cities")
    assert found.received is not None
    assert found.received.isoformat() == "2026-05-01T12:00:00+02:00"
    assert [part.name for part in found.parts] == ["", LEGAL.name]
    assert found.parts[1].data == LEGAL.read_bytes()


def test_the_server_knows_the_time_better_than_the_sender() -> None:
    server = b"Received: from a by b; Sat, 02 May 2026 09:00:00 +0000\n"
    (found,) = read_mails(server + mail("kim@example.org", "x"))
    assert found.received is not None
    assert found.received.isoformat() == "2026-05-02T09:00:00+00:00"


def test_a_mailbox_holds_many() -> None:
    one = mail("kim@example.org", "first")
    box = b"From kim@example.org Fri May  1 12:00:00 2026\n" + one + b"\nFrom x\n" + mail("b@example.org", "second")
    assert is_mail(box)
    assert [found.subject for found in read_mails(box)] == ["first", "second"]


def test_of_a_mailbox_without_end_the_first_mails_are_read_and_the_others_are_told() -> None:
    *found, told = read_mails(b"From x\nSubject: y\n\n" * 5001, "all.mbox")
    assert len(found) == 5000
    assert (told.code, told.params, told.place) == ("IMP050", {"n": 5001, "most": 5000}, Place("all.mbox"))
    assert len(list(read_mails(b"From x\n\n\n" * 5000))) == 5000


def test_a_mail_over_which_reading_breaks_costs_no_other(monkeypatch) -> None:
    read = email_files._parsed
    monkeypatch.setattr(email_files, "_parsed", lambda raw: read(raw) if b"good" in raw else 1 // 0)
    broken, good = read_mails(b"From x\nSubject: bad\n\n\nFrom x\nSubject: good\n\n", "two.mbox")
    assert (broken.code, broken.place) == ("INT001", Place("two.mbox"))
    assert good.subject == "good"


def test_a_file_name_is_only_a_name() -> None:
    raw = mail("kim@example.org", "x", file=LEGAL).replace(LEGAL.name.encode(), b"../../../etc/list.yaml")
    assert next(read_mails(raw)).parts[1].name == "list.yaml"


def test_broken_headers_are_no_reason_to_fail() -> None:
    raw = b"From: =?utf-8?q?=\nSubject: =?bad?x?\nDate: never\nReceived: ; nonsense\n\nhello\n"
    (found,) = read_mails(raw)
    assert found.received is None
    assert found.parts[0].data.strip() == b"hello"


def test_lists_are_no_mails() -> None:
    assert not is_mail(LEGAL.read_bytes())
    assert not is_mail(b"format: 1\nname: x\nsystem: y\n")
    assert not is_mail(b"++ My List [AOF 75pts] ++\n")


@pytest.mark.parametrize(
    ("header", "shown"),
    [
        (b"Date: Fri, 01 May 2026 12:00:00 +99999999999999", ""),
        (b"Date: Fri, 01 May 99999999999999999999 12:00:00 +0000", ""),
        (b"Content-Type: text/plain; charset=utf-7", "+2AA-"),
        (b"Content-Type: text/plain; charset=undefined", "+2AA-"),
        (b'Content-Type: text/plain; charset="a\0b"', "+2AA-"),
        (b"Reply-To: " + b"(" * 5000, ""),
        (b"Subject: " + b"=?utf-8?q?a?= " * 50_000, ""),
    ],
    ids=["zone", "year", "half a letter", "no encoding", "no name", "deep", "long"],
)
def test_a_header_that_nobody_can_read_costs_only_itself(header: bytes, shown: str) -> None:
    (found,) = read_mails(b"From: kim@example.org\n" + header + b"\n\n+2AA-\n")
    assert found.address == "kim@example.org"
    assert found.received is None
    assert [part.data.decode().strip() for part in found.parts] == [shown or "+2AA-"]


def test_a_sender_as_deep_as_it_is_long_is_nobody() -> None:
    (found,) = read_mails(b"From: " + b"(" * 5000 + b"\nSubject: x\n\nhello\n")
    assert (found.address, found.subject) == ("", "x")


@pytest.mark.parametrize(
    "inside",
    [
        b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (one, one) for one in range(400)),
        b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\nx\n" * 2000,
        b"A: b\n" * 600_000,
        b"\n" + b"x\n" * 500_001,
    ],
    ids=["in parts", "beside parts", "lines", "text"],
)
def test_parts_without_end_are_none_and_the_sender_is_known_all_the_same(inside: bytes) -> None:
    (found,) = read_mails(b"From: kim@example.org\n" + inside)
    assert (found.address, found.parts) == ("kim@example.org", ())


def test_of_many_files_the_first_fifty_are_read() -> None:
    parts = b"".join(b"--b\nContent-Disposition: attachment; filename=%d.txt\n\nx\n" % number for number in range(60))
    (found,) = read_mails(b"From: kim@example.org\nContent-Type: multipart/mixed; boundary=b\n\n" + parts + b"--b--\n")
    assert [part.name for part in found.parts] == [f"{number}.txt" for number in range(50)]


def parts_of(*parts: bytes) -> list[tuple[str, bytes]]:
    body = b"".join(b"--b\n" + part + b"\n" for part in parts)
    raw = b"From: k@example.org\nSubject: x\nContent-Type: multipart/mixed; boundary=b\n\n" + body + b"--b--\n"
    (found,) = read_mails(raw)
    return [(part.name, part.data.strip()) for part in found.parts]


def test_files_and_texts_are_parts_and_nothing_else_is() -> None:
    assert parts_of(
        b"Content-Type: text/plain; charset=iso-8859-1\n\nK\xf6ln",
        b"Content-Type: text/html\n\n<p>K&ouml;ln</p>",
        b"Content-Type: text/calendar\n\nno",
        b'Content-Type: text/html; name="list.html"\n\n<p>yes</p>',
        b"Content-Disposition: attachment; filename=empty.txt\n\n  \n",
        b"Content-Type: text/plain\n\n \n",
        b"Content-Disposition: attachment; filename=old.txt\nContent-Type: text/plain; charset=latin-1\n\nK\xf6ln",
    ) == [("", "Köln".encode()), ("", "Köln".encode()), ("list.html", b"<p>yes</p>"), ("old.txt", b"K\xf6ln")]


def test_a_mail_that_an_editor_saved_is_a_mail() -> None:
    raw = b"\xef\xbb\xbfFrom: kim@example.org\r\nSubject: x\r\n\r\nhi\r\n"
    assert is_mail(raw)
    (found,) = read_mails(raw)
    assert isinstance(found, Mail)
    assert found.address == "kim@example.org"


def test_a_mail_is_known_by_two_headers_that_mails_have() -> None:
    assert is_mail(b"From: a@b\nSubject: x\n\nhello\n")
    assert is_mail(b"X-Odd: 1\r\nfrom: a@b\r\n folded\r\nDATE: now\r\n\r\n")
    assert not is_mail(b"From: a@b\nX-Odd: x\n\nhello\n")
    assert not is_mail(b"From: a@b\nFrom: c@d\n\nhello\n")
    assert not is_mail(b"From: a@b\n\nSubject: x\n")
    assert is_mail(b"From anybody at any time\n")


def test_a_time_without_a_zone_is_one_of_greenwich_and_a_broken_one_gives_way() -> None:
    (found,) = read_mails(b"Received: by x; nonsense\nDate: Fri, 01 May 2026 12:00:00 -0000\nFrom: k@x\n\n")
    assert found.received is not None
    assert found.received.isoformat() == "2026-05-01T12:00:00+00:00"


def test_headers_are_one_line_and_nobody_is_nobody() -> None:
    (found,) = read_mails(b"Subject: one\n   two\t three\nX: y\n\n")
    assert (found.subject, found.sender, found.address, found.received) == ("one two three", "", "", None)


def test_a_mailbox_keeps_each_mail_as_it_came() -> None:
    first, second = (bytes(found.raw) for found in read_mails(b"From x\nSubject: 1\n\na\n\nFrom y\nSubject: 2\n\nb\n"))
    assert (first, second) == (b"Subject: 1\n\na", b"Subject: 2\n\nb\n")


def test_a_page_is_read_as_it_is_seen() -> None:
    page = (
        "<html><head><title>No</title><style>p{}</style></head><body><p>Hi,<br>my&nbsp;list:</p><p><br></p><p><br></p>"
        "<div>&nbsp; one &amp;\n two</div><pre>a\n b</pre></body></html>"
    )
    (found,) = read_mails(b"From: kim@example.org\nSubject: x\nContent-Type: text/html\n\n" + page.encode())
    ((part),) = found.parts
    assert (part.name, part.page, part.data.decode()) == ("", True, "Hi,\nmy list:\n\n  one & two\n\na\n b")


def test_a_signature_is_not_part_of_what_was_written() -> None:
    (found,) = read_mails(b"From: kim@example.org\nSubject: x\n\nmy list\n-- \nKim\n0123\n")
    assert found.parts[0].data == b"my list\n"


def test_mails_that_are_passed_on_keep_their_sender() -> None:
    inner = mail("Robin <robin@example.org>", "dwarves", file=LEGAL)
    outer = EmailMessage()
    outer["From"], outer["Subject"] = "helper@example.org", "Fwd: dwarves"
    outer.set_content("See below")
    outer.add_attachment(BytesParser(policy=policy.default).parsebytes(inner))
    outer.add_attachment(inner, maintype="application", subtype="octet-stream", filename="dwarves.eml")
    (found,) = read_mails(bytes(outer))
    assert [part.name for part in found.parts] == [""]
    assert [(one.address, one.parts[1].data) for one in found.passed_on] == [
        ("robin@example.org", LEGAL.read_bytes())
    ] * 2


def test_mails_in_mails_in_mails_come_to_an_end() -> None:
    inner = mail("robin@example.org", "dwarves")
    for _ in range(30):
        inner = b"From: a@example.org\nSubject: Fwd\nContent-Type: message/rfc822\n\n" + inner
    (found,) = read_mails(inner)
    depth = 0
    while found.passed_on:
        (found,), depth = found.passed_on, depth + 1
    assert depth == 3


@pytest.mark.parametrize(
    "line",
    [
        "From: Robin Gray <Robin@example.org>",
        "> Von: Robin Gray <robin@example.org>",
        "*Von:* Robin Gray [mailto:robin@example.org]",
        'From: "Robin Gray" <robin@example.org>',
    ],
)
def test_who_wrote_what_is_quoted(line: str) -> None:
    text = f"fyi\n\n----- Forwarded -----\n{line}\nSent: yesterday\nTo: helper@example.org\n\nMy list\n"
    (found,) = read_mails(mail("helper@example.org", "Fwd", text=text))
    assert found.writers == (("Robin Gray", "robin@example.org"),)


def test_what_is_answered_to_is_left_out() -> None:
    assert without_quotes("mine\n\nOn Monday the desk wrote:\n> send it\n> now\nKim\n") == "mine\n\nKim\n"
    assert without_quotes("mine\n\nAm 1.5. schrieb Orga <o@example.org>:\n> send it\n") == "mine\n\n"
    assert without_quotes("Name: x\nno quote\n") == "Name: x\nno quote\n"


def test_a_file_between_other_words_is_found() -> None:
    assert list_within('Hi, {"a": {}} bye') == '{"a": {}}'
    ours = "format: 1\nname: x\nunits:\n  - {id: a}\n# more\n- y\n\nbooks: {}\n"
    assert list_within(f"My list (v2):\n\n{ours}See you!\nname: Kim\n") == ours
    assert list_within("no list") == ""


@pytest.mark.parametrize("mark", ["<!--", "<a ", "<a x='", "<", "</", "<![", "&#"])
def test_marks_that_never_end_are_read_to_the_end(mark: str) -> None:
    assert text_of_page(f"<p>list</p>{mark * 100_000}").startswith("list")

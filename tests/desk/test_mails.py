"""Reading saved mails: sender, subject, server time, attachments and pasted text, even if broken."""

from __future__ import annotations

from email import policy
from email.message import EmailMessage
from email.parser import BytesParser

import pytest

from listbuilder.diagnostics import Place
from listbuilder.tournament import email_files
from listbuilder.tournament.email_files import Email, extract_list, html_to_text, is_email, read_emails, strip_quotes
from tests.desk.conftest import LEGAL, mail


def test_mail_with_attachment_is_read() -> None:
    raw = mail('"Weber, Kim" <Kim@Example.org>', "Kim – Free Cities", file=LEGAL)
    assert is_email(raw)
    (email,) = read_emails(raw)
    assert (email.sender, email.address, email.subject) == ("Weber, Kim", "kim@example.org", "Kim – Free Cities")
    assert email.received is not None
    assert email.received.isoformat() == "2026-05-01T12:00:00+02:00"
    assert [part.name for part in email.parts] == ["", LEGAL.name]
    assert email.parts[1].data == LEGAL.read_bytes()


def test_server_time_overrides_the_senders() -> None:
    server = b"Received: from a by b; Sat, 02 May 2026 09:00:00 +0000\n"
    (email,) = read_emails(server + mail("kim@example.org", "x"))
    assert email.received is not None
    assert email.received.isoformat() == "2026-05-02T09:00:00+00:00"


def test_mailbox_with_several_mails() -> None:
    message = mail("kim@example.org", "first")
    box = b"From kim@example.org Fri May  1 12:00:00 2026\n" + message + b"\nFrom x\n" + mail("b@example.org", "second")
    assert is_email(box)
    assert [email.subject for email in read_emails(box)] == ["first", "second"]


def test_mail_count_is_limited_and_reported() -> None:
    *emails, finding = read_emails(b"From x\nSubject: y\n\n" * 5001, "all.mbox")
    assert len(emails) == 5000
    assert (finding.code, finding.params, finding.place) == ("IMP050", {"n": 5001, "most": 5000}, Place("all.mbox"))
    assert len(list(read_emails(b"From x\n\n\n" * 5000))) == 5000


def test_parser_error_affects_one_mail(monkeypatch) -> None:
    read = email_files._parse
    monkeypatch.setattr(email_files, "_parse", lambda raw: read(raw) if b"good" in raw else 1 // 0)
    broken, good = read_emails(b"From x\nSubject: bad\n\n\nFrom x\nSubject: good\n\n", "two.mbox")
    assert (broken.code, broken.place) == ("INT001", Place("two.mbox"))
    assert good.subject == "good"


def test_attachment_name_has_no_folders() -> None:
    raw = mail("kim@example.org", "x", file=LEGAL).replace(LEGAL.name.encode(), b"../../../etc/list.yaml")
    assert next(read_emails(raw)).parts[1].name == "list.yaml"


def test_broken_headers_are_tolerated() -> None:
    raw = b"From: =?utf-8?q?=\nSubject: =?bad?x?\nDate: never\nReceived: ; nonsense\n\nhello\n"
    (email,) = read_emails(raw)
    assert email.received is None
    assert email.parts[0].data.strip() == b"hello"


def test_lists_are_not_mails() -> None:
    assert not is_email(LEGAL.read_bytes())
    assert not is_email(b"format: 1\nname: x\nsystem: y\n")
    assert not is_email(b"++ My List [AOF 75pts] ++\n")


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
def test_unreadable_header_affects_only_itself(header: bytes, shown: str) -> None:
    (email,) = read_emails(b"From: kim@example.org\n" + header + b"\n\n+2AA-\n")
    assert email.address == "kim@example.org"
    assert email.received is None
    assert [part.data.decode().strip() for part in email.parts] == [shown or "+2AA-"]


def test_deeply_nested_sender_is_ignored() -> None:
    (email,) = read_emails(b"From: " + b"(" * 5000 + b"\nSubject: x\n\nhello\n")
    assert (email.address, email.subject) == ("", "x")


@pytest.mark.parametrize(
    "inside",
    [
        b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (number, number) for number in range(400)),
        b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\nx\n" * 2000,
        b"A: b\n" * 600_000,
        b"\n" + b"x\n" * 500_001,
    ],
    ids=["in parts", "beside parts", "lines", "text"],
)
def test_oversized_mail_keeps_its_sender(inside: bytes) -> None:
    (email,) = read_emails(b"From: kim@example.org\n" + inside)
    assert (email.address, email.parts) == ("kim@example.org", ())


def test_attachment_count_is_limited_to_fifty() -> None:
    parts = b"".join(b"--b\nContent-Disposition: attachment; filename=%d.txt\n\nx\n" % number for number in range(60))
    (email,) = read_emails(b"From: kim@example.org\nContent-Type: multipart/mixed; boundary=b\n\n" + parts + b"--b--\n")
    assert [part.name for part in email.parts] == [f"{number}.txt" for number in range(50)]


def parts_of(*parts: bytes) -> list[tuple[str, bytes]]:
    body = b"".join(b"--b\n" + part + b"\n" for part in parts)
    raw = b"From: k@example.org\nSubject: x\nContent-Type: multipart/mixed; boundary=b\n\n" + body + b"--b--\n"
    (email,) = read_emails(raw)
    return [(part.name, part.data.strip()) for part in email.parts]


def test_only_files_and_texts_are_parts() -> None:
    assert parts_of(
        b"Content-Type: text/plain; charset=iso-8859-1\n\nK\xf6ln",
        b"Content-Type: text/html\n\n<p>K&ouml;ln</p>",
        b"Content-Type: text/calendar\n\nno",
        b'Content-Type: text/html; name="list.html"\n\n<p>yes</p>',
        b"Content-Disposition: attachment; filename=empty.txt\n\n  \n",
        b"Content-Type: text/plain\n\n \n",
        b"Content-Disposition: attachment; filename=old.txt\nContent-Type: text/plain; charset=latin-1\n\nK\xf6ln",
    ) == [("", "Köln".encode()), ("", "Köln".encode()), ("list.html", b"<p>yes</p>"), ("old.txt", b"K\xf6ln")]


def test_mail_with_bom_is_recognised() -> None:
    raw = b"\xef\xbb\xbfFrom: kim@example.org\r\nSubject: x\r\n\r\nhi\r\n"
    assert is_email(raw)
    (email,) = read_emails(raw)
    assert isinstance(email, Email)
    assert email.address == "kim@example.org"


def test_mail_needs_two_mail_headers() -> None:
    assert is_email(b"From: a@b\nSubject: x\n\nhello\n")
    assert is_email(b"X-Odd: 1\r\nfrom: a@b\r\n folded\r\nDATE: now\r\n\r\n")
    assert not is_email(b"From: a@b\nX-Odd: x\n\nhello\n")
    assert not is_email(b"From: a@b\nFrom: c@d\n\nhello\n")
    assert not is_email(b"From: a@b\n\nSubject: x\n")
    assert is_email(b"From anybody at any time\n")


def test_time_without_zone_is_utc() -> None:
    (email,) = read_emails(b"Received: by x; nonsense\nDate: Fri, 01 May 2026 12:00:00 -0000\nFrom: k@x\n\n")
    assert email.received is not None
    assert email.received.isoformat() == "2026-05-01T12:00:00+00:00"


def test_folded_headers_become_one_line() -> None:
    (email,) = read_emails(b"Subject: one\n   two\t three\nX: y\n\n")
    assert (email.subject, email.sender, email.address, email.received) == ("one two three", "", "", None)


def test_mailbox_keeps_raw_mails() -> None:
    first, second = (bytes(email.raw) for email in read_emails(b"From x\nSubject: 1\n\na\n\nFrom y\nSubject: 2\n\nb\n"))
    assert (first, second) == (b"Subject: 1\n\na", b"Subject: 2\n\nb\n")


def test_html_mail_becomes_plain_text() -> None:
    page = (
        "<html><head><title>No</title><style>p{}</style></head><body><p>Hi,<br>my&nbsp;list:</p><p><br></p><p><br></p>"
        "<div>&nbsp; one &amp;\n two</div><pre>a\n b</pre></body></html>"
    )
    (email,) = read_emails(b"From: kim@example.org\nSubject: x\nContent-Type: text/html\n\n" + page.encode())
    ((part),) = email.parts
    assert (part.name, part.is_html, part.data.decode()) == ("", True, "Hi,\nmy list:\n\n  one & two\n\na\n b")


def test_signature_is_removed() -> None:
    (email,) = read_emails(b"From: kim@example.org\nSubject: x\n\nmy list\n-- \nKim\n0123\n")
    assert email.parts[0].data == b"my list\n"


def test_forwarded_mails_keep_their_sender() -> None:
    inner = mail("Robin <robin@example.org>", "dwarves", file=LEGAL)
    outer = EmailMessage()
    outer["From"], outer["Subject"] = "helper@example.org", "Fwd: dwarves"
    outer.set_content("See below")
    outer.add_attachment(BytesParser(policy=policy.default).parsebytes(inner))
    outer.add_attachment(inner, maintype="application", subtype="octet-stream", filename="dwarves.eml")
    (email,) = read_emails(bytes(outer))
    assert [part.name for part in email.parts] == [""]
    assert [(forwarded_email.address, forwarded_email.parts[1].data) for forwarded_email in email.forwarded] == [
        ("robin@example.org", LEGAL.read_bytes())
    ] * 2


def test_forwarding_depth_is_limited() -> None:
    inner = mail("robin@example.org", "dwarves")
    for _ in range(30):
        inner = b"From: a@example.org\nSubject: Fwd\nContent-Type: message/rfc822\n\n" + inner
    (email,) = read_emails(inner)
    depth = 0
    while email.forwarded:
        (email,), depth = email.forwarded, depth + 1
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
def test_quoted_sender_is_found(line: str) -> None:
    text = f"fyi\n\n----- Forwarded -----\n{line}\nSent: yesterday\nTo: helper@example.org\n\nMy list\n"
    (email,) = read_emails(mail("helper@example.org", "Fwd", text=text))
    assert email.quoted_writers == (("Robin Gray", "robin@example.org"),)


def test_quoted_text_is_removed() -> None:
    assert strip_quotes("mine\n\nOn Monday the desk wrote:\n> send it\n> now\nKim\n") == "mine\n\nKim\n"
    assert strip_quotes("mine\n\nAm 1.5. schrieb Orga <o@example.org>:\n> send it\n") == "mine\n\n"
    assert strip_quotes("Name: x\nno quote\n") == "Name: x\nno quote\n"


def test_list_within_text_is_found() -> None:
    assert extract_list('Hi, {"a": {}} bye') == '{"a": {}}'
    ours = "format: 1\nname: x\nunits:\n  - {id: a}\n# more\n- y\n\nbooks: {}\n"
    assert extract_list(f"My list (v2):\n\n{ours}See you!\nname: Kim\n") == ours
    assert extract_list("no list") == ""


@pytest.mark.parametrize("mark", ["<!--", "<a ", "<a x='", "<", "</", "<![", "&#"])
def test_unclosed_markup_is_read_to_the_end(mark: str) -> None:
    assert html_to_text(f"<p>list</p>{mark * 100_000}").startswith("list")

"""Saved mails: who sent them, when they came, and the files and texts in them.

The words of a mail as its reader sees them: pages without their markup, and who wrote what was passed on.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.headerregistry import Address, HeaderRegistry
from email.message import EmailMessage, MIMEPart
from email.parser import BytesParser
from email.policy import EmailPolicy
from email.utils import parsedate_to_datetime
from functools import partial
from html import unescape
from itertools import chain, islice, pairwise

from listbuilder.crash_guard import guarded
from listbuilder.diagnostics import Diagnostic, Place
from listbuilder.importers.base import decode
from listbuilder.tournament.csv_tables import known_words

_BREAKS = frozenset({"br", "p", "div", "li", "tr", "pre", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "table"})
_UNSEEN = frozenset({"head", "style", "script", "title"})
_LARGEST = 2_000_000
_MARK = re.compile(
    r"<!--.*?(?:-->|\Z)|<(?P<ends>/?)(?P<name>[A-Za-z][A-Za-z0-9]{0,20})[^<>]*>|<[!?/][^<>]*>", re.DOTALL
)
_KEPT = "\N{NO-BREAK SPACE}"
"""The blank that browsers keep; a list of ours needs its indents."""
_BLANKS = re.compile(r"[ \t\r\n]+")
_BLANK_LINES = re.compile(r"\n{3,}")
_LINE = re.compile(r"^[>*\s]{0,20}([^\W\d_]{2,12})\*?\s?:\*?\s{0,3}(\S[^\n]{0,300})$", re.MULTILINE)
_ADDRESS = re.compile(r"[\w.+'-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}")
_MOST_WRITERS = 3
_SIGNED = re.compile(r"^-- $.*\Z", re.MULTILINE | re.DOTALL)
"""A signature begins with a line that all mail programs write alike."""
_OURS = re.compile(r"^format: ?\d.*(?:\n(?:[\w-]+:|[ #-]).*|\n)*", re.MULTILINE)
"""A list file of ours, up to the first line that is none of its lines."""
_QUOTES = re.compile(r"(?:^(?!>)[^\n]{0,300}:[ \t]*\n(?:[ \t]*\n)?)?(?:^>[^\n]*(?:\n|\Z))+", re.MULTILINE)
"""What is answered to, with the line that says whose it is."""


def text_of_page(page: str) -> str:
    """Give the text of a mail that is a page, with a new line where a browser begins one.

    Not by the standard library's reader: of comments that never end it takes minutes.
    """
    said: list[str] = []
    unseen = as_written = place = 0
    for mark in _MARK.finditer(page[:_LARGEST]):
        said.append(_shown(page[place : mark.start()], as_written=as_written > 0) if not unseen else "")
        place, name, ends = mark.end(), (mark["name"] or "").lower(), bool(mark["ends"])
        said.append("\n" if name in _BREAKS and not (ends and name == "br") else "")
        unseen = max(0, unseen + (name in _UNSEEN) * (-1 if ends else 1))
        as_written = max(0, as_written + (name == "pre") * (-1 if ends else 1))
    said.append(_shown(page[place:_LARGEST], as_written=as_written > 0) if not unseen else "")
    lines = (line.strip(" ").replace(_KEPT, " ").rstrip() for line in "".join(said).split("\n"))
    return _BLANK_LINES.sub("\n\n", "\n".join(lines)).strip("\n")


def _shown(text: str, *, as_written: bool) -> str:
    plain = unescape(text)
    return plain.replace(" ", _KEPT) if as_written else _BLANKS.sub(" ", plain)


def without_signature(text: str) -> str:
    """Leave out what a mail program adds to every mail."""
    return _SIGNED.sub("", text.replace("\r\n", "\n"))


def without_quotes(text: str) -> str:
    """Leave out what a mail answers to."""
    return _QUOTES.sub("", text)


def list_within(text: str) -> str:
    """Give a file that was pasted between other words: JSON, or a list of ours; empty where there is none."""
    ours = _OURS.search(text)
    return ours[0] if ours is not None else text[max(text.find("{"), 0) : text.rfind("}") + 1]


def writers_of(text: str) -> Iterator[tuple[str, str]]:
    """Give names and addresses of those whose mails are quoted, as mail programs write them: “From: Kim <kim@…>”."""
    said = (found[2] for found in _LINE.finditer(text) if found[1].casefold() in known_words()["sender"])
    for _, writer in zip(range(_MOST_WRITERS), said, strict=False):
        address = _ADDRESS.search(writer)
        name = writer[: address.start()] if address is not None else writer
        yield name.replace("mailto:", "").strip(' <["*'), address[0].casefold() if address is not None else ""


_A_MAIL, _PAGE = "message/rfc822", "text/html"
_TEXTS = ("text/plain", _PAGE)
_DEEPEST = 3
"""How often a mail is passed on before it is no longer looked into."""
_MOST_MAILS, _MOST_PARTS = 5000, 50
_MOST_MARKS = 1000
"""Lines that may part the parts of a mail, and underline headings in pasted text."""
_MOST_LINES = 500_000
_LONGEST_HEAD = 100_000
_EMPTY_LINE = re.compile(rb"\n\r?\n")
_FROM = re.compile(rb"(?:\A|\n\r?\n)From [^\r\n]*\r?\n")
"""How each mail of a mailbox begins: a line of its own behind an empty one."""
_HEADER = re.compile(rb"\A(?:[!-9;-~]+:[^\r\n]*\r?\n(?:[ \t][^\r\n]*\r?\n)*){2}", re.ASCII)
_KNOWN = re.compile(rb"^(?:from|date|received|subject|mime-version|message-id):", re.IGNORECASE | re.MULTILINE)
_LEAST_KNOWN = 2
_LONGEST_HEADER = 2000
"""Letters of a header that are read: how long the standard library takes grows with their square."""


@dataclass(frozen=True, slots=True)
class Enclosure:
    """A file or a text in a mail; a text has no name."""

    name: str
    data: bytes
    page: bool = False
    """Whether it was a page: most mails say the same once more as plain text."""


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail as far as a desk needs it."""

    sender: str = ""
    address: str = ""
    subject: str = ""
    received: datetime | None = None
    """When the receiving server had it, else when its sender says that it was sent."""
    parts: tuple[Enclosure, ...] = ()
    raw: bytes = b""
    """The mail itself."""
    passed_on: tuple[Mail, ...] = ()
    """Mails that are attached to it."""
    writers: tuple[tuple[str, str], ...] = ()
    """Names and addresses of those whose mails are quoted in it."""


def is_mail(raw: bytes) -> bool:
    """Tell whether bytes are a mail or a mailbox, by how they begin."""
    head = raw[:_LONGEST_HEAD].removeprefix(BOM_UTF8)
    return head.startswith(b"From ") or (
        _HEADER.match(head) is not None and len({found.lower() for found in _KNOWN.findall(head)}) >= _LEAST_KNOWN
    )


def read_mails(raw: bytes, path: str = "") -> Iterator[Mail | Diagnostic]:
    """Read the mails in a file, one or a mailbox of many; one that cannot be read is a finding and costs no other."""
    raw = raw.removeprefix(BOM_UTF8)  # as an editor saves it
    for single in islice(_single_mails(raw), _MOST_MAILS):
        yield guarded(partial(_mail, single), path)
    number = sum(1 for _ in _FROM.finditer(raw)) if raw.startswith(b"From ") else 1
    if number > _MOST_MAILS:
        yield Diagnostic("IMP050", None, {"n": number, "most": _MOST_MAILS}, place=Place(path))


def _single_mails(raw: bytes) -> Iterator[bytes]:
    if not raw.startswith(b"From "):
        yield raw
        return
    for this, following in pairwise(chain(_FROM.finditer(raw), (None,))):
        if this is not None:
            yield raw[this.end() : following.start() if following is not None else len(raw)]


def _read_header(name: str, value: str) -> str:
    """Read a header as the standard library does; where it fails, as it may in many ways, there is nothing."""
    try:
        return _HEADERS(name, value[:_LONGEST_HEADER])
    except Exception:  # noqa: BLE001  # RecursionError among others
        return ""


_HEADERS = HeaderRegistry()
_PARSER = BytesParser(policy=EmailPolicy(header_factory=_read_header))


def _mail(raw: bytes, depth: int = 0) -> Mail:
    return _told(_parsed(raw), raw, depth)


def _told(message: EmailMessage, raw: bytes, depth: int) -> Mail:
    sender = _sender(message)
    parts = tuple(_parts(message))
    mails = tuple(part for part in parts if part.name and is_mail(part.data)) if depth < _DEEPEST else ()
    attached = list(_attached(message)) if depth < _DEEPEST else []
    return Mail(
        sender=sender.display_name if sender is not None else "",
        address=sender.addr_spec.casefold() if sender is not None else "",
        subject=_header(message, "Subject"),
        received=_received(message),
        parts=tuple(part for part in parts if part not in mails),
        raw=raw,
        passed_on=(
            *(_told(one, b"", depth + 1) for one in attached),
            *(_mail(part.data, depth + 1) for part in mails),
        ),
        writers=tuple(writer for part in parts if not part.name for writer in writers_of(part.data.decode())),
    )


def _attached(message: EmailMessage) -> Iterator[EmailMessage]:
    """Give the mails that are attached to a mail as what they are."""
    for part in _walk(message):
        inside = part.get_payload() if part.get_content_type() == _A_MAIL else None
        yield from (one for one in inside if isinstance(one, EmailMessage)) if isinstance(inside, list) else ()


def _parsed(raw: bytes) -> EmailMessage:
    """Read a mail; of one with parts or lines without end, or in parts in parts, which nobody sends, the headers."""
    try:
        endless = raw.count(b"\n--") > _MOST_MARKS or raw.count(b"\n") > _MOST_LINES
        return _PARSER.parsebytes(raw if not endless else _head(raw))
    except RecursionError:
        return _PARSER.parsebytes(_head(raw))


def _head(raw: bytes) -> bytes:
    ends = _EMPTY_LINE.search(raw, 0, _LONGEST_HEAD)
    return raw[: ends.end() if ends is not None else _LONGEST_HEAD]


def _sender(message: EmailMessage) -> Address | None:
    addresses: tuple[Address, ...] = getattr(message["From"], "addresses", ())
    return addresses[0] if addresses else None


def _header(message: EmailMessage, name: str) -> str:
    return " ".join(str(message.get(name, "")).split())


def _received(message: EmailMessage) -> datetime | None:
    """Take the time of the last server; senders' clocks may be set to anything."""
    stamps = [_header(message, "Received").rpartition(";")[2], _header(message, "Date")]
    for stamp in stamps:
        try:
            found = parsedate_to_datetime(stamp)
        except (ValueError, TypeError, IndexError, OverflowError):
            continue
        return found if found.tzinfo is not None else found.replace(tzinfo=UTC)
    return None


def _parts(message: EmailMessage) -> Iterator[Enclosure]:
    """Give files, and texts: what was pasted instead of being attached."""
    for number, part in enumerate(_walk(message)):
        if part.is_multipart() or number > _MOST_PARTS:
            continue
        data = part.get_payload(decode=True)
        if not isinstance(data, bytes) or not data.strip():
            continue
        name = _file_name(part)
        if name:
            yield Enclosure(name, data)
        elif part.get_content_type() in _TEXTS:
            page = part.get_content_type() == _PAGE
            text = _decoded(data, part.get_content_charset())
            yield Enclosure(
                "", (text_of_page(text) if page else without_signature(text)).encode("utf-8", "replace"), page
            )


def _walk(message: MIMEPart) -> Iterator[MIMEPart]:
    """Give a mail and its parts, but not those of a mail that is attached to it."""
    yield message
    if message.is_multipart() and message.get_content_type() != _A_MAIL:
        for part in message.iter_parts():
            yield from _walk(part)


def _file_name(part: MIMEPart) -> str:
    return re.split(r"[\\/]", part.get_filename() or "")[-1].strip()


def _decoded(data: bytes, charset: str | None) -> str:
    try:
        text = data.decode(charset or "utf-8")
        text.encode()
    except (LookupError, ValueError):  # no such letters, no such encoding, or one that no mail may have
        return decode(data) or ""
    return text

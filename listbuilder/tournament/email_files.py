"""Read saved emails: sender, time of receipt, attachments, pasted texts and forwarded mails."""

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

from listbuilder.crash_guard import run_guarded
from listbuilder.diagnostics import Diagnostic, Place
from listbuilder.importers.importer import decode_text
from listbuilder.tournament.csv_tables import load_known_words

_LINE_BREAK_TAGS = frozenset(
    {"br", "p", "div", "li", "tr", "pre", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "table"}
)
_HIDDEN_TAGS = frozenset({"head", "style", "script", "title"})
_MAX_PAGE_LENGTH = 2_000_000
_TAG = re.compile(r"<!--.*?(?:-->|\Z)|<(?P<ends>/?)(?P<name>[A-Za-z][A-Za-z0-9]{0,20})[^<>]*>|<[!?/][^<>]*>", re.DOTALL)
_HARD_SPACE = "\N{NO-BREAK SPACE}"
"""The space that browsers keep; lists need their indentation."""
_SPACES = re.compile(r"[ \t\r\n]+")
_BLANK_LINES = re.compile(r"\n{3,}")
_HEADER_LINE = re.compile(r"^[>*\s]{0,20}([^\W\d_]{2,12})\*?\s?:\*?\s{0,3}(\S[^\n]{0,300})$", re.MULTILINE)
_ADDRESS = re.compile(r"[\w.+'-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}")
_MAX_WRITERS = 3
_SIGNATURE = re.compile(r"^-- $.*\Z", re.MULTILINE | re.DOTALL)
"""A signature starts with a standard line."""
_OWN_LIST = re.compile(r"^format: ?\d.*(?:\n(?:[\w-]+:|[ #-]).*|\n)*", re.MULTILINE)
"""A list file of ours, up to the first line that does not belong to it."""
_QUOTES = re.compile(r"(?:^(?!>)[^\n]{0,300}:[ \t]*\n(?:[ \t]*\n)?)?(?:^>[^\n]*(?:\n|\Z))+", re.MULTILINE)
"""Quoted lines, with the line that introduces them."""


def html_to_text(page: str) -> str:
    """Return the text of an HTML mail, with the line breaks that a browser shows.

    The standard parser takes minutes for unterminated comments.
    """
    texts: list[str] = []
    hidden = preformatted = position = 0
    for tag in _TAG.finditer(page[:_MAX_PAGE_LENGTH]):
        texts.append(_visible_text(page[position : tag.start()], preformatted=preformatted > 0) if not hidden else "")
        position, name, ends = tag.end(), (tag["name"] or "").lower(), bool(tag["ends"])
        texts.append("\n" if name in _LINE_BREAK_TAGS and not (ends and name == "br") else "")
        hidden = max(0, hidden + (name in _HIDDEN_TAGS) * (-1 if ends else 1))
        preformatted = max(0, preformatted + (name == "pre") * (-1 if ends else 1))
    texts.append(_visible_text(page[position:_MAX_PAGE_LENGTH], preformatted=preformatted > 0) if not hidden else "")
    lines = (line.strip(" ").replace(_HARD_SPACE, " ").rstrip() for line in "".join(texts).split("\n"))
    return _BLANK_LINES.sub("\n\n", "\n".join(lines)).strip("\n")


def _visible_text(text: str, *, preformatted: bool) -> str:
    plain = unescape(text)
    return plain.replace(" ", _HARD_SPACE) if preformatted else _SPACES.sub(" ", plain)


def strip_quotes(text: str) -> str:
    """Remove the quoted lines of a mail."""
    return _QUOTES.sub("", text)


def extract_list(text: str) -> str:
    """Return a pasted file between other text: JSON or a list of ours; empty if there is none."""
    ours = _OWN_LIST.search(text)
    return ours[0] if ours is not None else text[max(text.find("{"), 0) : text.rfind("}") + 1]


def find_quoted_writers(text: str) -> Iterator[tuple[str, str]]:
    """Yield names and addresses of the writers of quoted mails: “From: Kim <kim@…>”."""
    lines = (match[2] for match in _HEADER_LINE.finditer(text) if match[1].casefold() in load_known_words()["sender"])
    for _, writer in zip(range(_MAX_WRITERS), lines, strict=False):
        address = _ADDRESS.search(writer)
        name = writer[: address.start()] if address is not None else writer
        yield name.replace("mailto:", "").strip(' <["*'), address[0].casefold() if address is not None else ""


_MESSAGE_TYPE, _HTML_TYPE = "message/rfc822", "text/html"
_TEXT_TYPES = ("text/plain", _HTML_TYPE)
_MAX_FORWARDS = 3
"""How many levels of forwarded mails are read."""
_MAX_EMAILS, _MAX_PARTS = 5000, 50
_MAX_SEPARATORS = 1000
"""Lines that may separate parts of a mail or underline headings in pasted text."""
_MAX_LINES = 500_000
_MAX_HEAD_LENGTH = 100_000
_EMPTY_LINE = re.compile(rb"\n\r?\n")
_MAILBOX_START = re.compile(rb"(?:\A|\n\r?\n)From [^\r\n]*\r?\n")
"""The start of each mail in a mailbox: a line after an empty one."""
_HEADER = re.compile(rb"\A(?:[!-9;-~]+:[^\r\n]*\r?\n(?:[ \t][^\r\n]*\r?\n)*){2}", re.ASCII)
_KNOWN_HEADER = re.compile(rb"^(?:from|date|received|subject|mime-version|message-id):", re.IGNORECASE | re.MULTILINE)
_MIN_KNOWN_HEADERS = 2
_MAX_HEADER_LENGTH = 2000
"""Characters, because the standard library needs quadratic time."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file or text in a mail; a text has no name."""

    name: str
    data: bytes
    is_html: bool = False
    """Whether it was HTML; most mails contain the same as plain text."""


@dataclass(frozen=True, slots=True)
class Email:
    """The parts of a mail that a tournament needs."""

    sender: str = ""
    address: str = ""
    subject: str = ""
    received: datetime | None = None
    """When the server received it, otherwise when it was sent."""
    parts: tuple[Attachment, ...] = ()
    raw: bytes = b""
    """The mail itself."""
    forwarded: tuple[Email, ...] = ()
    """Mails that are attached to it."""
    quoted_writers: tuple[tuple[str, str], ...] = ()
    """Names and addresses of the writers of quoted mails."""


def is_email(raw: bytes) -> bool:
    """Return whether bytes are a mail or a mailbox, judging by their start."""
    head = raw[:_MAX_HEAD_LENGTH].removeprefix(BOM_UTF8)
    return head.startswith(b"From ") or (
        _HEADER.match(head) is not None
        and len({header.lower() for header in _KNOWN_HEADER.findall(head)}) >= _MIN_KNOWN_HEADERS
    )


def read_emails(raw: bytes, path: str = "") -> Iterator[Email | Diagnostic]:
    """Yield the mails in a file; one that cannot be read becomes a finding and does not affect the others."""
    raw = raw.removeprefix(BOM_UTF8)  # some editors add it
    for single in islice(_split_mailbox(raw), _MAX_EMAILS):
        yield run_guarded(partial(_read_email, single), path)
    number = sum(1 for _ in _MAILBOX_START.finditer(raw)) if raw.startswith(b"From ") else 1
    if number > _MAX_EMAILS:
        yield Diagnostic("IMP050", None, {"n": number, "most": _MAX_EMAILS}, place=Place(path))


def _split_mailbox(raw: bytes) -> Iterator[bytes]:
    if not raw.startswith(b"From "):
        yield raw
        return
    for start, next_start in pairwise(chain(_MAILBOX_START.finditer(raw), (None,))):
        if start is not None:
            yield raw[start.end() : next_start.start() if next_start is not None else len(raw)]


def _read_header(name: str, value: str) -> str:
    """Parse a header; return an empty text if the standard library fails, which it does in many ways."""
    try:
        return _HEADERS(name, value[:_MAX_HEADER_LENGTH])
    except Exception:  # noqa: BLE001 - RecursionError among others
        return ""


_HEADERS = HeaderRegistry()
_PARSER = BytesParser(policy=EmailPolicy(header_factory=_read_header))


def _read_email(raw: bytes, depth: int = 0) -> Email:
    return _build_email(_parse(raw), raw, depth)


def _build_email(message: EmailMessage, raw: bytes, depth: int) -> Email:
    addresses: tuple[Address, ...] = getattr(message["From"], "addresses", ())
    sender = addresses[0] if addresses else None
    parts = tuple(_iterate_parts(message))
    mails = tuple(part for part in parts if part.name and is_email(part.data)) if depth < _MAX_FORWARDS else ()
    attached = list(_attached_emails(message)) if depth < _MAX_FORWARDS else []
    return Email(
        sender=sender.display_name if sender is not None else "",
        address=sender.addr_spec.casefold() if sender is not None else "",
        subject=_header_text(message, "Subject"),
        received=_find_received(message),
        parts=tuple(part for part in parts if part not in mails),
        raw=raw,
        forwarded=(
            *(_build_email(inner, b"", depth + 1) for inner in attached),
            *(_read_email(part.data, depth + 1) for part in mails),
        ),
        quoted_writers=tuple(
            writer for part in parts if not part.name for writer in find_quoted_writers(part.data.decode())
        ),
    )


def _attached_emails(message: EmailMessage) -> Iterator[EmailMessage]:
    """Yield the mails that are attached as messages."""
    for part in _walk(message):
        inside = part.get_payload() if part.get_content_type() == _MESSAGE_TYPE else None
        yield from (inner for inner in inside if isinstance(inner, EmailMessage)) if isinstance(inside, list) else ()


def _parse(raw: bytes) -> EmailMessage:
    """Parse a mail; of one with an excessive number of parts or lines only the headers."""
    try:
        is_excessive = raw.count(b"\n--") > _MAX_SEPARATORS or raw.count(b"\n") > _MAX_LINES
        return _PARSER.parsebytes(raw if not is_excessive else _headers_only(raw))
    except RecursionError:
        return _PARSER.parsebytes(_headers_only(raw))


def _headers_only(raw: bytes) -> bytes:
    ends = _EMPTY_LINE.search(raw, 0, _MAX_HEAD_LENGTH)
    return raw[: ends.end() if ends is not None else _MAX_HEAD_LENGTH]


def _header_text(message: EmailMessage, name: str) -> str:
    return " ".join(str(message.get(name, "")).split())


def _find_received(message: EmailMessage) -> datetime | None:
    """Return the time of the last server, because senders' clocks may be wrong."""
    for stamp in (_header_text(message, "Received").rpartition(";")[2], _header_text(message, "Date")):
        try:
            moment = parsedate_to_datetime(stamp)
        except (ValueError, TypeError, IndexError, OverflowError):
            continue
        return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
    return None


def _iterate_parts(message: EmailMessage) -> Iterator[Attachment]:
    """Yield attached files and pasted texts."""
    for number, part in enumerate(_walk(message)):
        if part.is_multipart() or number > _MAX_PARTS:
            continue
        data = part.get_payload(decode=True)
        if not isinstance(data, bytes) or not data.strip():
            continue
        name = re.split(r"[\\/]", part.get_filename() or "")[-1].strip()
        if name:
            yield Attachment(name, data)
        elif part.get_content_type() in _TEXT_TYPES:
            page = part.get_content_type() == _HTML_TYPE
            text = _decode_text(data, part.get_content_charset())
            plain = html_to_text(text) if page else _SIGNATURE.sub("", text.replace("\r\n", "\n"))
            yield Attachment("", plain.encode("utf-8", "replace"), page)


def _walk(message: MIMEPart) -> Iterator[MIMEPart]:
    """Yield a mail and its parts, without the parts of attached mails."""
    yield message
    if message.is_multipart() and message.get_content_type() != _MESSAGE_TYPE:
        for part in message.iter_parts():
            yield from _walk(part)


def _decode_text(data: bytes, charset: str | None) -> str:
    try:
        text = data.decode(charset or "utf-8")
        text.encode()
    except (LookupError, ValueError):  # invalid characters or an unknown encoding
        return decode_text(data) or ""
    return text

"""A list as one short word: URL-safe, versioned, checksummed; fits into a QR code.

`lb1.` and the base64url of a CRC-32 and a deflated compact form (see `share_form`). `share_words.txt` is what deflate
knows beforehand (ids of bundled factions, common ones last). It is part of version 1: a change of it is a new version.
Ids, picks, names, notes, experience, traits and partial factions are carried, of the books the version but no hash.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from listbuilder.diagnostics import Diagnostic
from listbuilder.errors import UnreadableError
from listbuilder.listfiles.mapping import FORMAT
from listbuilder.listfiles.share_form import build_shared, shared_form
from listbuilder.model import ArmyList
from listbuilder.model.text import phrase

PREFIX = f"lb{FORMAT}."
_SHARED = re.compile(r"lb(\d{1,4})\.([A-Za-z0-9_-]+)")
_LONGEST = 200_000
_LARGEST = 1_000_000
_CRC = 4


def encode_share(army: ArmyList) -> str:
    """Write a list as a share string."""
    import base64  # noqa: PLC0415  # start-up is measured, and few lists come or go as a share string
    import zlib  # noqa: PLC0415

    plain = shared_form(army).encode("utf-8", "replace")
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9, zlib.Z_DEFAULT_STRATEGY, _words())
    packed = packer.compress(plain) + packer.flush()
    checked = zlib.crc32(plain).to_bytes(_CRC, "big") + packed
    return PREFIX + base64.urlsafe_b64encode(checked).decode().rstrip("=")


@cache
def _words() -> bytes:
    # a checkout may have changed the ends of lines
    return (Path(__file__).parent / "share_words.txt").read_bytes().replace(b"\r\n", b"\n")


def is_share(text: str) -> bool:
    """Tell whether a text is, or holds, a share string and nothing else."""
    return len(text) <= _LONGEST and _SHARED.fullmatch(_bare(text)) is not None


def decode_share(text: str) -> ArmyList:
    """Read a share string, also at the end of a link and broken over lines; raise UnreadableError where it is none."""
    match = _SHARED.fullmatch(_bare(text)) if len(text) <= _LONGEST else None
    if match is None:
        raise _unreadable("share.no-share")
    if int(match[1]) != FORMAT:
        raise _unreadable("share.newer")
    raw = _unpacked(match[2])
    if raw is None:
        raise _unreadable("share.damaged")
    army = build_shared(raw)
    if army is None:
        raise _unreadable("share.damaged")
    return army


def _bare(text: str) -> str:
    """Take away what chats and mails put around a share string: line breaks, and the front of a link."""
    joined = "".join(text.split())
    place = max(joined.rfind("#"), joined.rfind("="), joined.rfind("/"))
    return joined[place + 1 :]


def _unpacked(body: str) -> str | None:
    import base64  # noqa: PLC0415  # as above
    import zlib  # noqa: PLC0415

    try:
        checked = base64.b64decode(body + "=" * (-len(body) % 4), b"-_", validate=True)
        unpacker = zlib.decompressobj(-zlib.MAX_WBITS, _words())
        plain = unpacker.decompress(checked[_CRC:], _LARGEST)
        whole = unpacker.eof and not unpacker.unused_data
        right = zlib.crc32(plain).to_bytes(_CRC, "big") == checked[:_CRC]
        return plain.decode() if whole and right else None
    except (zlib.error, ValueError):  # what is no base64 is a ValueError
        return None


def _unreadable(reason: str) -> UnreadableError:
    return UnreadableError([Diagnostic("IMP001", None, {"reason": phrase(reason)})])

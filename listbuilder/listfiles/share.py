"""A list as one short word: URL-safe, versioned, checksummed; fits into a QR code.

`lb1.` and the base64url of a CRC-32 and a deflated compact form. The compact form is a JSON array with everything
usual left out; `_WORDS` is what deflate knows beforehand, and is part of version 1: a change of it is a new version.
Ids, picks, names, notes, experience and traits are carried, of the books the version; hashes of books are not.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib

from listbuilder.diagnostics import Diagnostic
from listbuilder.errors import UnreadableError
from listbuilder.library.json_text import parse_json
from listbuilder.library.phrases import phrase
from listbuilder.listfiles.mapping import FORMAT
from listbuilder.listfiles.share_form import build_shared, shared_form
from listbuilder.model import ArmyList

PREFIX = f"lb{FORMAT}."
_SHARED = re.compile(r"lb(\d{1,4})\.([A-Za-z0-9_-]+)")
_LONGEST = 200_000
_LARGEST = 1_000_000
_CRC = 4
_WORDS = (
    b'"pistol","crossbow","longbow","shortbow","rifle","spear","halberd","lance","dual-hand-weapons","heavy-weapon",'
    b'"replace-one-hand-weapon","replace-all-hand-weapons","upgrade-one-model","upgrade-all-models-with","flying",'
    b'"shield","wizard","war-wizard","battle-standard","champion","chariot","dragon","great-beast","cavalry","knights",'
    b'"warriors","hunters","veterans","archers","infantry","guard","riders","horse","beast","giant","elves","dwarves",'
    b'"undead","disciples","human","empire","orcs","goblins","hand-weapon","heavy-hand-weapon","great-weapon",'
    b'"swap","mount","weapon","command-group","musician","banner","sergeant",["sergeant","musician","banner"]],['
    b'[["aofr-3","",750,1,[["aofs-3.5","",250,1,[["way-of-wood","",1500,1,[["aof-3.5","",2000,1,[["3.5.3"]],[["'
)


def encode_share(army: ArmyList) -> str:
    """Write a list as a share string."""
    plain = json.dumps(shared_form(army), ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9, zlib.Z_DEFAULT_STRATEGY, _WORDS)
    packed = packer.compress(plain) + packer.flush()
    checked = zlib.crc32(plain).to_bytes(_CRC, "big") + packed
    return PREFIX + base64.urlsafe_b64encode(checked).decode().rstrip("=")


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
    value, _ = parse_json(raw, "")
    army = build_shared(value)
    if army is None:
        raise _unreadable("share.damaged")
    return army


def _bare(text: str) -> str:
    """Take away what chats and mails put around a share string: line breaks, and the front of a link."""
    joined = "".join(text.split())
    place = max(joined.rfind("#"), joined.rfind("="), joined.rfind("/"))
    return joined[place + 1 :]


def _unpacked(body: str) -> str | None:
    try:
        checked = base64.b64decode(body + "=" * (-len(body) % 4), b"-_", validate=True)
        unpacker = zlib.decompressobj(-zlib.MAX_WBITS, _WORDS)
        plain = unpacker.decompress(checked[_CRC:], _LARGEST)
        whole = unpacker.eof and not unpacker.unused_data
        right = zlib.crc32(plain).to_bytes(_CRC, "big") == checked[:_CRC]
        return plain.decode() if whole and right else None
    except (binascii.Error, zlib.error, ValueError):
        return None


def _unreadable(reason: str) -> UnreadableError:
    return UnreadableError([Diagnostic("IMP001", None, {"reason": phrase(reason)})])

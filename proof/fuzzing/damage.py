"""Damages files: flips bytes, repeats, cuts and moves parts, replaces values."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

LARGEST = 200_000
RUBBISH: tuple[bytes, ...] = (
    b"\x00",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    "\N{RIGHT-TO-LEFT OVERRIDE}\N{ZERO WIDTH SPACE}\N{SNOWMAN}".encode(),
    b"\x1b[2J",
    b"[red]x[/red]",
    b"<img src=x onerror=alert(1)>",
    b"=1+1",
    b"../../etc/passwd",
    b"${jndi:x}",
    b"%s%n{0}",
    b"null",
    b"true",
    b"-1",
    b"1e999",
    b"NaN",
    b"9" * 400,
    b"[" * 60,
    b"{" * 60,
    b'"',
    b"'",
    b"\\",
    b"&a [*a, *a]",
    b"!!python/object:os.system",
    b"<<: *x",
    b": ",
    b"- ",
    b"\t",
    b"\r\n",
    b"|",
    b"#",
    b"++ x [AOF 10pts] ++",
    b"PK\x03\x04",
    b"lb1.",
)

Spoiler = Callable[[bytes, Sequence[bytes], random.Random], bytes]


def _turn(raw: bytes, _others: Sequence[bytes], dice: random.Random) -> bytes:
    damaged = bytearray(raw)
    for _ in range(dice.randint(1, 8)):
        damaged[dice.randrange(len(damaged))] = dice.randrange(256)
    return bytes(damaged)


def _cut(raw: bytes, _others: Sequence[bytes], dice: random.Random) -> bytes:
    start = dice.randrange(len(raw))
    return raw[:start] + raw[start + dice.randint(1, max(1, len(raw) // 4)) :]


def _repeat(raw: bytes, _others: Sequence[bytes], dice: random.Random) -> bytes:
    start = dice.randrange(len(raw))
    piece = raw[start : start + dice.choice([1, 3, 40, 400])]
    return raw[:start] + piece * dice.choice([2, 30, 500]) + raw[start:]


def _insert(raw: bytes, _others: Sequence[bytes], dice: random.Random) -> bytes:
    start = dice.randrange(len(raw) + 1)
    return raw[:start] + dice.choice(RUBBISH) * dice.choice([1, 1, 1, 200]) + raw[start:]


def _exchange(raw: bytes, _others: Sequence[bytes], dice: random.Random) -> bytes:
    """Replace a word or a number."""
    words = raw.split(b" ")
    words[dice.randrange(len(words))] = dice.choice(RUBBISH)
    return b" ".join(words)


def _cross(raw: bytes, others: Sequence[bytes], dice: random.Random) -> bytes:
    other = dice.choice(others)
    return raw[: dice.randrange(len(raw) + 1)] + other[dice.randrange(len(other) + 1) :]


def _shuffle(raw: bytes, _others: Sequence[bytes], dice: random.Random) -> bytes:
    lines = raw.splitlines(keepends=True)
    first, second = dice.randrange(len(lines)), dice.randrange(len(lines))
    lines[first], lines[second] = lines[second], lines[first]
    return b"".join(lines)


_SPOILERS: tuple[Spoiler, ...] = (_turn, _cut, _repeat, _insert, _exchange, _exchange, _cross, _shuffle)


def damage_file(seeds: Sequence[bytes], dice: random.Random) -> bytes:
    """Return a valid file with one to four damages."""
    raw = dice.choice(seeds)
    for _ in range(dice.choice([1, 1, 2, 4])):
        raw = dice.choice(_SPOILERS)(raw or b" ", seeds, dice)[:LARGEST]
    return raw

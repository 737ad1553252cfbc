"""Damages files: flips bytes, repeats, cuts and moves parts, replaces values."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

MAX_SIZE = 200_000
GARBAGE: tuple[bytes, ...] = (
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

Damage = Callable[[bytes, Sequence[bytes], random.Random], bytes]


def _change_bytes(raw: bytes, _others: Sequence[bytes], rng: random.Random) -> bytes:
    damaged = bytearray(raw)
    for _ in range(rng.randint(1, 8)):
        damaged[rng.randrange(len(damaged))] = rng.randrange(256)
    return bytes(damaged)


def _remove_part(raw: bytes, _others: Sequence[bytes], rng: random.Random) -> bytes:
    start = rng.randrange(len(raw))
    return raw[:start] + raw[start + rng.randint(1, max(1, len(raw) // 4)) :]


def _repeat_part(raw: bytes, _others: Sequence[bytes], rng: random.Random) -> bytes:
    start = rng.randrange(len(raw))
    piece = raw[start : start + rng.choice([1, 3, 40, 400])]
    return raw[:start] + piece * rng.choice([2, 30, 500]) + raw[start:]


def _insert_garbage(raw: bytes, _others: Sequence[bytes], rng: random.Random) -> bytes:
    start = rng.randrange(len(raw) + 1)
    return raw[:start] + rng.choice(GARBAGE) * rng.choice([1, 1, 1, 200]) + raw[start:]


def _replace_word(raw: bytes, _others: Sequence[bytes], rng: random.Random) -> bytes:
    """Replace a word or a number."""
    words = raw.split(b" ")
    words[rng.randrange(len(words))] = rng.choice(GARBAGE)
    return b" ".join(words)


def _splice(raw: bytes, others: Sequence[bytes], rng: random.Random) -> bytes:
    other = rng.choice(others)
    return raw[: rng.randrange(len(raw) + 1)] + other[rng.randrange(len(other) + 1) :]


def _swap_lines(raw: bytes, _others: Sequence[bytes], rng: random.Random) -> bytes:
    lines = raw.splitlines(keepends=True)
    first, second = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[first], lines[second] = lines[second], lines[first]
    return b"".join(lines)


_DAMAGES: tuple[Damage, ...] = (
    _change_bytes,
    _remove_part,
    _repeat_part,
    _insert_garbage,
    _replace_word,
    _replace_word,
    _splice,
    _swap_lines,
)


def damage_file(seeds: Sequence[bytes], rng: random.Random) -> bytes:
    """Return a valid file, damaged one to four times."""
    raw = rng.choice(seeds)
    for _ in range(rng.choice([1, 1, 2, 4])):
        raw = rng.choice(_DAMAGES)(raw or b" ", seeds, rng)[:MAX_SIZE]
    return raw

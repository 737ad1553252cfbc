"""The beginning of a hash as people read, compare and type it: `7F3A-91C2-K0WM-T5ZD`.

Eighty bits: enough that nobody finds two lists with one code. The alphabet has no I, L, O and U, which look like other
letters or spell words; whoever types one of them is understood all the same.
"""

from __future__ import annotations

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_PAIRS = tuple(first + second for first in _ALPHABET for second in _ALPHABET)
_BITS_A_PAIR = 10
_LETTERS = 16
_GROUP = 4
_MEANT = str.maketrans("ILO", "110")


def printed_code(digest: str) -> str:
    """Write the beginning of a hash (hexadecimal digits) as a code for people."""
    bits = _LETTERS // 2 * _BITS_A_PAIR
    number = int(digest[: bits // 4], 16)
    letters = "".join([_PAIRS[number >> place & 1023] for place in range(bits - _BITS_A_PAIR, -1, -_BITS_A_PAIR)])
    return _grouped(letters)


def parse_code(text: str) -> str | None:
    """Give a typed code in its one spelling; None for what is no code."""
    letters = "".join(letter for letter in text.upper().translate(_MEANT) if letter.isalnum())
    if len(letters) != _LETTERS or any(letter not in _ALPHABET for letter in letters):
        return None
    return _grouped(letters)


def _grouped(letters: str) -> str:
    return "-".join([letters[start : start + _GROUP] for start in range(0, _LETTERS, _GROUP)])

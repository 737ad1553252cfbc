"""Readable and stable ids: short names first, longer ones only if two would share an id.

Ids do not depend on the order in the book: both of two that clash move on to a longer name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from listbuilder.model import slugify

_MAX_ID_LENGTH = 72
"""Leaves room for a number at the end."""


def short_slug(*names: str) -> str:
    """Return the slug of one or more names, cut at the end of a word."""
    whole = slugify(" ".join(names))
    if len(whole) <= _MAX_ID_LENGTH:
        return whole
    head, _, _ = whole[: _MAX_ID_LENGTH + 1].rpartition("-")
    return (head or whole[:_MAX_ID_LENGTH]).strip("-")


def choose_unique_ids(ladders: Sequence[Sequence[str]], scopes: Iterable[Iterable[int]], fallback: str) -> list[str]:
    """Choose an id for each item so that ids are unique in every scope.

    Args:
        ladders: The candidate names of each item, from short to long.
        scopes: The indexes of items whose ids must differ.
        fallback: The name of an item without candidates.
    """
    candidates = [list(dict.fromkeys(name for name in ladder if name)) or [fallback] for ladder in ladders]
    unique_scopes = [tuple(dict.fromkeys(scope)) for scope in scopes]
    levels = [0] * len(candidates)
    while clashing := _find_clashes(candidates, unique_scopes, levels):
        for index in clashing:
            levels[index] += 1
    return _add_numbers([names[level] for names, level in zip(candidates, levels, strict=True)], unique_scopes)


def reuse_id(keys: Iterable[str], previous: Mapping[str, str], name: str, taken: Collection[str]) -> list[str]:
    """Return the id from the previous file (at most one), unless it is now the natural id of another item."""
    ids = [previous[key] for key in keys if key in previous]
    return [old for old in ids[:1] if old == name or old not in taken]


def _find_clashes(candidates: list[list[str]], scopes: list[tuple[int, ...]], levels: list[int]) -> list[int]:
    """Return the items that share an id and have a longer name left."""
    clashing: set[int] = set()
    for scope in scopes:
        counts = Counter(candidates[index][levels[index]] for index in scope)
        clashing.update(index for index in scope if counts[candidates[index][levels[index]]] > 1)
    return [index for index in sorted(clashing) if levels[index] + 1 < len(candidates[index])]


def _add_numbers(ids: list[str], scopes: list[tuple[int, ...]]) -> list[str]:
    """Append numbers to ids that still clash, except the first."""
    if all(len({ids[index] for index in scope}) == len(scope) for scope in scopes):
        return ids
    scopes_of: list[list[tuple[int, ...]]] = [[] for _ in ids]
    for scope in scopes:
        for index in scope:
            scopes_of[index].append(scope)
    for index, own_scopes in enumerate(scopes_of):
        earlier = {ids[other] for scope in own_scopes for other in scope if other < index}
        later = {ids[other] for scope in own_scopes for other in scope if other > index}
        base, count = ids[index], 1
        while ids[index] in earlier or (count > 1 and ids[index] in later):
            count += 1
            ids[index] = f"{base}-{count}"
    return ids

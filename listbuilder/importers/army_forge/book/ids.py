"""Ids that people can read and that stay: short ones first, longer ones only where two things would share one.

Which of two things gets which id never depends on their order in the book: both move on to a longer name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from listbuilder.model import slug

LONGEST = 72
"""Letters of an id, with room left for a number behind it."""


def short_slug(*names: str) -> str:
    """Give the id of a name, or of several joined, cut where a word ends."""
    whole = slug(" ".join(names))
    if len(whole) <= LONGEST:
        return whole
    head, _, _ = whole[: LONGEST + 1].rpartition("-")
    return (head or whole[:LONGEST]).strip("-")


def choose_ids(ladders: Sequence[Sequence[str]], scopes: Iterable[Iterable[int]], fallback: str) -> list[str]:
    """Choose an id for each thing so that none stands twice in a scope.

    A ladder holds the names of one thing, from short to long; a scope the numbers of things that must differ.
    """
    rungs = [list(dict.fromkeys(name for name in ladder if name)) or [fallback] for ladder in ladders]
    places = [tuple(dict.fromkeys(scope)) for scope in scopes]
    levels = [0] * len(rungs)
    while clashing := _climbers(rungs, places, levels):
        for number in clashing:
            levels[number] += 1
    return _numbered([rung[level] for rung, level in zip(rungs, levels, strict=True)], places)


def kept_id(keys: Iterable[str], kept: Mapping[str, str], name: str, taken: Collection[str]) -> list[str]:
    """Give the id that a thing had before, unless that is by now the natural one of another thing beside it."""
    found = [kept[key] for key in keys if key in kept]
    return [old for old in found[:1] if old == name or old not in taken]


def _climbers(rungs: list[list[str]], places: list[tuple[int, ...]], levels: list[int]) -> list[int]:
    """Give the things that share an id with another and have a longer name left."""
    found: set[int] = set()
    for scope in places:
        counted = Counter(rungs[number][levels[number]] for number in scope)
        found.update(number for number in scope if counted[rungs[number][levels[number]]] > 1)
    return [number for number in sorted(found) if levels[number] + 1 < len(rungs[number])]


def _numbered(ids: list[str], places: list[tuple[int, ...]]) -> list[str]:
    """Number what still clashes, the first one excepted."""
    if not _clash(ids, places):
        return ids
    shared: list[list[tuple[int, ...]]] = [[] for _ in ids]
    for scope in places:
        for number in scope:
            shared[number].append(scope)
    for number, scopes in enumerate(shared):
        earlier = {ids[other] for scope in scopes for other in scope if other < number}
        later = {ids[other] for scope in scopes for other in scope if other > number}
        base, count = ids[number], 1
        while ids[number] in earlier or (count > 1 and ids[number] in later):
            count += 1
            ids[number] = f"{base}-{count}"
    return ids


def _clash(ids: list[str], places: list[tuple[int, ...]]) -> bool:
    return any(len({ids[number] for number in scope}) < len(scope) for scope in places)

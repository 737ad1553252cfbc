"""Errands run: here, or in processes where there are many."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, zip_longest
from typing import TYPE_CHECKING

from listbuilder.desk.desk import Desk
from listbuilder.desk.errands import Errand, Seen
from listbuilder.desk.seen import keep_open, lose_errand, run_errand
from listbuilder.timeouts import listening

if TYPE_CHECKING:
    from listbuilder.worker_pool import Kin

_FIRST = 8
"""So many are judged before other processes start, so that those begin with the books and modules that these needed."""
_WORTH_A_PROCESS = 24
"""Fewer players than this are judged sooner than a second process has started."""


def run_errands(desk: Desk, errands: list[Errand], jobs: int = 0) -> Iterator[Seen]:
    """Run errands afresh, in processes where there are many."""
    keep_open(desk)
    wanted = jobs or len(errands) // _WORTH_A_PROCESS
    if wanted <= 1:
        return _run_here(errands)
    return _run_shared(errands, wanted)


def _run_shared(errands: list[Errand], wanted: int) -> Iterator[Seen]:
    first = _varied(errands)
    made = dict(zip(first, _run_here(errands[place] for place in first), strict=True))
    others = _run_there([errand for place, errand in enumerate(errands) if place not in made], wanted)
    for place in range(len(errands)):
        yield made.pop(place) if place in made else next(others)


def _varied(errands: list[Errand]) -> list[int]:
    """Give the places of some errands with lists in as many formats as there are; what is no list helps no other."""
    kinds: dict[str, list[int]] = {}
    for place, errand in enumerate(errands):
        for file, _ in errand.files[:1]:
            kinds.setdefault(file.rpartition(".")[2], []).append(place)
    turns = (place for turn in zip_longest(*kinds.values()) for place in turn if place is not None)
    return [*islice((place for place in turns if _kin(errands[place]).name), _FIRST)]


def _run_there(errands: list[Errand], wanted: int) -> Iterator[Seen]:
    from listbuilder.worker_pool import Workers, processes  # noqa: PLC0415  # a few are judged here

    jobs = processes(wanted, len(errands))
    if jobs <= 1:
        yield from _run_here(errands)
        return
    with listening():
        yield from Workers(jobs, run_errand, lose_errand, _kin, here=True).run_all(errands)


def _kin(errand: Errand) -> Kin:
    """Tell what the first list of an errand is of: one process works out what stands in a book."""
    from listbuilder.judging.book_guess import NO_KIN, peek  # noqa: PLC0415  # the same

    return peek(f"{errand.root}/inbox/{errand.files[0][0]}") if errand.files else NO_KIN


def _run_here(errands: Iterable[Errand]) -> Iterator[Seen]:
    with listening():
        for errand in errands:
            yield run_errand(errand)

"""What was seen before, kept sealed: nobody can write a verdict into it, and none outlives what it rests on."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from hashlib import sha256
from itertools import chain
from typing import TYPE_CHECKING

from listbuilder.deadline import listening
from listbuilder.desk.desk import Desk
from listbuilder.desk.seen import Errand, Seen, keep_open, lose_errand, run_errand
from listbuilder.i18n import FALLBACK, catalogue
from listbuilder.library.cache import cache_key

if TYPE_CHECKING:
    from listbuilder.workers import Kin

_KIND = "desk"
_FIRST = 16
"""So many are judged before other processes start, so that those begin with the books and modules that these needed."""
_WORTH_A_PROCESS = 24
"""Fewer players than this are judged sooner than a second process has started."""


class Recall:
    """Runs errands, and knows what became of earlier ones with the same files, event, data and program."""

    def __init__(self, desk: Desk, *, jobs: int = 0) -> None:
        self._desk = desk
        self._jobs = jobs
        """Processes to use; as many as pay where it is 0."""
        self._inbox = str(desk.places.inbox)

    def see(self, errands: list[Errand]) -> list[Seen]:
        """Give what was seen on each errand."""
        name, key = self._name(), self._key({errand.language for errand in errands})
        known = self._desk.library.cache.load(_KIND, name, key) or {}
        asked = [self._asked(errand, known) for errand in errands]
        new = [errand for errand, question in zip(errands, asked, strict=True) if question not in known]
        answers = iter(run_errands(self._desk, new, self._jobs))
        made = {question: known.get(question) or next(answers) for question in asked}
        if made.keys() != known.keys():
            self._desk.library.cache.save(_KIND, name, key, made)
        return [made[question] for question in asked]

    def _name(self) -> str:
        return sha256(str(self._desk.places.root.resolve()).encode()).hexdigest()[:16]

    def _key(self, languages: Iterable[str]) -> str:
        """Name everything that all verdicts rest on: program, data, event, and the words that they are told in."""
        event = sha256(self._desk.places.event.read_bytes()).hexdigest()
        words = [str(hash_of(language)) for language in sorted({FALLBACK, *languages})]
        return cache_key([self._desk.library.fingerprint, str(self._desk.places.root), event, *words])

    def _asked(self, errand: Errand, known: Container[str]) -> str:
        """Name what one verdict rests on beside that: the content of the files, and when they came.

        One that is known with its fixes answers who asks for none, too.
        """
        contents = [f"{file} {received} {_content(f'{self._inbox}/{file}')}" for file, received in errand.files]
        bare = cache_key([errand.language, str(errand.sheets), *contents])
        return f"{bare} fixed" if errand.fixes or f"{bare} fixed" in known else bare


def hash_of(language: str) -> str:
    """Name the sentences of a language by content; a user may have written some anew."""
    return sha256(repr(sorted(catalogue(language).items())).encode()).hexdigest()


def _content(path: str) -> str:
    try:
        with open(path, "rb") as stream:  # noqa: PTH123  # paths are slow to make, and there is one for each list
            return sha256(stream.read()).hexdigest()
    except OSError:
        return ""


def run_errands(desk: Desk, errands: list[Errand], jobs: int = 0) -> Iterator[Seen]:
    """Run errands afresh, in processes where there are many."""
    keep_open(desk)
    wanted = jobs or len(errands) // _WORTH_A_PROCESS
    if wanted <= 1:
        return _run_here(errands)
    return chain(_run_here(errands[:_FIRST]), _run_there(errands[_FIRST:], wanted))


def _run_there(errands: list[Errand], wanted: int) -> Iterator[Seen]:
    from listbuilder.workers import Workers, processes  # noqa: PLC0415  # who looks again needs none

    jobs = processes(wanted, len(errands))
    if jobs <= 1:
        yield from _run_here(errands)
        return
    with listening():
        yield from Workers(jobs, run_errand, lose_errand, _kin, here=True).run_all(errands)


def _kin(errand: Errand) -> Kin:
    """Tell what the first list of an errand is of: one process works out what stands in a book."""
    from listbuilder.judging.peeking import NO_KIN, peek  # noqa: PLC0415  # the same

    return peek(f"{errand.root}/inbox/{errand.files[0][0]}") if errand.files else NO_KIN


def _run_here(errands: Iterable[Errand]) -> Iterator[Seen]:
    with listening():
        for errand in errands:
            yield run_errand(errand)

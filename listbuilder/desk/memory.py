"""What was seen before, kept sealed: nobody can write a verdict into it, and none outlives what it rests on."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from hashlib import sha256
from itertools import chain

from listbuilder.datafiles.reader import load_bytes
from listbuilder.desk.desk import Desk
from listbuilder.desk.errands import Errand, Seen
from listbuilder.errors import UnreadableError
from listbuilder.i18n import FALLBACK, catalogue
from listbuilder.library.cache import Cache, cache_key

_KIND = "desk"
_FEW = 10
"""What was seen since is written by itself until it is more than one in so many."""


class Recall:
    """Runs errands, and knows what became of earlier ones with the same files, event, data and program."""

    def __init__(self, desk: Desk, *, jobs: int = 0) -> None:
        self._desk = desk
        self._jobs = jobs
        """Processes to use; as many as pay where it is 0."""
        self._inbox = str(desk.places.inbox)

    def see(self, errands: list[Errand]) -> list[Seen]:
        """Give what was seen on each errand."""
        kept = _Kept(self._desk.library.cache, self._name(), self._key({errand.language for errand in errands}))
        known = kept.everything
        asked = [self._asked(errand, known) for errand in errands]
        new = [errand for errand, question in zip(errands, asked, strict=True) if question not in known]
        answers = self._answers(new) if new else iter(())
        made = {question: known.get(question) or next(answers) for question in asked}
        kept.keep(made)
        return [made[question] for question in asked]

    def _answers(self, errands: list[Errand]) -> Iterator[Seen]:
        from listbuilder.desk.running import run_errands  # noqa: PLC0415  # where all is known, nothing is judged

        return run_errands(self._desk, errands, self._jobs)

    def _name(self) -> str:
        return sha256(str(self._desk.places.root.resolve()).encode()).hexdigest()[:16]

    def _key(self, languages: Iterable[str]) -> str:
        """Name everything that all verdicts rest on: program, data, event, and the words that they are told in."""
        event = sha256(self._desk.places.event.read_bytes()).hexdigest()
        words = [hash_of(language) for language in sorted({FALLBACK, *languages})]
        return cache_key([self._desk.library.fingerprint, str(self._desk.places.root), event, *words])

    def _asked(self, errand: Errand, known: Container[str]) -> str:
        """Name what one verdict rests on beside that: the content of the files, and when they came.

        One that is known with its fixes answers who asks for none, too.
        """
        contents = [f"{file} {received} {_content(f'{self._inbox}/{file}')}" for file, received in errand.files]
        bare = cache_key([errand.language, str(errand.sheets), *contents])
        return f"{bare} fixed" if errand.fixes or f"{bare} fixed" in known else bare


class _Kept:
    """What is kept of one desk: all that was seen once, and beside it the little that was seen since.

    To write everything again for one change would take longer than to judge it.
    """

    def __init__(self, cache: Cache, name: str, key: str) -> None:
        self._cache = cache
        self._name, self._since = (_KIND, name, key), (_KIND, f"{name}+", key)
        self._once = cache.load(*self._name) or {}
        self._later = cache.load(*self._since) or {}

    @property
    def everything(self) -> Mapping[str, Seen]:
        """All that is known."""
        return {**self._once, **self._later}

    def keep(self, made: Mapping[str, Seen]) -> None:
        """Keep what was seen now; what is no longer asked for goes when everything is written again."""
        later = {question: seen for question, seen in made.items() if question not in self._once}
        if len(later) > len(self._once) // _FEW:
            self._cache.save(*self._name, made)
        elif later.keys() != self._later.keys():
            self._cache.save(*self._since, later)


def hash_of(language: str) -> str:
    """Name the sentences of a language by content; a user may have written some anew."""
    return cache_key(chain.from_iterable(catalogue(language).items()))


def _content(path: str) -> str:
    """Name what a file holds, or why it cannot be read."""
    try:
        return sha256(load_bytes(path)).hexdigest()
    except UnreadableError as error:
        return str(error)

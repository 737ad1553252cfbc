"""Errands run: here, or in processes where there are many.

What is to be seen of a player's lists, and what was, as plain values: they travel between processes and are kept.

The lists of one player judged, and what was seen of them.

What was seen before, kept sealed: nobody can write a verdict into it, and none outlives what it rests on.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from functools import cache
from hashlib import sha256
from itertools import chain, islice, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypedDict

from listbuilder.crash_guard import died, guarded
from listbuilder.datafiles.reader import load_bytes
from listbuilder.diagnostics import Diagnostic, build_report
from listbuilder.diagnostics.messages import finding_record
from listbuilder.errors import UnreadableError
from listbuilder.exporters.base import build_document, find_exporter
from listbuilder.i18n import FALLBACK, catalogue
from listbuilder.judging.results import Judged, Unread
from listbuilder.judging.verdict_records import Detail, ListRecord, list_record
from listbuilder.library import Library
from listbuilder.library.cache import Cache, cache_key
from listbuilder.sheet import PrintOptions
from listbuilder.timeouts import listening
from listbuilder.tournament.tournament import Desk
from listbuilder.validation.checks.list_sets import check_lists

if TYPE_CHECKING:
    from listbuilder.diagnostics.messages import FindingRecord
    from listbuilder.judging.verdict_records import ListRecord


class Errand(NamedTuple):
    """The lists of one player that count, and in which words to speak of them."""

    root: str
    data: tuple[str, ...]
    files: tuple[tuple[str, str], ...]
    """Place in the inbox, and when it came."""
    language: str
    sheets: bool = False
    """Whether each list is wanted as a sheet too."""
    fixes: bool = True
    """Whether somebody reads how and where to mend what was found: looking for that takes as long as finding it."""


class Seen(TypedDict):
    """What became of one errand."""

    lists: list[ListRecord]
    found: list[FindingRecord]
    """About the lists together."""
    sheets: list[str]
    """Of the lists that could be worked out, in their order."""


_OPEN: dict[str, Desk] = {}
"""Desks that this process has opened; those that it starts begin with them where the system can do that."""


def keep_open(desk: Desk) -> None:
    """Let errands of this process, and of those that it starts, use a desk that is open already."""
    _OPEN[str(desk.places.root)] = desk


def run_errand(errand: Errand) -> Seen:
    """Judge the lists of one player; whatever goes wrong with one is a finding on that one."""
    desk = _OPEN.get(errand.root) or _opened(errand.root, errand.data)
    lists = [one for file, received in errand.files for one in desk.judge(file, received)]
    judged = [one for one in lists if isinstance(one, Judged)]
    several = (desk.event.lists.number > 1 and bool(errand.files)) or _are_several(judged)
    detail = Detail(fixes=errand.fixes, lines=errand.fixes)
    together = check_lists([one.roster for one in judged], desk.event) if several else ()
    return {
        "lists": [_record(one, errand.language, detail) for one in lists],
        "found": [finding_record(one, errand.language) for one in together],
        "sheets": [_sheet(one, errand.language) for one in judged] if errand.sheets else [],
    }


def _are_several(judged: list[Judged]) -> bool:
    """Tell whether there is more than one list: a file may hold several, and one list twice."""
    return len(judged) > 1 and len({one.list_hash for one in judged}) > 1


def lose_errand(errand: Errand) -> Seen:
    """Tell of lists that their process did not survive."""
    paths = [str(Path(errand.root) / "inbox" / file) for file, _ in errand.files]
    return {"lists": [_failed(path, died(path), errand.language) for path in paths], "found": [], "sheets": []}


@cache
def _opened(root: str, data: tuple[str, ...]) -> Desk:
    return Desk(Path(root), Library.open(data), data)


def _record(one: Judged | Unread, language: str, detail: Detail) -> ListRecord:
    made = guarded(lambda: list_record(one, language, detail), one.path)  # fixes are looked for here
    return _failed(one.path, made, language) if isinstance(made, Diagnostic) else made


def _failed(path: str, finding: Diagnostic, language: str) -> ListRecord:
    return list_record(Unread(path, build_report([finding])), language)


def _sheet(judged: Judged, language: str) -> str:
    document = build_document(judged, language, PrintOptions())
    return find_exporter("txt").export([document], PrintOptions()).decode()


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

"""The lists of one player judged, and what was seen of them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from listbuilder.crash_guard import died, guarded
from listbuilder.desk.desk import Desk
from listbuilder.desk.errands import Errand, Seen
from listbuilder.diagnostics import Diagnostic, build_report
from listbuilder.diagnostics.messages import finding_record
from listbuilder.judging import Judged, Unread
from listbuilder.judging.verdict_records import Detail, ListRecord, list_record
from listbuilder.library import Library
from listbuilder.validation.checks.list_sets import check_lists

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
    from listbuilder.exporters.base import build_document  # noqa: PLC0415  # most tables have no sheets
    from listbuilder.exporters.registry import find_exporter  # noqa: PLC0415
    from listbuilder.sheet import PrintOptions  # noqa: PLC0415

    document = build_document(judged, language, PrintOptions())
    return find_exporter("txt").export([document], PrintOptions()).decode()

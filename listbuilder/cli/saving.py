"""Texts on standard output or in a file that is not overwritten by accident."""

from __future__ import annotations

import sys
from itertools import chain, count
from pathlib import Path

from listbuilder.cli.context import Context
from listbuilder.cli.exits import Exit
from listbuilder.listfiles import write_atomically
from listbuilder.model import ArmyList, slug


def file_name(army: ArmyList, taken: set[str]) -> str:
    """Give a list's name as the name of a file, without its end; one of several with the same name gets a number."""
    name = slug(army.name)[:80] or "list"
    numbered = (f"{name}-{number}" for number in count(2))
    free = next(each for each in chain((name,), numbered) if each not in taken)
    taken.add(free)
    return free


def write_text(text: str, output: str | None, context: Context, *, force: bool = False) -> Exit:
    """Write a text where it is wanted; an existing file needs `force` and is kept as a backup."""
    if output is None or output == "-":
        sys.stdout.write(text)
        return Exit.LEGAL
    target = Path(output)
    if target.exists() and not force:
        context.talk("cli.exists", path=target)
        return Exit.UNUSABLE
    target.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(target, text.encode("utf-8"))
    context.talk("cli.written", path=target)
    return Exit.LEGAL

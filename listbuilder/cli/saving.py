"""Texts on standard output or in a file that is not overwritten by accident."""

from __future__ import annotations

import sys
from pathlib import Path

from listbuilder.cli.context import Context
from listbuilder.cli.exits import Exit
from listbuilder.listfiles import write_atomically


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

"""Rewrite the output that README and the guides show: `python -m tools.refresh_guides [DOCUMENT …]`.

Each document gets a new sample world. The commands of its `sh` and `console` blocks run there in order, as in
`tests/cli/test_guide.py`. The output after a `$` line is replaced by what the program prints now. A line `…` means
left-out lines: the excerpts around it are found again by similarity. Examples with `>>>` are refreshed, too.

The exit code is 1 if an excerpt could not be found again; such a place must be edited by hand.
"""

from __future__ import annotations

import contextlib
import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"(?P<fence>^```(?P<kind>\w*)\n)(?P<text>.*?)(?=^```)", re.MULTILINE | re.DOTALL)
SCHEMA_LINE = "$schema=../../schemas/"
LEFT_OUT = "…"
MAX_EXTRA_LINES = 4
"""An excerpt may grow or shrink by this many lines when sentences change their length."""
MIN_SIMILARITY = 0.5
"""Below this, an excerpt counts as not found."""
PYTHON_SAMPLES = {
    "my-list.yaml": "data/lists/aof-3.5-illegal-crown-council.yaml",
    "theirs.yaml": "data/lists/aof-3.5-the-iron-vale.yaml",
}
"""The files that docs/guide/python.md names, and the sample lists they are copies of."""


@dataclass(slots=True)
class World:
    """A folder with the sample files, in which commands run without the user's own data."""

    folder: Path
    problems: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.run(["sample", str(self.folder)], self.folder.parent)

    def run(self, arguments: list[str], folder: Path | None = None) -> str:
        """Run the program and return what it prints to standard output."""
        done = subprocess.run(  # noqa: S603  # our own program
            [sys.executable, "-m", "listbuilder", *arguments],
            cwd=folder or self.folder,
            env=_environment(self.folder.parent),
            capture_output=True,
            encoding="utf-8",
            check=False,
            stdin=subprocess.DEVNULL,
        )
        if done.returncode not in (0, 1):
            self.problems.append(f"exit code {done.returncode}: listbuilder {shlex.join(arguments)}\n{done.stderr}")
        return done.stdout

    def write_example(self, kind: str, text: str) -> None:
        """Save a data file or a table of registrations that the document shows, for the commands after it."""
        if kind == "csv":
            (self.folder / "cup" / "players.csv").write_text(text, encoding="utf-8")
        elif kind == "yaml" and SCHEMA_LINE in text and (name := re.search(r"^id: (\S+)", text, re.MULTILINE)):
            folder = self.folder / "own" / "systems" if "system.schema" in text else self.folder
            folder.mkdir(exist_ok=True)
            (folder / f"{name[1]}.yaml").write_text(text, encoding="utf-8")

    def refresh_block(self, match: re.Match[str]) -> str:
        """Run the commands of a block and return the block with their present output."""
        kind, text = match["kind"], match["text"]
        self.write_example(kind, text)
        if kind not in ("sh", "console"):
            return match[0]
        refreshed = []
        for line, shown in split_commands(text):
            words = shlex.split(line, comments=True)
            printed = self.run(words[1:]) if words[:1] == ["listbuilder"] else ""
            merged, is_found = merge_output(shown, printed) if shown else ("", True)
            if not is_found:
                self.problems.append(f"check the excerpt by hand: {line}")
            refreshed.append(f"$ {line}\n{merged}" if text.startswith("$ ") else f"{line}\n")
        return match["fence"] + "".join(refreshed)


class _Recorder(doctest.DocTestRunner):
    """Runs the examples of a page and keeps what each prints now."""

    def __init__(self) -> None:
        super().__init__(optionflags=doctest.ELLIPSIS, verbose=False)
        self.printed: dict[int, str] = {}

    def report_failure(self, out: object, test: doctest.DocTest, example: doctest.Example, got: str) -> None:
        """Keep the output of an example that differs from the page."""
        del out, test
        self.printed[example.lineno] = got


def main(arguments: list[str]) -> int:
    """Refresh the named documents, or all of them; return the exit code."""
    documents = [Path(argument) for argument in arguments]
    problems = []
    for document in documents or [ROOT / "README.md", *sorted((ROOT / "docs" / "guide").glob("*.md"))]:
        problems += [f"{document}: {problem}" for problem in refresh(document)]
    print(*problems, sep="\n", end="\n" if problems else "", file=sys.stderr)
    return 1 if problems else 0


def refresh(document: Path) -> list[str]:
    """Rewrite the output in one document and return the places that need a look."""
    old = document.read_text(encoding="utf-8")
    with TemporaryDirectory() as scratch:
        world = World(Path(scratch) / "world")
        new = _refresh_python(BLOCK.sub(world.refresh_block, old), Path(scratch))
    if new != old:
        document.write_text(new, encoding="utf-8")
        print(f"refreshed {document}")
    return world.problems


def split_commands(text: str) -> Iterator[tuple[str, str]]:
    """Return the commands of a block, each with the output shown for it."""
    if not text.startswith("$ "):
        yield from ((line, "") for line in text.splitlines())
        return
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        line, _, shown = part.partition("\n")
        yield line, shown


def merge_output(shown: str, printed: str) -> tuple[str, bool]:
    """Return the new output with the same lines left out as before, and whether every excerpt was found."""
    lines = printed.splitlines()
    if LEFT_OUT not in shown.splitlines():
        return printed, True
    excerpts = [part.splitlines() for part in re.split(rf"^{LEFT_OUT}\n", shown, flags=re.MULTILINE)]
    merged: list[str] = []
    end, is_found = 0, True
    for index, excerpt in enumerate(excerpts):
        if index:
            merged.append(LEFT_OUT)
        if excerpt:
            start, end, similarity = _find_excerpt(excerpt, lines, end, index == 0, index == len(excerpts) - 1)
            merged += lines[start:end]
            is_found = is_found and similarity >= MIN_SIMILARITY
    return "".join(f"{line}\n" for line in merged), is_found


def _find_excerpt(
    excerpt: list[str], lines: list[str], begin: int, is_first: bool, is_last: bool
) -> tuple[int, int, float]:
    """Return start, end and similarity of the lines most like an excerpt; the first and last one are tied to an end."""
    text = "\n".join(excerpt)
    sizes = range(max(1, len(excerpt) - MAX_EXTRA_LINES), len(excerpt) + MAX_EXTRA_LINES + 1)
    windows = [
        (start, start + size)
        for start in ([begin] if is_first else range(begin, len(lines)))
        for size in sizes
        if start + size <= len(lines) and (not is_last or start + size == len(lines))
    ]
    scored = [
        (SequenceMatcher(None, text, "\n".join(lines[start:end]), autojunk=False).ratio(), start, end)
        for start, end in windows
    ]
    if not scored:
        return begin, begin, 0.0
    similarity, start, end = max(scored, key=lambda window: (window[0], -window[1]))
    return start, end, similarity


def _refresh_python(text: str, scratch: Path) -> str:
    """Return a page with the present output of its `>>>` examples."""
    if ">>> " not in text:
        return text
    for name, source in PYTHON_SAMPLES.items():
        (scratch / name).write_bytes((ROOT / source).read_bytes())
    os.environ.update(_environment(scratch))
    recorder = _Recorder()
    test = doctest.DocTestParser().get_doctest(text, {}, "guide", None, 0)
    with contextlib.chdir(scratch):
        recorder.run(test, clear_globs=False)
    lines = text.splitlines(keepends=True)
    for example in reversed(test.examples):
        if example.lineno in recorder.printed:
            first = example.lineno + example.source.count("\n")
            lines[first : first + example.want.count("\n")] = [recorder.printed[example.lineno]]
    return "".join(lines)


def _environment(folder: Path) -> dict[str, str]:
    """Return the variables of a run that has no data, cache or state of the user."""
    own = {f"LISTBUILDER_{name}": str(folder / name.lower()) for name in ("CACHE", "DATA", "STATE", "CONFIG", "LISTS")}
    environment = {name: text for name, text in os.environ.items() if name not in ("COLUMNS", "LISTBUILDER_SECRET")}
    return {**environment, **own, "LISTBUILDER_LANG": "en", "PYTHONPATH": str(ROOT)}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

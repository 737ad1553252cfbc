"""Writes the pages and the configuration of the site for zensical: `python -m docs.site FOLDER`."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import yaml

from docs.site.benchmark_page import build_benchmarks
from docs.site.commands import build_commands
from docs.site.documents import Documents
from docs.site.example_runner import ROOT, World, run_program
from docs.site.formats import build_formats
from docs.site.keys import build_keys
from docs.site.navigation import build_menu
from docs.site.page import Page

HERE = Path(__file__).parent
ASSETS = ("site.css", "iframe-worker.js")


def main(folder: Path) -> None:
    """Write all pages and the configuration."""
    shutil.rmtree(folder, ignore_errors=True)
    pages = folder / "pages"
    documents = Documents(ROOT)
    with TemporaryDirectory() as scratch:
        written = [*documents.pages(), *generated(World(Path(scratch), run_program))]
    for page in written:
        path = pages / page.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page.text, encoding="utf-8")
    for place, source in {**documents.files, **{name: HERE / name for name in ASSETS}}.items():
        (pages / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, pages / place)
    settings = yaml.safe_load((HERE / "mkdocs.yml").read_text(encoding="utf-8"))
    settings["nav"] = build_menu(page.path for page in written)
    (folder / "mkdocs.yml").write_text(yaml.safe_dump(settings, sort_keys=False), encoding="utf-8")


def generated(world: World) -> Iterator[Page]:
    """Return the pages that are generated from the program."""
    yield from build_commands(world)
    yield build_keys()
    yield from build_formats(ROOT)
    yield build_benchmarks(ROOT)


if __name__ == "__main__":
    main(Path(sys.argv[1]))

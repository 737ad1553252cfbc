"""Samples of every layout, system and language, to look at and to compare with.

python -m tools.gallery exports
"""

from __future__ import annotations

import json
import sys
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from listbuilder.exporters.exporter import Exportable, build_document, find_exporter
from listbuilder.i18n import languages
from listbuilder.judging.judge import judge_file
from listbuilder.judging.results import Judged
from listbuilder.library import Library
from listbuilder.library.locations import bundled_data_folder
from listbuilder.sheet import Grid, Layout, Orientation, Paper, PrintOptions

MADE_WITH = "made-with.json"
SYSTEMS = (
    "aof-3.2-stroke-of-noon",
    "aof-3.5-the-iron-vale",
    "aofr-2.7-debts-and-elephants",
    "aofr-3-nine-cities",
    "aofr-basic-spring-tide",
    "aofs-3.5-first-frost",
    "way-of-wood-dusk-chorus",
)
"""A list of every system that has factions."""
_FULL, _ILLEGAL, _FIELDS = "aof-3.5-the-iron-vale", "aof-3.5-illegal-crown-council", "way-of-wood-night-watch"
_OPTIONS: dict[str, PrintOptions] = {
    "letter": PrintOptions(paper=Paper.LETTER),
    "landscape": PrintOptions(orientation=Orientation.LANDSCAPE),
    "large": PrintOptions(large=True),
    "monochrome": PrintOptions(monochrome=True),
    "no-points": PrintOptions(points=False),
    "no-boxes-no-texts": PrintOptions(boxes=False, rule_texts=False),
    "public": PrintOptions(public=True),
    "compact-landscape": PrintOptions(layout=Layout.COMPACT, orientation=Orientation.LANDSCAPE),
    "cards-landscape-letter": PrintOptions(
        layout=Layout.CARDS, orientation=Orientation.LANDSCAPE, paper=Paper.LETTER, monochrome=True
    ),
    "reach": PrintOptions(reach=True),
    "two-pages": PrintOptions(pages=2),
    "opponent": PrintOptions(points=False, notes=False, share=False),
    "compact-boxes": PrintOptions(layout=Layout.COMPACT, boxes=True),
    "cards-backs": PrintOptions(layout=Layout.CARDS, backs=True),
    "cards-2x2": PrintOptions(layout=Layout.CARDS, grid=Grid.FOUR),
}
_SALT = "gallery"


@dataclass(frozen=True, slots=True)
class Sample:
    """One file of the gallery: where it stands, which lists it shows, in which format and how."""

    path: str
    lists: tuple[str, ...]
    format: str
    language: str
    options: PrintOptions


def samples() -> Iterator[Sample]:
    """List the files of the gallery."""
    for name in SYSTEMS:
        for layout in Layout:
            for language in languages():
                path = f"{name}/{layout.value}.{language}.pdf"
                yield Sample(path, (name,), "pdf", language, PrintOptions(layout=layout))
    for name, options in _OPTIONS.items():
        yield Sample(f"options/{name}.pdf", (_FULL,), "pdf", "en", options)
    yield Sample("options/illegal.pdf", (_ILLEGAL,), "pdf", "en", PrintOptions())
    single = PrintOptions(layout=Layout.CARDS, grid=Grid.ONE)
    yield Sample("options/cards-one-a-page.pdf", (_FIELDS,), "pdf", "en", single)
    yield Sample("options/book.pdf", SYSTEMS, "pdf", "en", PrintOptions(layout=Layout.COMPACT))
    for name in (_FULL, _ILLEGAL, _FIELDS):
        for kind in ("html", "md", "txt", "json"):
            language = "de" if name == _FIELDS else "en"
            yield Sample(f"formats/{name}.{kind}", (name,), kind, language, PrintOptions())


def render(sample: Sample, library: Library) -> bytes:
    """Make the bytes of a sample."""
    documents = [_document(name, sample, library) for name in sample.lists]
    return find_exporter(sample.format).export(documents, sample.options)


def _document(name: str, sample: Sample, library: Library) -> Exportable:
    (judged,) = judge_file(bundled_data_folder() / "lists" / f"{name}.yaml", library)
    assert isinstance(judged, Judged)
    return build_document(judged, sample.language, sample.options, salt=_SALT)


def made_with() -> dict[str, str]:
    """Name what the bytes of a PDF depend on besides this project."""
    return {"reportlab": version("reportlab"), "zlib": zlib.ZLIB_RUNTIME_VERSION}


def write_gallery(folder: Path) -> None:
    """Write all samples; whatever else is in the folder stays as it is."""
    library = Library.open(user=False)
    for sample in samples():
        path = folder / sample.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(render(sample, library))
    (folder / MADE_WITH).write_text(json.dumps(made_with(), indent=2) + "\n", encoding="utf-8")


def main(arguments: Sequence[str]) -> int:
    """Write the gallery into the folder that is named."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python -m tools.gallery FOLDER\n")
        return 2
    write_gallery(Path(arguments[0]))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

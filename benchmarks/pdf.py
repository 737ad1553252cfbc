"""How long a PDF takes, beside bare ReportLab, Platypus and a browser, and over several processes.

    python -m benchmarks.pdf

Budgets: a 2,000-point roster in at most 1.5 times what bare ReportLab needs to draw the same words and lines, at least
10 times faster than headless Chromium prints the HTML of the same list, and 100 lists on two processes in less than
0.75 of the time that one takes, where the machine has two cores to give.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from io import BytesIO
from pathlib import Path
from time import perf_counter

from reportlab.pdfgen.canvas import Canvas

from benchmarks.measuring import best
from benchmarks.platypus import draw_platypus
from listbuilder.exporters import Exportable, find_exporter
from listbuilder.exporters.pdf.canvas import PageContent
from listbuilder.exporters.pdf.pdf_file import build_pages
from listbuilder.exporters.pdf.primitives import Box, Stroke, TextRun
from listbuilder.exporters.pdf.style import COLOUR_PALETTE
from listbuilder.library import Library
from listbuilder.listfiles.files import load_list
from listbuilder.listfiles.hashes import format_printed_code, list_hash
from listbuilder.listfiles.share_string import encode_share_string
from listbuilder.sheet import PrintOptions, build_sheet
from listbuilder.validation.engine import validate

LISTS = Path(__file__).parents[1] / "data" / "lists"
SAMPLE = LISTS / "aof-3.5-the-iron-vale.yaml"
OPTIONS = PrintOptions()
BARE, BROWSER, PROCESSES, SCALING = 1.5, 10, 2, 0.75
MANY = 100


@cache
def library() -> Library:
    """Open the bundled data once a process."""
    return Library.open(user=False)


def document(path: Path) -> Exportable:
    """Read and judge a list and put it into words."""
    army = load_list(path).army
    roster = library().roster(army)
    report = validate(roster)
    marks = {"list_hash": format_printed_code(list_hash(army)), "share": encode_share_string(army)}
    return Exportable(build_sheet(roster, report, "en", OPTIONS, **marks), roster, report)


def draw_bare(pages: Sequence[PageContent]) -> bytes:
    """Draw words and lines that are already at their places with ReportLab's own calls, and no more."""
    stream = BytesIO()
    canvas = Canvas(stream, pageCompression=1, invariant=True)
    for painted in pages:
        height, font = painted.page.height, None
        canvas.setPageSize((painted.page.width, height))
        for mark in painted.marks:
            match mark:
                case TextRun():
                    if font != (mark.weight, mark.size, mark.ink):
                        font = (mark.weight, mark.size, mark.ink)
                        canvas.setFont(mark.weight.value, mark.size)
                        canvas.setFillColorRGB(*COLOUR_PALETTE[mark.ink])
                    canvas.drawString(mark.x, height - mark.y, mark.text)
                case Stroke():
                    canvas.setStrokeColorRGB(*COLOUR_PALETTE[mark.ink])
                    canvas.setLineWidth(mark.width)
                    canvas.line(mark.x, height - mark.y, mark.to_x, height - mark.to_y)
                case Box():
                    canvas.setStrokeColorRGB(*COLOUR_PALETTE[mark.ink])
                    canvas.setLineWidth(mark.width)
                    canvas.rect(mark.x, height - mark.y - mark.down, mark.across, mark.down)
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


def measure_browser(html: bytes, repeats: int = 3) -> float | None:
    """Time a headless Chromium that prints a page, or nothing where there is none."""
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "list.html"
        page.write_bytes(html)
        command = [
            chromium,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            f"--user-data-dir={folder}/profile",
            f"--print-to-pdf={folder}/list.pdf",
            page.as_uri(),
        ]
        return best(lambda: subprocess.run(command, check=True, capture_output=True), repeats)


def export_file(path: Path) -> int:
    """Make the PDF of one list, from its file on."""
    return len(find_exporter("pdf").export([document(path)], OPTIONS))


def measure_many(processes: int) -> float:
    """Time many lists, from their files on, over so many processes that are already up."""
    paths = sorted(LISTS.glob("*.yaml"))
    work = [paths[number % len(paths)] for number in range(MANY)]
    with ProcessPoolExecutor(processes) as pool:
        list(pool.map(export_file, work[: len(paths)] * processes, chunksize=len(paths)))
        start = perf_counter()
        list(pool.map(export_file, work, chunksize=5))
        return perf_counter() - start


def main() -> int:
    """Measure and print; fail where a budget is not kept."""
    found = document(SAMPLE)
    exporter = find_exporter("pdf")
    pages = build_pages([found.sheet], OPTIONS)
    ours = best(lambda: exporter.export([found], OPTIONS), 40)
    bare = best(lambda: draw_bare(pages), 40)
    platypus = best(lambda: draw_platypus(found.sheet), 10)
    browser = measure_browser(find_exporter("html").export([found], OPTIONS))
    one, two = (
        min(times) for times in zip(*((measure_many(1), measure_many(PROCESSES)) for _ in range(3)), strict=True)
    )
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    result = {
        "roster_ms": round(ours * 1000, 1),
        "bare_reportlab_ms": round(bare * 1000, 1),
        "ratio_to_bare": round(ours / bare, 2),
        "platypus_ms": round(platypus * 1000, 1),
        "times_faster_than_platypus": round(platypus / ours, 1),
        "chromium_ms": None if browser is None else round(browser * 1000),
        "times_faster_than_chromium": None if browser is None else round(browser / ours, 1),
        "hundred_lists_one_process_s": round(one, 2),
        "hundred_lists_two_processes_s": round(two, 2),
        "ratio_two_to_one": round(two / one, 2),
        "cores": cores,
    }
    print(json.dumps(result, indent=2))
    kept = ours <= BARE * bare and (browser is None or browser >= BROWSER * ours)
    return 0 if kept and (cores < PROCESSES or two <= SCALING * one) else 1


if __name__ == "__main__":
    sys.exit(main())

"""The time of a PDF, compared with bare ReportLab, Platypus and a browser, and with several processes.

    python -m benchmarks pdf

Budgets: a 2,000-point roster takes at most 1.5 times as long as drawing the same words and lines with bare ReportLab.
It is at least 10 times as fast as printing the HTML with headless Chromium. Two processes export 100 lists in at most
0.75 of the time of one process, if the machine has two free cores.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from io import BytesIO
from pathlib import Path
from time import perf_counter

from reportlab.pdfgen.canvas import Canvas

from benchmarks.measurement import best_time, format_budget, full_or_short, print_time
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
MAX_BARE_RATIO, MAX_BROWSER_RATIO, MAX_PARALLEL_RATIO = 1.5, 0.1, 0.75
PROCESSES = 2
MANY_LISTS = full_or_short(100, 20)
ROUNDS = full_or_short(3, 1)


@cache
def library() -> Library:
    """Open the bundled data once per process."""
    return Library.open(user=False)


def document(path: Path) -> Exportable:
    """Load and validate a list and build its sheet."""
    army = load_list(path).army
    roster = library().roster(army)
    report = validate(roster)
    marks = {"list_hash": format_printed_code(list_hash(army)), "share": encode_share_string(army)}
    return Exportable(build_sheet(roster, report, "en", OPTIONS, **marks), roster, report)


def draw_bare(pages: Sequence[PageContent]) -> bytes:
    """Draw words and lines at known positions with ReportLab."""
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


def measure_browser(html: bytes) -> float | None:
    """Return the time of headless Chromium to print a page; None if it is not installed."""
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
        return best_time(lambda: subprocess.run(command, check=True, capture_output=True), ROUNDS)


def export_file(path: Path) -> int:
    """Export the PDF of one list file and return its size."""
    return len(find_exporter("pdf").export([document(path)], OPTIONS))


def measure_many(processes: int) -> float:
    """Return the time to export many list files with processes that are already running."""
    paths = sorted(LISTS.glob("*.yaml"))
    work = [paths[number % len(paths)] for number in range(MANY_LISTS)]
    with ProcessPoolExecutor(processes) as pool:
        list(pool.map(export_file, work[: len(paths)] * processes, chunksize=len(paths)))
        start = perf_counter()
        list(pool.map(export_file, work, chunksize=5))
        return perf_counter() - start


def main() -> None:
    """Measure and print."""
    exportable = document(SAMPLE)
    exporter = find_exporter("pdf")
    pages = build_pages([exportable.sheet], OPTIONS)
    bare = best_time(lambda: draw_bare(pages), 40)
    print_time("bare ReportLab, same words and lines", bare)
    roster = best_time(lambda: exporter.export([exportable], OPTIONS), 40)
    print_time("roster PDF", roster, roster / bare, f"bare ReportLab {format_budget(roster / bare, MAX_BARE_RATIO)}")
    platypus = best_time(lambda: draw_platypus(exportable.sheet), 10)
    print_time("Platypus", platypus, platypus / roster, "roster PDF")
    browser = measure_browser(find_exporter("html").export([exportable], OPTIONS))
    if browser is None:
        print("Chromium is not installed")
    else:
        ratio = roster / browser
        print_time("Chromium, HTML of the same list", browser, browser / roster, "roster PDF")
        print_time("roster PDF", roster, ratio, f"Chromium {format_budget(ratio, MAX_BROWSER_RATIO)}")
    rounds = [(measure_many(1), measure_many(PROCESSES)) for _ in range(ROUNDS)]
    sequential, parallel = (min(times) for times in zip(*rounds, strict=True))
    print_time(f"{MANY_LISTS} lists, one process", sequential)
    budget = format_budget(parallel / sequential, MAX_PARALLEL_RATIO)
    print_time(f"{MANY_LISTS} lists, {PROCESSES} processes", parallel, parallel / sequential, f"one process {budget}")
    print(f"{len(os.sched_getaffinity(0)) if hasattr(os, 'sched_getaffinity') else os.cpu_count()} cores")


if __name__ == "__main__":
    main()

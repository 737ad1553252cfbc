"""The command `data check`: check the syntax, structure and references of data files."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections import Counter
from pathlib import Path

from listbuilder.cli.context import Context
from listbuilder.cli.parsers import positive_int
from listbuilder.cli.reporters import ESCAPES, find_reporter
from listbuilder.cli.streams import ExitCode, ProgressBar, print_line, write_stdout
from listbuilder.cli.tables import print_json
from listbuilder.crash_guard import is_internal
from listbuilder.datafiles.check_files import check_all
from listbuilder.diagnostics import Report, Severity
from listbuilder.diagnostics.messages import FileRecord, build_finding_record
from listbuilder.library.locations import bundled_data_folder, is_folder, user_data_folders


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("paths", nargs="*", metavar="PATH")
    parser.add_argument("--format", choices=["text", "json", "github", "sarif"], default="text")
    parser.add_argument("--jobs", type=positive_int, default=os.cpu_count() or 1, metavar="N")


def run(arguments: Namespace, context: Context) -> int:
    """Print the findings; return 2 if there are errors or nothing was checked."""
    folders = (bundled_data_folder(), *user_data_folders(), *map(Path, context.data))
    paths = [Path(path) for path in arguments.paths] or [folder for folder in folders if is_folder(folder)]
    reports = check_all(paths, data_dirs=context.data, jobs=arguments.jobs, progress=ProgressBar(context.terminal).draw)
    _print_report(reports, arguments.format, context)
    if not reports:
        context.print_message("cli.nothing-checked", paths=tuple(map(str, paths)))
        return ExitCode.ERROR
    if any(is_internal(finding.code) for report in reports.values() for finding in report):
        return ExitCode.INTERNAL_ERROR
    return ExitCode.SUCCESS if all(report.legal for report in reports.values()) else ExitCode.ERROR


def _print_report(reports: dict[Path, Report], report_format: str, context: Context) -> None:
    records: list[FileRecord] = [
        {"path": str(path), "diagnostics": [build_finding_record(finding, context.language) for finding in report]}
        for path, report in reports.items()
    ]
    if report_format == "json":
        print_json({record["path"]: record["diagnostics"] for record in records})
        return
    if report_format != "text":
        for text in find_reporter(report_format)(records, context.language, context.terminal):
            write_stdout(text, escape=ESCAPES.get(report_format))
        return
    severities = Counter(finding.severity for report in reports.values() for finding in report)
    for path, report in reports.items():
        for finding in report:
            print_line(context.format_finding(finding, str(path)))
    if reports and not context.quiet:
        errors, warnings = severities[Severity.ERROR], severities[Severity.WARNING]
        print_line(context.translate("cli.checked", n=len(reports), errors=errors, warnings=warnings))

"""The command `import`: convert a list from another program into a list file."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable

from listbuilder.cli.context import Context
from listbuilder.cli.input_output import (
    STDOUT,
    choose_target,
    is_share_argument,
    read_list_argument,
    unique_file_name,
    write_output,
)
from listbuilder.cli.streams import ExitCode
from listbuilder.diagnostics import Diagnostic
from listbuilder.judging.judge import judge_bytes
from listbuilder.judging.results import Judged
from listbuilder.listfiles.book_versions import compare_with_pinned_books, pin_book_versions
from listbuilder.listfiles.writer import format_list_yaml


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--output", metavar="LIST")
    parser.add_argument("--force", action="store_true")


def run(arguments: Namespace, context: Context) -> int:
    """Write the list files; findings of the import are printed on standard error."""
    worst = ExitCode.SUCCESS
    name = "share" if is_share_argument(arguments.file) else arguments.file
    results = judge_bytes(read_list_argument(arguments.file), name, context.library)
    lists = [result.army for result in results if result.army is not None]
    used_names: set[str] = set()
    for result in results:
        findings: Iterable[Diagnostic] = result.report
        if isinstance(result, Judged):  # what was found while it was read, and changes since the books that it names
            info = result.import_info
            changes = compare_with_pinned_books(result.army, context.library, info.partial_factions)
            findings = (*info.findings, *changes.report)
        context.print_findings(findings, result.path)
        if result.army is None:
            worst = ExitCode.ERROR
            continue
        text = format_list_yaml(pin_book_versions(result.army, context.library))
        file = f"{unique_file_name(result.army, used_names)}.yaml"
        output = choose_target(arguments.output, file, STDOUT, many=len(lists) > 1)
        if output == STDOUT and result.army is not lists[0]:
            text = f"---\n{text}"
        worst = max(worst, write_output(text, output, context, inputs=[arguments.file], force=arguments.force))
    return worst

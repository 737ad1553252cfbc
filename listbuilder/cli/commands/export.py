"""The command `export`: write lists in one of the export formats, one file each or all in one."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from dataclasses import replace

from listbuilder.cli.context import Context
from listbuilder.cli.input_output import (
    choose_target,
    find_files,
    load_lists,
    load_secret,
    unique_file_name,
    write_output,
)
from listbuilder.cli.parsers import positive_int
from listbuilder.cli.streams import ExitCode, show_progress
from listbuilder.errors import SaveError
from listbuilder.exporters.exporter import Exportable, build_document, exporter_ids, find_exporter
from listbuilder.judging.results import Judged, Unreadable
from listbuilder.listfiles.hashes import derive_salt
from listbuilder.sheet import Grid, Layout, Orientation, Paper, PrintOptions, default_layout

_ORDERS: Mapping[str, Callable[[Judged], tuple[str, ...]]] = {
    "file": lambda judged: (str(judged.path),),
    "player": lambda judged: ((judged.army.player or "").casefold(), judged.army.name.casefold()),
    "faction": lambda judged: (
        *dict.fromkeys(faction.name.en.casefold() for faction in judged.roster.factions.values()),
        judged.army.name.casefold(),
    ),
}


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("paths", nargs="+", metavar="LIST")
    parser.add_argument("--format", choices=exporter_ids(), default="pdf")
    parser.add_argument("--layout", choices=[layout.value for layout in Layout])
    parser.add_argument("--paper", choices=[paper.value for paper in Paper], default=Paper.A4.value)
    parser.add_argument("--landscape", action="store_true")
    parser.add_argument("--grid", choices=[grid.value for grid in Grid], default=Grid.NINE.value)
    for flag in ("--large", "--monochrome", "--no-texts"):
        parser.add_argument(flag, action="store_true")
    boxes = parser.add_mutually_exclusive_group()
    boxes.add_argument("--boxes", action="store_true")
    boxes.add_argument("--no-boxes", action="store_true")
    parser.add_argument("--pages", type=positive_int, metavar="N")
    for flag in ("--backs", "--opponent", "--reach", "--odds", "--reference", "--hide-points", "--public"):
        parser.add_argument(flag, action="store_true")
    parser.add_argument("--secret-file", metavar="FILE")
    parser.add_argument("--book", action="store_true")
    parser.add_argument("--sort", choices=list(_ORDERS))
    parser.add_argument("--output", metavar="FILE")
    parser.add_argument("--force", action="store_true")


def run(arguments: Namespace, context: Context) -> int:
    """Write the files; return 2 if a list could not be read or a file not be written."""
    exporter = find_exporter(arguments.format)
    options = _build_options(arguments, context)
    if options.public and not exporter.can_hide_upgrades:
        raise SaveError(context.translate("cli.nothing-hidden", format=exporter.id))
    files = list(find_files(arguments.paths))
    judged: list[Judged] = []
    unread: list[Unreadable] = []
    for path in show_progress(files, context.terminal):
        readable, unreadable = load_lists(path, context.library)
        judged += readable
        unread += unreadable
    for result in unread:
        context.print_findings(result.report, result.path)
    if not judged:
        if not files:
            context.print_message("cli.nothing-found", paths=tuple(arguments.paths))
        return ExitCode.ERROR
    if arguments.sort is not None:
        judged.sort(key=_ORDERS[arguments.sort])
    secret = load_secret(arguments.secret_file) if options.public else ""
    inputs = [*files, *filter(None, [arguments.secret_file])]
    many = len(judged) > 1 and not arguments.book
    worst = ExitCode.ERROR if unread else ExitCode.SUCCESS
    used_names: set[str] = set()
    for group in show_progress([[judged_list] for judged_list in judged] if many else [judged], context.terminal):
        if not arguments.layout:
            options = replace(options, layout=default_layout(judged_list.roster.system for judged_list in group))
        documents = [_build_document(judged_list, context, options, secret) for judged_list in group]
        name = unique_file_name(group[0].army, used_names) + exporter.suffix
        target = choose_target(arguments.output, name, "exports/", many=many)
        output = exporter.export(documents, options)
        worst = max(worst, write_output(output, target, context, inputs=inputs, force=arguments.force))
    return worst


def _build_document(judged: Judged, context: Context, options: PrintOptions, secret: str) -> Exportable:
    salt = derive_salt(judged.army, secret) if secret else ""
    if salt:
        context.print_message("cli.salt", name=judged.army.name, salt=salt)
    return build_document(judged, context.language, options, salt=salt)


def _build_options(arguments: Namespace, context: Context) -> PrintOptions:
    same = ("large", "monochrome", "pages", "backs", "reach", "odds", "reference", "public")
    return PrintOptions(
        layout=Layout(arguments.layout or Layout.ROSTER),
        paper=Paper(arguments.paper),
        orientation=Orientation.LANDSCAPE if arguments.landscape else Orientation.PORTRAIT,
        grid=Grid(arguments.grid),
        points=not (arguments.hide_points or arguments.opponent),
        notes=not arguments.opponent,
        share=not arguments.opponent,
        rule_texts=False if arguments.no_texts else None,
        boxes=True if arguments.boxes else False if arguments.no_boxes else None,
        width=context.terminal.width,
        **{name: getattr(arguments, name) for name in same},
    )

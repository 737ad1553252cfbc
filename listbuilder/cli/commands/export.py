"""Write lists as PDF, HTML, Markdown, text, JSON or share strings: one file per list, or one book of all lists."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from listbuilder.cli.context import Context
from listbuilder.cli.exit_codes import Exit
from listbuilder.cli.inputs import Secret, find_files, load_all
from listbuilder.cli.outputs import STDOUT, file_name, write_output
from listbuilder.cli.parsers import count
from listbuilder.cli.progress import progress
from listbuilder.errors import SaveError
from listbuilder.exporters.base import Exportable, build_document, exporter_ids, find_exporter
from listbuilder.judging.results import Judged, Unread
from listbuilder.sheet import Grid, Layout, Orientation, Paper, PrintOptions, usual_layout

_ORDERS: Mapping[str, Callable[[Judged], tuple[str, ...]]] = {
    "file": lambda judged: (str(judged.path),),
    "player": lambda judged: ((judged.army.player or "").casefold(), judged.army.name.casefold()),
    "faction": lambda judged: (*_factions(judged), judged.army.name.casefold()),
}


def _factions(judged: Judged) -> tuple[str, ...]:
    return tuple(dict.fromkeys(faction.name.en.casefold() for faction in judged.roster.factions.values()))


def add_arguments(parser: ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.add_argument(
        "paths", nargs="+", metavar="LIST", help="lists in any supported format, or folders or archives of them"
    )
    parser.add_argument("--format", choices=exporter_ids(), default="pdf", help="output format (default: pdf)")
    layouts = [layout.value for layout in Layout]
    parser.add_argument("--layout", choices=layouts, help="page layout (default: the usual one for the system)")
    parser.add_argument("--paper", choices=[paper.value for paper in Paper], default=Paper.A4.value)
    parser.add_argument("--landscape", action="store_true", help="landscape orientation")
    parser.add_argument("--grid", choices=[grid.value for grid in Grid], default=Grid.NINE.value, help="cards per page")
    parser.add_argument("--large", action="store_true", help="large type")
    parser.add_argument("--monochrome", action="store_true", help="save ink: no grey, no colour")
    parser.add_argument("--no-texts", action="store_true", help="leave out rule texts")
    boxes = parser.add_mutually_exclusive_group()
    boxes.add_argument("--boxes", action="store_true", help="print tick boxes on compact sheets, too")
    boxes.add_argument("--no-boxes", action="store_true", help="leave out tick boxes")
    parser.add_argument("--pages", type=count, metavar="N", help="use smaller type to fit a list on N pages")
    parser.add_argument("--backs", action="store_true", help="print card backs, for double-sided printing")
    parser.add_argument("--opponent", action="store_true", help="a sheet for your opponent: no points, notes or code")
    parser.add_argument(
        "--reach", action="store_true", help="add a column with each weapon's threat range (move plus range)"
    )
    parser.add_argument("--odds", action="store_true", help="add expected hits and wounds against D4+")
    parser.add_argument("--reference", action="store_true", help="add a quick reference page")
    parser.add_argument("--hide-points", action="store_true", help="leave out points")
    parser.add_argument("--public", action="store_true", help="hide upgrades; a commitment can prove them later")
    parser.add_argument(
        "--secret-file",
        metavar="FILE",
        help="file with the secret that salts are derived from (default: random; salts are printed)",
    )
    parser.add_argument("--book", action="store_true", help="write all lists to one file")
    parser.add_argument("--sort", choices=list(_ORDERS), help="sort order of a book (default: as given)")
    parser.add_argument("--output", metavar="FILE", help="a file, a folder, or - for standard output")
    parser.add_argument("--force", action="store_true", help="replace existing files (backups are kept)")


def run(arguments: Namespace, context: Context) -> int:
    """Export the lists."""
    exporter = find_exporter(arguments.format)
    options = _options(arguments, context)
    if options.public and not exporter.hides:
        raise SaveError(context.say("cli.nothing-hidden", format=exporter.id))
    files = list(find_files(arguments.paths))
    judged: list[Judged] = []
    unread: list[Unread] = []
    for path in progress(files, context):
        usable, others = load_all(path, context.library)
        judged += usable
        unread += others
    for one in unread:
        context.tell_findings(one.report, one.path)
    if not judged:
        if not files:
            context.talk("cli.nothing-found", paths=tuple(arguments.paths))
        return Exit.UNUSABLE
    if arguments.sort is not None:
        judged.sort(key=_ORDERS[arguments.sort])
    secret = Secret.of(arguments.secret_file) if options.public else None
    read = [*files, *filter(None, [arguments.secret_file])]
    many = len(judged) > 1 and not arguments.book
    worst = Exit.UNUSABLE if unread else Exit.LEGAL
    taken: set[str] = set()
    for group in progress([[one] for one in judged] if many else [judged], context):
        shaped = (
            options if arguments.layout else replace(options, layout=usual_layout(one.roster.system for one in group))
        )
        documents = [_document(one, context, shaped, secret) for one in group]
        target = _target(arguments.output, file_name(group[0].army, taken) + exporter.suffix, many=many)
        made = exporter.export(documents, shaped)
        worst = max(worst, write_output(made, target, context, inputs=read, force=arguments.force))
    return worst


def _document(judged: Judged, context: Context, options: PrintOptions, secret: Secret | None) -> Exportable:
    salt = secret.salt(judged.army) if secret is not None else ""
    if salt:
        context.talk("cli.salt", name=judged.army.name, salt=salt)
    return build_document(judged, context.language, options, salt=salt)


def _options(arguments: Namespace, context: Context) -> PrintOptions:
    return PrintOptions(
        layout=Layout(arguments.layout or Layout.ROSTER),
        paper=Paper(arguments.paper),
        orientation=Orientation.LANDSCAPE if arguments.landscape else Orientation.PORTRAIT,
        grid=Grid(arguments.grid),
        large=arguments.large,
        monochrome=arguments.monochrome,
        points=not (arguments.hide_points or arguments.opponent),
        notes=not arguments.opponent,
        share=not arguments.opponent,
        pages=arguments.pages,
        backs=arguments.backs,
        reach=arguments.reach,
        odds=arguments.odds,
        reference=arguments.reference,
        public=arguments.public,
        rule_texts=False if arguments.no_texts else None,
        boxes=True if arguments.boxes else False if arguments.no_boxes else None,
        width=context.terminal.width,
    )


def _target(output: str | None, name: str, *, many: bool) -> str:
    """Choose where the file goes: as told, else beside the others in `exports/`."""
    if output == STDOUT:
        return output
    if output is None:
        return str(Path("exports") / name)
    folder = many or Path(output).is_dir() or output.endswith(("/", "\\"))
    return str(Path(output) / name) if folder else output

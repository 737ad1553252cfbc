"""The table of a desk for mails and forums."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.cli.desk.rows import DeskRecord
from listbuilder.cli.terminal import Terminal
from listbuilder.exporters import markdown
from listbuilder.i18n import translate
from listbuilder.textutil.escaping import escape_hidden


def as_markdown(record: DeskRecord, language: str, terminal: Terminal) -> Iterator[str]:  # noqa: ARG001
    """Write a table of everybody, then what was found of each, and of the desk itself."""
    heads = [translate(language, f"desk.column.{name}") for name in ("name", "team", "faction", "points", "status")]
    yield "| " + " | ".join(heads) + " |\n|---|---|---|--:|---|\n"
    for player in record["players"]:
        status = translate(language, f"desk.status.{player['status']}")
        points = "" if player["points"] is None else str(player["points"])
        cells = [_marked(player["name"]), _marked(player["team"]), _marked(player["faction"]), points, status]
        yield "| " + " | ".join(cells) + " |\n"
    for player in record["players"]:
        findings = [one for one in player["diagnostics"] if one["severity"] != "note"]
        rejected = player["rejected"]
        if findings or rejected:
            yield f"\n## {_marked(player['name'])}\n\n"
        if rejected:
            yield f"- {_marked(translate(language, 'desk.turned-down', reason=rejected))}\n"
        for one in findings:
            fix = " " + _marked(translate(language, "cli.fix", fix=one["fix"])) if one["fix"] else ""
            yield f"- **{one['code']}** {_marked(one['message'])}{fix}\n"
    rest = [_marked(translate(language, "desk.unmatched", file=name)) for name in record["unmatched"]]
    rest += [f"**{one['code']}** {_marked(one['message'])}" for one in record["diagnostics"]]
    yield "\n" * bool(rest) + "".join(f"- {line}\n" for line in rest)


def _marked(text: str) -> str:
    return markdown.escape(" ".join(escape_hidden(text).split()))

"""The table of a desk for CI servers."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.cli.desk.rows import DeskRecord, PlayerRecord
from listbuilder.cli.reporters.junit import xml_attribute, xml_text
from listbuilder.cli.terminal import Terminal
from listbuilder.i18n import translate
from listbuilder.tournament.player_status import Status


def as_junit(record: DeskRecord, language: str, terminal: Terminal) -> Iterator[str]:  # noqa: ARG001
    """Write one test case for each player, and one for the desk itself where something is wrong with it."""
    cases = [(player["name"], player["status"], _told(player, language)) for player in record["players"]]
    odd = [f"{one['code']} {one['message']}" for one in record["diagnostics"] if one["severity"] == "error"]
    odd += [translate(language, "desk.unmatched", file=name) for name in record["unmatched"]]
    cases += [("desk", "desk", "\n".join(odd))] if odd else []
    failures = sum(bool(told) for _, _, told in cases)
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f'<testsuite name="listbuilder desk" tests="{len(cases)}" failures="{failures}" errors="0">\n'
    for name, kind, told in cases:
        yield f"  <testcase classname={xml_attribute(record['event'])} name={xml_attribute(name)}>\n"
        if told:
            yield f'    <failure type="{kind}">{xml_text(told)}</failure>\n'
        yield "  </testcase>\n"
    yield "</testsuite>\n"


def _told(player: PlayerRecord, language: str) -> str:
    """Say why a player fails; nothing where all is well."""
    rejected = player["rejected"]
    if Status(player["status"]).is_good and not rejected:
        return ""
    told = [translate(language, "desk.turned-down", reason=rejected)] if rejected else []
    told += [f"{one['code']} {one['message']}" for one in player["diagnostics"] if one["severity"] != "note"]
    return "\n".join(told) or player["status"]

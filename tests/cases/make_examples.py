"""Build the examples of the code pages from the rule cases: `python -m tests.cases.make_examples`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import yaml

from listbuilder.diagnostics import CODES
from listbuilder.diagnostics.messages import describe_finding, describe_fix
from listbuilder.i18n import FALLBACK_LANGUAGE, languages, load_catalogue
from listbuilder.listfiles.files import parse_list
from listbuilder.model import Text
from tests.cases.case_files import FOLDER, Case, judge_file, load_cases, work_out

ROOT = Path(__file__).parents[2]
TARGET = ROOT / "listbuilder" / "library" / "examples.json"
HEAD = ("points", "force_org", "player", "books")


def build_examples() -> str:
    """Build the text of the examples file: for every code the first case of each kind that has a title."""
    files = yaml.safe_load((FOLDER / "files.yaml").read_text(encoding="utf-8"))
    cases = [case for case in load_cases() if isinstance(case.name, Text)]
    examples: dict[str, Any] = {}
    for code in CODES:
        own = [case for case in cases if case.code == code]
        if own:
            examples[code] = {
                "illegal": _illegal(next(case for case in own if case.illegal)),
                "legal": _legal(next(case for case in own if not case.illegal)),
            }
        else:
            examples[code] = {kind: {"text": files[code][kind]} for kind in ("illegal", "legal")}
    return json.dumps(examples, ensure_ascii=False, indent=1) + "\n"


def missing_parts() -> list[str]:
    """Return what codes still lack before their pages can be written."""
    files = yaml.safe_load((FOLDER / "files.yaml").read_text(encoding="utf-8"))
    cases = [case for case in load_cases() if isinstance(case.name, Text)]
    gaps: list[str] = []
    for code in CODES:
        lacking = [
            key for key in (code, f"{code}.title", f"{code}.why") if key not in load_catalogue(FALLBACK_LANGUAGE)
        ]
        gaps += [f"{code}: no sentence {key!r} in listbuilder/i18n/{FALLBACK_LANGUAGE}/checks.json" for key in lacking]
        kinds = {case.illegal for case in cases if case.code == code}
        if kinds or code not in files:
            gaps += [
                f"{code}: no {word} case with a name in each language in {FOLDER.relative_to(ROOT)}/*.yaml"
                " (or, for files, files.yaml)"
                for illegal, word in ((True, "illegal"), (False, "legal"))
                if illegal not in kinds
            ]
    return gaps


def _legal(case: Case) -> dict[str, Any]:
    assert isinstance(case.name, Text)
    return {"title": {language: case.name.to(language) for language in languages()}, "text": _text(case)}


def _illegal(case: Case) -> dict[str, Any]:
    assert isinstance(case.name, Text)
    _, report = judge_file(case)
    shown = next((finding for finding in report if finding.code == case.code), None)
    if shown is None:
        sys.exit(f"{case.code}: no check finds it in its illegal case “{case.name.to(FALLBACK_LANGUAGE)}”")
    example = _legal(case)
    example["message"] = {language: describe_finding(shown, language) for language in languages()}
    if shown.fix is not None:
        example["fix"] = {language: describe_fix(shown, language) for language in languages()}
    return example


def _text(case: Case) -> str:
    """Write a case as a list file, with what each unit costs."""
    raw = case.raw["list"]
    lines = [f"system: {case.system}"]
    lines += [f"{key}: {_flow(raw[key])}" for key in HEAD if raw.get(key) is not None]
    army = parse_list({"format": 1, "name": "", "system": case.system, **raw}).army
    costs = {entry.id: entry.cost for entry in work_out(case, army).entries}
    units = [f"  - {_flow(unit)}" for unit in raw["units"]]
    notes = [f"  # {costs[unit['id']]} pts" if unit["id"] in costs else "" for unit in raw["units"]]
    lines += ["units:", *map("".join, zip(units, notes, strict=True))] if units else ["units: []"]
    for part, about in (("event", "the event"), ("system_changes", "the system, changed")):
        raw = {key: value for key, value in case.raw.get(part, {}).items() if key != "id"}
        lines += [f"---  # {about}", *(f"{key}: {_flow(value)}" for key, value in raw.items())] if raw else []
    lines += [f"# handed in {case.raw['submitted']}"] if "submitted" in case.raw else []
    return "\n".join(lines)


def _flow(value: object) -> str:
    dumped: str = yaml.safe_dump(value, default_flow_style=True, width=1000, sort_keys=False, allow_unicode=True)
    return dumped.removesuffix("...\n").strip()


if __name__ == "__main__":
    if missing := missing_parts():
        sys.exit("\n".join(missing))
    TARGET.write_text(build_examples(), encoding="utf-8")

"""The page of a code: what it says, why the rule is there, an illegal and a legal example.

    python -m listbuilder.library.code_pages docs/codes      writes the pages of the manual

The examples are rule cases of the tests: `tests/cases/make_examples.py` puts them beside this file.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

from listbuilder.diagnostics import CODES, Code
from listbuilder.diagnostics.messages import describe_title
from listbuilder.errors import UnknownIdError
from listbuilder.i18n import FALLBACK, translate
from listbuilder.validation.message_arguments import CitedDecision

_EXAMPLES = Path(__file__).with_name("examples.json")
_PLURAL = re.compile(r"\{\w+:[^{}|]*\|([^{}]*)\}")
_FIELD = re.compile(r"\{(\w+)(?::(?:,|moment))?\}")


@dataclass(frozen=True, slots=True)
class Example:
    """A list or a part of a file, what it shows, and what is said about it."""

    text: str
    title: str = ""
    message: str = ""
    fix: str = ""


@dataclass(frozen=True, slots=True)
class Explanation:
    """All there is to say about a code, in one language."""

    code: str
    name: str
    severity: str
    title: str
    what: str
    """The sentence of a finding; with the values of the illegal example where there is one."""
    why: str
    source: str
    """The part of the rules that it rests on, empty where it rests on none."""
    illegal: Example
    legal: Example
    language: str


def explain(code: str, language: str) -> Explanation:
    """Explain a code; raise UnknownIdError where there is none such."""
    known = CODES.get(code)
    if known is None:
        raise UnknownIdError("code", code, tuple(CODES))
    shown = _examples()[code]
    illegal = _example(shown["illegal"], language)
    return Explanation(
        code=code,
        name=known.name,
        severity=translate(language, f"severity.{known.severity}"),
        title=describe_title(code, language),
        what=illegal.message or _template(code, language),
        why=translate(language, f"{code}.why"),
        source=_source(known, language),
        illegal=illegal,
        legal=_example(shown["legal"], language),
        language=language,
    )


def _source(code: Code, language: str) -> str:
    """Name what a code rests on, with a link to a decision."""
    if code.decision is not None:
        shown = CitedDecision(code.decision).to(language)
        topic = f"[{shown}](../decisions.md#decision-{code.decision})"
    elif code.topic is not None:
        topic = translate(language, f"topic.{code.topic}")
    else:
        return ""
    return translate(language, "explain.source", topic=topic)


def format_explanation(page: Explanation) -> str:
    """Write the page as Markdown, which reads well on a terminal too."""
    parts = [
        f"# {page.code} {page.title}",
        f"`{page.name}` · {page.severity}",
        f"> {page.what}",
        page.why,
        page.source,
        *_shown(page.illegal, translate(page.language, "explain.illegal")),
        *_shown(page.legal, translate(page.language, "explain.legal")),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def write_pages(folder: Path, language: str) -> list[Path]:
    """Write a page for every code of the table into a folder, and an index of them."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, text in build_pages(language).items():
        path = folder / name
        path.write_text(text, encoding="utf-8")
        written.append(path)
    return written


def build_pages(language: str) -> dict[str, str]:
    """Build all pages by their file names."""
    pages = {f"{code}.md": format_explanation(explain(code, language)) for code in CODES}
    return {"README.md": "\n".join(_index(language)), **pages}


def _index(language: str) -> Iterator[str]:
    """Name all codes by their families, which are the three letters that they begin with."""
    yield from (f"# {translate(language, 'explain.codes')}", "", translate(language, "explain.about"), "")
    for family, codes in groupby(CODES.values(), key=lambda code: code.code[:3]):
        yield from (f"## {family}: {translate(language, f'explain.family.{family}')}", "")
        for code in codes:
            yield f"- [{code.code}]({code.code}.md) `{code.name}` {describe_title(code.code, language)}"
        yield ""


@cache
def _examples() -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
    found: Mapping[str, Mapping[str, Mapping[str, Any]]] = json.loads(_EXAMPLES.read_text(encoding="utf-8"))
    return found


def _example(raw: Mapping[str, Any], language: str) -> Example:
    said = {key: raw[key].get(language, raw[key][FALLBACK]) for key in ("title", "message", "fix") if key in raw}
    return Example(raw["text"], **said)


def _template(code: str, language: str) -> str:
    """Give a sentence with the names of its values in place of values."""
    sentence = _PLURAL.sub(r"\1", translate(language, code))
    return _FIELD.sub(r"‹\1›", sentence)  # in square brackets, Markdown would take some for links


def _shown(example: Example, heading: str) -> list[str]:
    title = f"## {heading}: {example.title}" if example.title else f"## {heading}"
    return [title, f"```yaml\n{example.text.rstrip()}\n```", example.fix and f"→ {example.fix}"]


if __name__ == "__main__":
    write_pages(Path(sys.argv[1]), "en")

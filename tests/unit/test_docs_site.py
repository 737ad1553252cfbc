"""The documentation site covers every command, key, schema key and code, without broken links."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmarks.__main__ import NAMES
from docs.site.__main__ import generated
from docs.site.documents import Documents
from docs.site.example_runner import ROOT, World
from docs.site.keys import every_binding, key_name
from docs.site.links import BrokenLinkError, move_links
from docs.site.navigation import build_menu, listed
from docs.site.page import code, plain
from docs.site.schemas import as_written
from listbuilder.cli.parsers import COMMANDS, EXAMPLES
from listbuilder.diagnostics import CODES
from listbuilder.i18n import translate
from listbuilder.sample import write_world
from listbuilder.tui.screens.settings import all_bindings
from listbuilder.tui.user_settings import KEY_MAPS

pytestmark = pytest.mark.xdist_group("site")  # the pages are built once

LINK = re.compile(r"\]\((?![a-z]+:)([^)#]+)")
CODE = re.compile(r"^(```+).*?^\1$|(`+)[^`].*?\2", re.MULTILINE | re.DOTALL)


def pretend(folder: Path, words: list[str]) -> str:
    """Stand in for the program: other tests run the examples, which is slow."""
    if words[0] == "sample":
        write_world(folder / words[1])
    if words[:2] == ["desk", "init"]:
        (folder / words[-1]).mkdir()
    return f"ran {' '.join(words)}\n"


@pytest.fixture(scope="module")
def documents() -> Documents:
    return Documents(ROOT)


@pytest.fixture(scope="module")
def pages(documents: Documents, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    all_pages = [*documents.pages(), *generated(World(tmp_path_factory.mktemp("site"), pretend))]
    texts = {page.path: page.text for page in all_pages}
    assert len(texts) == len(all_pages)
    return texts


def test_every_command_has_its_help_and_an_example(pages: dict[str, str]):
    for words in EXAMPLES:
        page = pages[f"commands/{words.split()[0] if words else 'index'}.md"]
        assert f"usage: listbuilder {words}".strip() in page
        assert words in ("", "serve") or f"\nran {words}" in page
    assert {f"commands/{name}.md" for name in [*COMMANDS, "index"]} == {path for path in pages if "commands/" in path}


def test_every_key_is_in_both_maps(pages: dict[str, str]):
    for binding in all_bindings():
        cells = [plain(translate("en", binding.description))]
        for keys in KEY_MAPS.values():
            changed = keys.get(binding.id or "")
            shown = " ".join(code(key_name(key)) for key in (changed or binding.key).split(","))
            cells.append(f"**{shown}**" if changed else shown)
        assert f"| {' | '.join(cells)} |" in pages["keys.md"]
    assert "tui." not in pages["keys.md"]
    written = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "listbuilder" / "tui").rglob("*.py"))
    ids = set(re.findall(r'Binding\([^()]*(?:\([^()]*\)[^()]*)*id="([\w.-]+)"', written))
    assert {binding.id for binding in every_binding()} == ids
    for binding in every_binding():
        shown = " ".join(code(key_name(key)) for key in binding.key.split(","))
        assert f"| {plain(translate('en', binding.description))} | {shown} |" in pages["keys.md"]


def schema_keys(schema: Any) -> Iterator[str]:
    for name, inner in schema.items() if isinstance(schema, dict) else ():
        if name == "properties":
            yield from inner
        yield from () if name in ("$defs", "then", "if", "not", "allOf") else schema_keys(inner)


def test_every_schema_key_is_documented(pages: dict[str, str]):
    for path in (ROOT / "schemas").glob("*.json"):
        name = path.name.removesuffix(".schema.json")
        schema = json.loads(path.read_text(encoding="utf-8"))
        page = pages[f"formats/{'shared' if name == 'defs' else name}.md"]
        keys = set(schema_keys(schema["$defs"] if name == "defs" else schema))
        assert keys
        assert {
            key for key in keys if not re.search(rf"^\| `{re.escape(key)}`( \\\*)? \|", page, re.MULTILINE)
        } == set()


def test_every_code_and_benchmark_is_documented(pages: dict[str, str]):
    assert {f"codes/{name}.md" for name in [*CODES, "index"]} == {path for path in pages if path.startswith("codes/")}
    assert [name for name in NAMES if f"## `{name}`\n" not in pages["benchmarks.md"]] == []


def test_menu_lists_every_page_once(pages: dict[str, str]):
    assert sorted(listed(build_menu([*pages, "new.md"]))) == sorted([*pages, "new.md"])


def test_no_broken_links(pages: dict[str, str], documents: Documents):
    there = {*pages, *documents.files}
    for path, text in pages.items():
        for target in LINK.findall(CODE.sub("", text)):
            assert posixpath.normpath(posixpath.join(posixpath.dirname(path), target)) in there, (path, target)


def test_links_are_rewritten_outside_code():
    text = '[a](docs/a.md#x) `[b](docs/b.md)` [c](https://c.org) <img src="docs/d.png">\n```\n[e](e)\n```\n'
    moved = move_links(text, "README.md", "index.md", lambda path: path.removeprefix("docs/"))
    assert moved == text.replace("docs/a", "a").replace("docs/d", "d")
    with pytest.raises(BrokenLinkError, match=r"docs/x\.md: \.\./gone\.md"):
        move_links("[gone](../gone.md)", "docs/x.md", "x.md", lambda _: None)


def test_texts_are_escaped():
    assert plain("a|b <i> *c* {d: e} [f](g)") == "a&#124;b &lt;i&gt; \\*c\\* \\{d: e\\} \\[f\\](g)"
    assert code("a`b") == "``a`b``"


def test_example_values_are_quoted_correctly():
    assert as_written({"version": "3.5", "units": ["a", 2, "no"], "on": True}) == (
        '`{version: "3.5", units: [a, 2, "no"], on: true}`'
    )

"""The HTML page as a file: self-contained, escaped and correctly linked."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser

import pytest

from listbuilder.exporters import Exportable, find_exporter
from listbuilder.exporters.html_page.markup import element
from listbuilder.sheet import Orientation, Paper, PrintOptions
from tests.exporters.sheet_samples import ILLEGAL, document, hostile_army
from tests.sentences import sentence

VOID = ("meta", "input", "br")
OURS = {"html", "head", "meta", "title", "style", "body", "a", "div", "header", "h1", "h2", "h3", "p", "span", "ul"}
OURS |= {"ol", "li", "nav", "button", "main", "article", "section", "bdi", "dl", "dt", "dd", "abbr", "b", "small"}
OURS |= {"table", "thead", "tbody", "tr", "th", "td", "label", "input", "code", "footer", "script", "br"}
OURS |= {"details", "summary"}


class Outline(HTMLParser):
    """All elements with their attributes; fails if one is not closed properly."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def values(self, attribute: str) -> list[str]:
        return [value for _, attributes in self.elements if (value := attributes.get(attribute)) is not None]


def page(*documents: Exportable, **options: object) -> str:
    return find_exporter("html").export(documents, PrintOptions(**options)).decode()  # type: ignore[arg-type]


CASES = {
    "legal": page(document()),
    "illegal": page(document("de", report=ILLEGAL)),
    "hostile": page(document(army=hostile_army())),
    "book": page(document(), document("de"), document(army=hostile_army())),
}


@pytest.fixture(params=CASES)
def text(request: pytest.FixtureRequest) -> str:
    return CASES[request.param]


def test_only_known_elements_and_all_closed(text: str):
    assert {tag for tag, _ in Outline(text).elements} <= OURS


def test_page_loads_nothing_and_has_no_handlers(text: str):
    outline = Outline(text)
    assert not outline.values("src")
    assert not outline.values("style")
    assert all(target.startswith("#") for target in outline.values("href"))
    assert not [name for _, attributes in outline.elements for name in attributes if name.startswith("on")]
    style = text[text.index("<style>") : text.index("</style>")]
    assert "url(" not in style
    assert "@import" not in style


def test_content_policy_allows_only_own_style_and_script(text: str):
    policy = next(value for value in Outline(text).values("content") if "default-src" in value)
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    for tag in ("style", "script"):
        body = re.search(rf"<{tag}>(.*?)</{tag}>", text, re.DOTALL)
        assert body is not None
        assert b64encode(sha256(body[1].encode()).digest()).decode() in policy


def test_ids_are_unique_and_references_resolve(text: str):
    outline = Outline(text)
    ids = outline.values("id")
    assert len(ids) == len(set(ids))
    references = [*(target[1:] for target in outline.values("href"))]
    references += outline.values("popovertarget") + outline.values("aria-labelledby")
    assert set(references) <= set(ids)
    names = [attributes["name"] for tag, attributes in outline.elements if tag == "input"]
    assert len(names) == len(set(names))


def test_every_box_has_an_accessible_name(text: str):
    boxes = [attributes for tag, attributes in Outline(text).elements if tag == "input"]
    assert boxes
    assert all(box.get("aria-label") for box in boxes)


def test_single_list_has_page_landmarks():
    tags = [tag for tag, _ in Outline(CASES["legal"]).elements]
    assert tags.count("main") == tags.count("h1") == 1
    assert {"header", "nav", "footer"} <= set(tags)


def test_quick_reference_is_optional_and_closed():
    assert "game" not in [
        attributes.get("class", "") for tag, attributes in Outline(CASES["legal"]).elements if tag == "details"
    ]
    text = page(document(options=PrintOptions(reference=True)))
    outline = Outline(text)
    (_, details) = [attributes for tag, attributes in outline.elements if tag == "details"]
    assert details == {"class": "reference game", "id": "s0-game"}
    assert f'<a href="#s0-game">{sentence("sheet.word.reference")}</a>' in text
    assert "<li>Dice &lt;b&gt;fall&lt;/b&gt; &amp; *roll* | [x](y).</li>" in text
    assert {tag for tag, _ in outline.elements} <= OURS


def test_tapped_rule_shows_its_units_rating():
    pairs = re.findall(r'popovertarget="([^"]+)">(Tough\(\d\))', CASES["legal"])
    rule_texts = dict(re.findall(r'id="(s0-r\d+)"[^>]*><b>[^<]*</b><p>([^<]*)', CASES["legal"]))
    assert {label: rule_texts[target] for target, label in pairs} == {
        "Tough(3)": "Falls at 3 wounds.",
        "Tough(6)": "Falls at 6 wounds.",
    }


def test_share_string_is_in_head_unless_hidden():
    named = {"name": "listbuilder-share", "content": "LB1.c2hhcmU"}
    assert ("meta", named) in Outline(CASES["legal"]).elements
    assert "listbuilder-share" not in page(document(options=PrintOptions(share=False)))


def test_every_unit_is_linked_and_half_marked():
    outline = Outline(CASES["legal"])
    assert {f"#s0-u{number}" for number in range(5)} <= set(outline.values("href"))
    marked = [attributes["name"] for tag, attributes in outline.elements if "data-half" in attributes]
    assert marked[0] == "s0-u0.models.2.0"


def test_printed_page_has_number_and_code():
    assert '@bottom-right{content:counter(page) " / " counter(pages)' in CASES["legal"]
    assert '#s0{page:s0}@page s0{@bottom-center{content:"7F3A-91C2-K0WM-T5ZD"' in CASES["legal"]


def test_book_starts_with_contents():
    links = [value for value in Outline(CASES["book"]).values("href") if re.fullmatch(r"#s\d", value)]
    assert links == ["#s0", "#s1", "#s2"]


def test_contents_use_the_first_lists_language():
    english, german = document("en"), document("de")
    for first, second in ((english, german), (german, english)):
        assert f'<nav class="contents"><h2>{first.sheet.labels.contents}</h2>' in page(first, second)


def test_page_states_language_and_paper():
    text = page(document("de"), paper=Paper.LETTER, orientation=Orientation.LANDSCAPE)
    assert '<html lang="de"' in text
    assert "@page{size:letter landscape;" in text


def test_element_escapes_plain_text():
    paragraph = element("p", "<b>&", element("i", "x"), title='"><script>')
    assert paragraph == '<p title="&quot;&gt;&lt;script&gt;">&lt;b&gt;&amp;<i>x</i></p>'

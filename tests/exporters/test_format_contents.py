"""Required content of text, Markdown, HTML, JSON and share text, independent of golden files."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from listbuilder.diagnostics import Verdict
from listbuilder.exporters import Exportable, find_exporter
from listbuilder.exporters.army_forge_text import format_share_text
from listbuilder.exporters.exporter import exporter_ids
from listbuilder.exporters.html_page.markup import element, with_line_breaks
from listbuilder.exporters.html_page.page import format_page
from listbuilder.exporters.json_export import roster_data
from listbuilder.exporters.markdown import chapter_blocks, escape_markdown, format_markdown
from listbuilder.exporters.plain_text import chapter_lines, format_sheet
from listbuilder.model import EntryId, UnitRef
from listbuilder.sheet import Grid, Layout, PrintOptions, Sheet, SheetUnit
from listbuilder.sheet.model import ItemRow, KnownSpells, ReferenceChapter, SheetFinding, TickBoxes, UpgradeRow
from listbuilder.textutil.text_width import map_texts, to_ascii
from tests.exporters.sheet_samples import ARMY, ILLEGAL, document, entry, roster
from tests.sentences import sentence
from tools import gallery
from tools.gallery import Sample, samples

SHEET = document().sheet
FOUND = SheetFinding("error", "Error", "ORG001", "x", "Bowmen", "Too many.\nFar too many.", "Take one.", "p. 5")
WIDE = PrintOptions(width=400)


def unit(title: str) -> SheetUnit:
    return next(member for each in SHEET.units for member in (each, *each.attached_heroes) if member.title == title)


def only(sheet_unit: SheetUnit, **more: object) -> Sheet:
    return replace(SHEET, units=(sheet_unit,), **more)  # type: ignore[arg-type]  # whatever a test gives


def text_of(sheet: Sheet, options: PrintOptions = WIDE) -> list[str]:
    return [line.strip() for line in format_sheet(sheet, options).splitlines()]


def test_text_marks_errors_and_heroes() -> None:
    hero = replace(unit("Anselm"), worst_severity="error")
    assert any(line.startswith("! ★ Anselm") for line in text_of(only(hero)))
    assert any(line.startswith("★ Anselm") for line in text_of(only(replace(hero, worst_severity="note"))))
    assert any(line.startswith(f"{SHEET.labels.joined} ★ Anselm") for line in text_of(SHEET))
    assert any(re.match(r"3× Bowmen ", line) for line in text_of(only(replace(unit("Bowmen"), count=3))))


def test_text_lists_unit_contents_in_order() -> None:
    bowmen = replace(
        unit("Bowmen"),
        items=(ItemRow(2, "Flag"), ItemRow(1, "Charm", (), ("Bite (A1)",))),
        upgrades=(UpgradeRow(1, "Horn", "5"), UpgradeRow(2, "Drum", "")),
        spells=(KnownSpells("Spells", ("Flood (1)", "Mist (2)")),),
        campaign="12 XP",
        odds="Odds here.",
        notes="one\ntwo",
    )
    expected = ["2× Flag", "Charm (Bite (A1))", f"{SHEET.labels.upgrades}: Horn (5), 2× Drum"]
    expected += ["Spells: Flood (1), Mist (2)"]
    expected += ["12 XP", "Odds here.", "one", "two"]
    lines = text_of(only(bowmen))
    assert [line for line in lines if line in expected] == expected


def test_text_shows_findings_spells_rules_and_data() -> None:
    lines = text_of(replace(SHEET, findings=(FOUND, replace(FOUND, unit_title="", fix="", source="", message="Odd."))))
    assert f"Error ORG001 · Bowmen: Too many. Far too many. {SHEET.labels.fix}: Take one. [p. 5]" in lines
    assert "Error ORG001: Odd." in lines
    assert f"{SHEET.labels.spells.upper()} · River Folk" in lines
    assert 'Flood (1)  2 hits with Poison, 12".' in lines
    assert 'Slow  Moves -2". (The print adds.)' in lines
    assert 'Fast  Moves +2".' in lines
    assert lines[-1] == f"{SHEET.labels.share}: {SHEET.header.share}"
    bare = text_of(replace(SHEET, header=replace(SHEET.header, share="", notes="", hash="")))
    assert not any(SHEET.labels.share in line for line in bare)
    assert not any(line.startswith(f"{SHEET.labels.hash}:") for line in bare)
    assert "Plays on Saturday." in lines


def test_text_omits_missing_prices_and_weapons() -> None:
    bare = replace(unit("Bowmen"), price=None, weapons=(), stats=())
    assert text_of(only(bare))[4] in {"─" * 400, "Bowmen   ×5"}
    assert "Bowmen   ×5" in text_of(only(bare))


def test_ascii_text_uses_typeable_boxes_and_stars() -> None:
    plain = format_sheet(SHEET, PrintOptions(ascii=True, width=100))
    assert plain.isascii()
    assert "[ ][ ][ ]" in plain
    assert f"{SHEET.labels.joined} * Anselm" in plain
    assert map_texts((1, "ä", (SHEET.labels,)), to_ascii)[:2] == (1, "ae")


def test_quick_reference_has_headings_and_dashes() -> None:
    passages = [ReferenceChapter("a", "Turns", ("Take turns.\nAlways.", "Be brave."))]
    assert list(chapter_lines(passages, 40)) == ["", "Turns", "- Take turns. Always.", "- Be brave."]
    assert list(chapter_blocks(passages, "##")) == [["## Turns"], ["- Take turns. Always.", "- Be brave."]]
    assert SHEET.labels.reference.upper() in text_of(replace(SHEET, reference=tuple(passages)))


def test_single_box_precedes_label_and_rows_follow_it() -> None:
    bowmen = replace(
        unit("Bowmen"),
        tick_boxes=(TickBoxes("state:x", "Shaken", (("",),)), TickBoxes("models", "Models", (("",) * 2, ("",)))),
    )
    assert "☐ Shaken   Models ☐☐ ☐" in text_of(only(bowmen))


def markdown(sheet: Sheet) -> list[str]:
    return format_markdown(sheet).splitlines()


def test_markdown_nests_heroes_below_their_unit() -> None:
    lines = markdown(SHEET)
    assert lines[0] == f"# The Iron Vale · {sentence('sheet.points-of', points='610', limit='2,000')}"
    assert f"## The Old Guard · Ferrymen ×20, {sentence('sheet.combined')}" in lines
    assert any(line.startswith(f"### {SHEET.labels.joined} ★ Anselm") for line in lines)
    assert f"- {SHEET.labels.hash}: 7F3A-91C2-K0WM-T5ZD" in lines
    assert "> Plays on Saturday." in lines
    assert f"- 185 + 105 = 290 {SHEET.labels.points} ({SHEET.labels.half} 145)" in lines
    assert lines[-1] == f"{SHEET.labels.share}: `LB1.c2hhcmU`"
    bad = markdown(only(replace(unit("Bowmen"), worst_severity="error", count=2)))
    assert "## ⚠ 2× Bowmen · ×5" in bad
    assert "## Bowmen · ×5" in markdown(only(replace(unit("Bowmen"), worst_severity="note")))


def test_markdown_omits_missing_parts() -> None:
    bare = replace(unit("Bowmen"), price=None, stats=(), rules=(), base="", weapons=())
    header = replace(SHEET.header, points="", hash="", notes="", share="")
    sheet = replace(only(bare), header=header, spells=(), glossary=(), credits=())
    assert markdown(sheet) == [
        *("# The Iron Vale", "", " · ".join(escape_markdown(fact) for fact in header.facts), ""),
        *(
            f"**{' · '.join((*header.counts, header.verdict_text))}**",
            "",
            "## Bowmen · ×5",
            "",
            f"## {SHEET.labels.data}",
            "",
        ),
        *(f"- {book.text}" for book in header.books),
    ]


def test_markdown_shows_findings_and_rule_remarks() -> None:
    lines = markdown(replace(SHEET, findings=(FOUND, replace(FOUND, unit_title="", fix="", source="", message="Odd."))))
    assert f"- **Error ORG001** · Bowmen: Too many. Far too many. {SHEET.labels.fix}: Take one. (p. 5)" in lines
    assert "- **Error ORG001**: Odd." in lines
    assert '- **Slow** Moves -2". (The print adds.)' in lines
    assert '- **Flood** (1) 2 hits with Poison, 12".' in lines
    items = replace(unit("Bowmen"), items=(ItemRow(1, "Flag"), ItemRow(2, "Charm", (), ("Bite (A1)",))))
    assert "- Flag" in markdown(only(items))
    assert "- 2× Charm (Bite (A1))" in markdown(only(items))


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("# x", "\\# x"),
        ("12. x", "12\\. x"),
        ("12) x", "12\\) x"),
        ("12 x", "12 x"),
        ("1234567890. x", "1234567890. x"),
        ("- x", "\\- x"),
        ("a #1 b # 2", "a \\#1 b # 2"),
        ("http://x www.y", "http\\://x www\\.y"),
        ("a@b", "a\\@b"),
        ("plain", "plain"),
    ],
)
def test_markdown_escapes_active_characters(text: str, escaped: str) -> None:
    assert escape_markdown(text) == escaped


def page(*sheets: Sheet, **options: object) -> str:
    return format_page(sheets or (SHEET,), PrintOptions(**options))  # type: ignore[arg-type]


def bodies(html: str, tag: str, name: str) -> list[str]:
    return re.findall(rf'<{tag} class="{name}"[^>]*>(.*?)</{tag}>', html, re.DOTALL)


def test_page_shows_verdict_mark_and_style_classes() -> None:
    for verdict, mark in ((Verdict.LEGAL, "✔"), (Verdict.ILLEGAL, "✘"), (Verdict.UNCHECKED, "~")):
        html = page(replace(SHEET, header=replace(SHEET.header, outcome=verdict)))
        assert f'<span aria-hidden="true">{mark} </span>' in html
        assert ('<div class="list" id="s0">' in html) is (verdict is Verdict.LEGAL)
        assert (f'<div class="list {verdict.value}"' in html) is (verdict is not Verdict.LEGAL)
    assert '<body class="roster">' in page()
    assert '<body class="cards large mono">' in page(layout=Layout.CARDS, large=True, monochrome=True)
    assert 'content="light dark"' in page()
    assert 'content="light"' in page(monochrome=True)


def test_page_is_identified_by_code_and_list_names() -> None:
    assert 'data-list="7F3A-91C2-K0WM-T5ZD"' in page()
    unnamed = replace(SHEET, header=replace(SHEET.header, hash=""))
    assert 'data-list="The Iron Vale"' in page(unnamed)
    book = page(SHEET, SHEET, SHEET, SHEET)
    assert "<title>The Iron Vale · The Iron Vale · The Iron Vale</title>" in book
    assert book.count('<section class="list"') == 4
    assert 'class="contents"' in book
    assert 'class="contents"' not in page()


def test_printed_footer_shows_stamp_and_safe_code() -> None:
    illegal = document(report=ILLEGAL).sheet
    assert f'@bottom-left{{content:"{illegal.labels.illegal}"' in page(illegal)
    assert "@bottom-left" not in page()
    odd = replace(SHEET, header=replace(SHEET.header, hash='x";}'))
    assert "@bottom-center" not in page(odd)
    assert "#s0{page:s0}" not in page(odd)


def test_page_links_only_to_existing_sections() -> None:
    html = page()
    assert [link in html for link in ('href="#s0-spells"', 'href="#s0-rules"', 'href="#s0-findings"')] == [
        *(True, True, False)
    ]
    bare = page(replace(SHEET, units=(), spells=(), glossary=()))
    assert 'href="#s0-spells"' not in bare
    assert 'class="jumps"' not in bare
    assert f"<h2>{SHEET.labels.rules}</h2>" in html
    assert f"<h2>{SHEET.labels.rules}</h2>" not in bare
    wrong = page(replace(SHEET, findings=(FOUND,)))
    assert '<li class="error"><p><b>Error</b> <code>ORG001</code> <bdi>Bowmen</bdi></p>' in wrong
    assert "<p>Too many.<br>Far too many.</p>" in wrong
    assert f'<p class="fix">{SHEET.labels.fix}: Take one.</p><p class="remark">p. 5</p>' in wrong
    assert 'class="fix"' not in page(replace(SHEET, findings=(replace(FOUND, fix=""),)))


def test_page_unit_shows_marks_prices_and_boxes() -> None:
    bowmen = replace(
        unit("Bowmen"), worst_severity="warning", count=2, campaign="12 XP", odds="Odds.", notes="one\ntwo"
    )
    html = page(only(bowmen))
    assert 'class="unit warning" id="s0-u0"' in html
    assert '<span class="mark">! </span><bdi>2× Bowmen</bdi>' in html
    assert '<p class="campaign">12 XP</p><p class="campaign">Odds.</p>' in html
    assert "one<br>two" in html
    guard = page()
    words = SHEET.labels
    assert f'<p class="company">185 + 105 = 290 {words.points} <small>{words.half} 145</small></p>' in guard
    joined = f'<span class="with">{words.joined} </span><span class="star" aria-hidden="true">★ </span>'
    assert f"{joined}<bdi>Anselm</bdi>" in guard
    assert 'class="joined" id="s0-u0-0"' in guard
    plain = replace(unit("Bowmen"), tick_boxes=(), weapons=(), rules=(), base="", items=(), upgrades=())
    bare = page(only(plain))
    assert 'class="boxes"' not in bare
    assert "<tbody>" not in bare
    assert 'class="traits"' not in bare
    assert 'class="gear"' not in bare


def test_half_strength_box_is_labelled() -> None:
    def half_strength_labels(half: int) -> list[tuple[str, str]]:
        boxes = TickBoxes("models", "Models", (("",) * 5, ("",) * 2), half)
        html = page(only(replace(unit("Bowmen"), tick_boxes=(boxes,))))
        return re.findall(r'name="([^"]+)" aria-label="([^"]+)"[^>]*data-half', html)

    assert half_strength_labels(1) == [("s0-u0.models.0.0", "Models 1.1, ½")]
    assert half_strength_labels(5) == [("s0-u0.models.0.4", "Models 1.5, ½")]
    assert half_strength_labels(6) == [("s0-u0.models.1.0", "Models 2.1, ½")]
    assert half_strength_labels(0) == []
    single = replace(
        unit("Bowmen"),
        tick_boxes=(TickBoxes("rounds", "Round", (("1", "2"),)), TickBoxes("state:x", "Shaken", (("",),))),
    )
    html = page(only(single))
    assert 'aria-label="Round 2" data-caption="2"' in html
    assert re.search(r'<label class="state"><input [^>]*aria-label="Shaken"[^>]*> Shaken</label>', html)
    assert 'data-rounds="2"' in html
    assert "data-rounds" not in page(only(replace(single, tick_boxes=())))


def test_page_lists_items_upgrades_and_spells() -> None:
    bowmen = replace(
        unit("Bowmen"),
        items=(ItemRow(2, "Flag"), ItemRow(1, "Charm", (), ("Bite (A1)",))),
        upgrades=(UpgradeRow(1, "Horn", "5"), UpgradeRow(2, "Drum", "")),
        spells=(KnownSpells("Spells", ("Flood (1)",)),),
    )
    html = page(only(bowmen))
    assert "<li>2× Flag<small></small></li><li>Charm<small> (Bite (A1))</small></li>" in html
    assert "<li>Horn<small> +5</small></li><li>2× Drum</li>" in html
    assert "<dt>Spells</dt><dd><ul><li>Flood (1)</li></ul></dd>" in html


def test_rules_without_text_are_not_buttons() -> None:
    troll = unit("Mire Troll")
    assert "<span>Fearless</span>" in page(only(replace(troll, rule_texts=())))
    assert re.search(r'<button type="button" popovertarget="s0-r\d+">Fearless</button>', page(only(troll)))
    weapon = replace(troll.weapons[0], rules=troll.rules[:2])
    html = page(only(replace(troll, weapons=(weapon,), rule_texts=())))
    assert '<td class="rules"><span>Fearless</span>, <span>Slow</span></td>' in html


def test_elements_render_attributes_and_line_breaks() -> None:
    assert element("input", hidden=True, checked=False, data_key="1") == '<input hidden data-key="1">'
    assert element("p", ["a", element("b", "<")], class_="x") == '<p class="x">a<b>&lt;</b></p>'
    assert with_line_breaks("a\n<b>") == "a<br>&lt;b&gt;"


def test_hidden_list_data_omits_choices() -> None:
    options = PrintOptions(public=True)
    (exported,) = json.loads(find_exporter("json").export([document(options=options)], options))["lists"]
    assert "choices" not in exported
    assert {"cost", "weapons", "upgrades"} & set(exported["roster"]["entries"][0]) == set()
    (shown,) = json.loads(find_exporter("json").export([document(report=ILLEGAL)], PrintOptions()))["lists"]
    assert [finding["on"] for finding in shown["findings"]] == [None, "a"]
    assert [bool(finding["fix"]) for finding in shown["findings"]] == [True, False]
    assert shown["choices"]["name"] == "The Iron Vale"


def test_roster_data_has_halves_moves_and_unknown_units() -> None:
    lost = replace(entry("x", "nobody", called="Lost"), id=EntryId("x"), unit=UnitRef("nobody/x"))
    data = roster_data(roster(replace(ARMY, entries=(*ARMY.entries, lost))))
    entries = data["entries"]
    assert isinstance(entries, list)
    guard = entries[0]
    assert [upgrade["half"] for upgrade in guard["upgrades"]] == [1, 1, 2]
    assert (guard["combined"], entries[2]["combined"], entries[1]["joins"]) == (True, False, "a")
    assert guard["moves"] is None
    assert data["unknown"] == [{"id": "x", "unit": "nobody/x", "name": "Lost"}]
    assert (data["points"], data["limit"], data["units"], data["models"]) == (610, 2000, 5, 35)
    assert [weapon["count"] for weapon in entries[2]["weapons"]] == [5, 5]


def test_share_text_has_prices_experience_and_weapons() -> None:
    text = format_share_text(roster())
    assert text.startswith("++ The Iron Vale - River Folk (v1.2) [TW 610pts] [5 Units] ++\n\n")
    assert "Champion [1] Q4+ D5+ | 105pts | 12XP | Hero, Tough(6), Fast, Caster(2)\n" in text
    assert "| Joined to:\nFerrymen [20] Q5+ D5+ | 185pts | Sergeant\n20x Spear (A1, Counter)\n" in text
    assert 'Bowmen [5] Q5+ D5+ | 60pts |\n5x Longbow (30", A1, AP(1)), 5x Hand Weapon (A1)\n' in text
    lone = replace(ARMY, name="a ++ b", entries=(ARMY.entries[2],))
    assert format_share_text(roster(lone)).startswith("++ a + + b - River Folk (v1.2) [TW 60pts] [1 Unit] ++")
    assert "60pts |" not in format_share_text(roster(lone), PrintOptions(points=False))


def test_only_share_exporter_cannot_hide() -> None:
    assert {name for name in exporter_ids() if not find_exporter(name).can_hide_upgrades} == {"share"}


def test_gallery_covers_layouts_systems_and_options(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    every = list(samples())
    assert len({sample.path for sample in every}) == len(every)
    assert {sample.options.layout for sample in every if sample.path.startswith("aof-3.5")} == set(Layout)
    assert any(sample.options.grid is Grid.ONE for sample in every)
    few = [Sample("deep/a.txt", ("aof-3.2-matins",), "txt", "en", PrintOptions())]
    monkeypatch.setattr(gallery, "samples", lambda: few)
    (tmp_path / "mine.txt").write_text("stays", encoding="utf-8")
    assert gallery.main([]) == gallery.main(["a", "b"]) == 2
    for _ in range(2):
        assert gallery.main([str(tmp_path)]) == 0
    assert "Called to Matins" in (tmp_path / "deep" / "a.txt").read_text(encoding="utf-8")
    assert (tmp_path / "mine.txt").read_text(encoding="utf-8") == "stays"
    data = json.loads((tmp_path / gallery.MADE_WITH).read_text(encoding="utf-8"))
    assert set(data) == {"reportlab", "zlib"}


def test_document_combines_sheet_and_roster() -> None:
    exportable = document()
    assert isinstance(exportable, Exportable)
    assert exportable.roster.army.name == exportable.sheet.header.name

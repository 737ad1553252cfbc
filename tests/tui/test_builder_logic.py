"""Builder logic without a screen: pane widths, row layout, access control, files and upgrade rows."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from listbuilder.diagnostics import Verdict
from listbuilder.errors import SaveError
from listbuilder.library.locations import state_folder
from listbuilder.listfiles.files import load_list, save_list
from listbuilder.model import EntryId
from listbuilder.rules.edits import AddEntry
from listbuilder.rules.loadout import section_capacity
from listbuilder.rules.upgrade_actions import Refusal, build_combine_edit
from listbuilder.tui.editor.screen import divide_width
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.editor.unit_rows import (
    add_upgrade,
    find_upgrade_row,
    list_upgrade_rows,
    remove_upgrade,
    toggle_upgrade,
)
from listbuilder.tui.home.list_files import (
    ListCard,
    add_recent_path,
    copy_list,
    find_list_files,
    load_card,
    load_recent_paths,
    make_card,
    move_to_bin,
    rename_list,
    restore_from_bin,
    unused_path,
)
from listbuilder.tui.odds.odds_cache import find_fighting_entry
from listbuilder.tui.user_settings import Settings, is_file, is_folder, resolve_save_path
from listbuilder.tui.web.server import AccessControl, is_loopback
from listbuilder.tui.widgets.row import Part, lay_out_row, row
from tests.tui.view_helpers import IRON_VALE, LIBRARY, open_sample


@pytest.mark.parametrize(
    ("width", "units", "army", "widths"),
    [
        (160, 40, 40, (40, 70)),
        (160, 60, 40, (48, 62)),
        (90, 60, 20, (30, 14)),
        (90, 20, 20, (20, 20)),
        (100, 0, 40, (0, 50)),
        (100, 0, 55, (0, 54)),
        (100, 0, 60, (0, 54)),
        (300, 40, 40, (40, 80)),
    ],
)
def test_panes_get_needed_width_and_unit_the_rest(width: int, units: int, army: int, widths: tuple[int, int]) -> None:
    assert divide_width(width, units, army) == widths


def lines(left_text: str, right: str = "", width: int = 10, *, wrap: bool = False, hang: int = 0) -> list[str]:
    laid_out = lay_out_row(row("k", left_text, right, wrap=wrap, hang=hang), width)
    return ["".join(part.text for part in line) for line in laid_out]


def test_right_part_is_aligned_at_the_edge() -> None:
    assert lines("ab", "cd") == ["ab      cd"]
    assert lines("abcdefghij", "cd") == ["abcdef… cd"]
    assert lines("abcdefg", "cd") == ["abcdefg cd"]
    assert lines("abcdefghij") == ["abcdefghij"]
    assert lines("abcdefghijk") == ["abcdefghi…"]
    assert lines("", "abcdefghijklm") == ["abcdefghi…"]


def test_row_wraps_at_spaces() -> None:
    assert lines("aaaa bbbb cccc", wrap=True) == ["aaaa bbbb ", "cccc      "]
    assert lines("aaaa bbbb cccc", wrap=True, hang=2) == ["aaaa bbbb ", "  cccc    "]
    assert lines("aaaa bbbb", "99", wrap=True) == ["aaaa    99", "bbbb      "]
    assert lines("aaaa bb", "99", wrap=True) == ["aaaa bb 99"]
    assert lines("abcdefghijklmno", wrap=True) == ["abcdefghij", "klmno     "]
    assert lines("aaaa bbbb", "9999999", wrap=True) == ["aaaa bbbb ", "   9999999"]
    assert lines("aaaa bbbb", "99999", wrap=True) == ["aaaa bbbb ", "     99999"]
    assert lines("aaaa", "99999", wrap=True) == ["aaaa 99999"], "what fits is not broken"
    assert lines("aaaa bbbb", "9999", wrap=True) == ["aaaa  9999", "bbbb      "]
    assert lines("a bbbbbbbbb ", wrap=True) == ["a         ", "bbbbbbbbb "]
    assert lines("aaaa bbbb cccc", wrap=True, hang=9) == ["aaaa bbbb ", "     cccc "]


def test_control_characters_are_shown_as_symbols() -> None:
    (line,) = lay_out_row(row("k", (Part(" a\x1bb ", "bad"),)), 8)
    assert line[0] == Part(" a\N{SYMBOL FOR ESCAPE}b ", "bad")


@pytest.mark.parametrize(
    ("host", "near"),
    [
        ("localhost", True),
        ("127.0.0.1", True),
        ("127.9.9.9", True),
        ("[::1]", True),
        ("::1", True),
        ("192.168.0.1", False),
        ("example.org", False),
        ("0.0.0.0", False),  # no binding
    ],
)
def test_loopback_addresses_are_recognised(host: str, near: bool) -> None:
    assert is_loopback(host) is near


def test_only_valid_token_and_host_are_allowed() -> None:
    keeper = AccessControl.for_address("127.0.0.1", 8000)
    here = {"Host": "localhost:8000"}
    assert keeper.allows(here, keeper.token)
    assert not keeper.allows(here, "guess")
    assert not keeper.allows({"Host": "localhost:8001"}, keeper.token)
    assert not keeper.allows({"Host": "evil.example:8000"}, keeper.token)
    assert not keeper.allows({}, keeper.token)
    assert not keeper.allows(here, keeper.token, needs_origin=True)
    assert keeper.allows({**here, "Origin": "http://localhost:8000"}, keeper.token, needs_origin=True)
    assert not keeper.allows({**here, "Origin": "http://127.0.0.1:8000"}, keeper.token)
    assert not keeper.allows({**here, "Origin": "http://localhost:8000"}, "guess", needs_origin=True)
    assert AccessControl.for_address("127.0.0.1", 1).token != keeper.token
    assert AccessControl.for_address("192.168.0.1", 80).names == {"192.168.0.1:80"}
    assert AccessControl.for_address("192.168.0.1", 80, anyone=True).names == frozenset()
    assert AccessControl.for_address("localhost", 80, anyone=True).names, "nobody else reaches this machine"


def test_free_path_avoids_existing_files(tmp_path: Path) -> None:
    assert unused_path(tmp_path, "My List!") == tmp_path / "my-list.yaml"
    (tmp_path / "my-list.yaml").touch()
    assert unused_path(tmp_path, "My List") == tmp_path / "my-list-2.yaml"
    occupied = tmp_path / "my-list-2.yaml"
    assert unused_path(tmp_path, "My List", lambda path: path == occupied) == tmp_path / "my-list-3.yaml"
    assert unused_path(tmp_path, "???") == tmp_path / "list.yaml"
    assert len(unused_path(tmp_path, "x" * 99).stem) == 60
    assert (is_file(occupied), is_file(tmp_path / "my-list.yaml"), is_file(Path("a\0b"))) == (False, True, False)
    assert (is_folder(tmp_path), is_folder(occupied), is_folder(Path("a\0b"))) == (True, False, False)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("other", "other.yaml"),
        ("other.YML", "other.YML"),
        ("sub/other.json", "sub/other.json"),
        ("Vale 1.2", "Vale 1.2.yaml"),
        ("sub", "sub/usual.yaml"),
        (".", "usual.yaml"),
        ("sub/..", "sub/../usual.yaml"),
        ("new/..", "new/../usual.yaml"),
        (".hidden", ".hidden.yaml"),
    ],
)
def test_typed_name_becomes_a_path(tmp_path: Path, typed: str, expected: str) -> None:
    (tmp_path / "sub").mkdir()
    assert resolve_save_path(tmp_path, Path(typed), "usual.yaml") == tmp_path / expected


def test_root_folder_gets_the_usual_name() -> None:
    assert resolve_save_path(Path("anywhere"), Path("/"), "usual.yaml") == Path("/usual.yaml")


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    (tmp_path / "mine").mkdir()
    return Settings(lists=str(tmp_path / "mine"))


def put(folder: Path, name: str, second: int) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(IRON_VALE.read_bytes())
    os.utime(path, (second, second))
    return path


def test_lists_are_found_in_subfolders_latest_first(settings: Settings, tmp_path: Path) -> None:
    folder = settings.lists_folder
    list_paths = [put(folder, name, second) for name, second in (("a.yaml", 3), ("b/c.YML", 2), ("b/c/d.json", 1))]
    for name in ("x.txt", ".hidden/e.yaml", "b/c/d/f.yaml", "exports/g.yaml", ".h.yaml"):
        put(folder, name, 9)
    assert find_list_files(settings) == list_paths
    elsewhere = put(tmp_path, "else/z.yaml", 5)
    add_recent_path(elsewhere)
    add_recent_path(tmp_path / "gone.yaml")
    assert find_list_files(settings) == [elsewhere, *list_paths]
    assert find_list_files(Settings(lists=str(tmp_path / "nowhere"))) == [elsewhere]


def test_recent_lists_are_unique_and_limited(tmp_path: Path) -> None:
    assert load_recent_paths() == []
    for number in range(35):
        add_recent_path(tmp_path / f"{number}.yaml")
    add_recent_path(tmp_path / "33.yaml")
    assert [path.name for path in state_folder().glob("recent*")] == ["recent.json"], "nobody needs an older one"
    recent_paths = load_recent_paths()
    assert [path.stem for path in recent_paths[:3]] == ["33", "34", "32"]
    assert len(recent_paths) == 30
    (state_folder() / "recent.json").write_text('{"a": 1}', encoding="utf-8")
    assert load_recent_paths() == []
    (state_folder() / "recent.json").write_text('["a", 1]', encoding="utf-8")
    assert load_recent_paths() == [Path("a")]


def test_card_summarises_its_list(tmp_path: Path) -> None:
    path = put(tmp_path, "a.yaml", 7)
    glanced = make_card(path)
    assert (glanced.name, glanced.modified, glanced.verdict, glanced.sample) == ("a", 7_000_000_000, None, False)
    assert glanced == ListCard(path, 7_000_000_000, "a"), "all else is to be read"
    assert make_card(path, sample=True) == replace(glanced, sample=True)
    card = load_card(glanced, LIBRARY)
    assert (card.name, card.verdict, card.empty) == ("The Iron Vale", Verdict.LEGAL, False)
    assert card.points is not None
    assert card.limit is not None
    assert [book.en for book in card.factions] == ["Human Empire"]
    path.write_bytes(b"units: [")
    broken = load_card(glanced, LIBRARY)
    assert (broken.verdict, broken.points, broken.empty) == (Verdict.UNREADABLE, None, False)
    assert make_card(tmp_path / "gone.yaml").modified == 0


def test_lists_are_copied_renamed_deleted_and_restored(tmp_path: Path) -> None:
    path = put(tmp_path, "a.yaml", 7)
    copy = copy_list(path, tmp_path / "new", "Copy of it")
    assert copy == tmp_path / "new" / "copy-of-it.yaml"
    assert load_list(copy).army.name == "Copy of it"
    assert load_list(path).army.name == "The Iron Vale"
    rename_list(path, "Another")
    assert load_list(path).army.name == "Another"
    thrown = move_to_bin(path)
    assert not path.exists()
    assert load_list(thrown).army.name == "Another"
    save_list(replace(load_list(copy).army, name="There"), path, new=True)
    back = restore_from_bin(thrown, path)
    assert (back.name, load_list(back).army.name, load_list(path).army.name) == ("a-2.yaml", "Another", "There")
    again = move_to_bin(back)
    assert restore_from_bin(again, tmp_path / "free.yaml") == tmp_path / "free.yaml"


def test_copy_never_overwrites_a_new_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, there = put(tmp_path, "a.yaml", 7), put(tmp_path, "copy.yaml", 8)
    before = there.read_bytes()
    monkeypatch.setattr("listbuilder.tui.home.list_files.unused_path", lambda *_: there)
    with pytest.raises(SaveError):
        copy_list(path, tmp_path, "Copy")
    assert there.read_bytes() == before


def test_upgrade_rows_match_the_unit() -> None:
    open_list = open_sample()
    for roster_entry in open_list.roster.entries:
        shown = list(list_upgrade_rows(roster_entry))
        assert [find_upgrade_row(roster_entry, upgrade_row.key) for upgrade_row in shown] == shown
        for upgrade_row in shown:
            assert len(upgrade_row.counts(roster_entry)) == len(upgrade_row.halves)
        none = {upgrade_row.section.id for upgrade_row in shown if upgrade_row.option is None}
        single = {section.id for section in roster_entry.unit.sections if len(section.options) == 1}
        assert not none & single, "of one option it is clear what none of them is"
        assert all(
            section_capacity(upgrade_row.section, roster_entry.unit).is_exclusive
            for upgrade_row in shown
            if upgrade_row.option is None
        )
    assert any(
        upgrade_row.option is None for entry in open_list.roster.entries for upgrade_row in list_upgrade_rows(entry)
    )
    assert find_upgrade_row(open_list.roster.entries[0], "nothing") is None


def apply_edit(open_list: EditorSession, deed: Any) -> None:
    assert deed is not None
    assert not isinstance(deed, Refusal)
    open_list.apply(deed)


def test_more_and_fewer_use_both_halves() -> None:
    open_list = open_sample()
    unit = open_list.factions[0].units
    picked = next(
        candidate
        for candidate in unit.values()
        if candidate.size > 1 and any(not section.affects_all and section.targets for section in candidate.sections)
    )
    open_list.apply(AddEntry(picked.ref))
    entry = open_list.roster.entries[-1]
    open_list.apply(build_combine_edit(entry))
    entry = open_list.roster.entries[-1]
    assert len(entry.halves) == 2
    target_row = next(
        upgrade_row
        for upgrade_row in list_upgrade_rows(entry)
        if upgrade_row.option is not None and len(upgrade_row.halves) == 2
    )

    def current_counts() -> tuple[int, ...]:
        return target_row.counts(open_list.roster.entries[-1])

    assert current_counts() == (0, 0)
    apply_edit(open_list, toggle_upgrade(open_list.roster, entry, target_row, 1))
    assert current_counts()[1] == 1
    assert current_counts()[0] == 0
    apply_edit(open_list, add_upgrade(open_list.roster, open_list.roster.entries[-1], target_row))
    assert current_counts() == (1, 1)
    apply_edit(open_list, remove_upgrade(open_list.roster, open_list.roster.entries[-1], target_row))
    assert current_counts() == (1, 0)
    apply_edit(open_list, remove_upgrade(open_list.roster, open_list.roster.entries[-1], target_row))
    assert current_counts() == (0, 0)


def test_attached_hero_fights_with_its_host() -> None:
    roster = open_sample().roster
    hero = next(entry for entry in roster.entries if entry.entry.joins is not None)
    assert find_fighting_entry(hero, roster).id == hero.entry.joins
    alone = next(entry for entry in roster.entries if entry.entry.joins is None)
    assert find_fighting_entry(alone, roster) is alone
    lost = replace(hero, entry=replace(hero.entry, joins=EntryId("gone")))
    assert find_fighting_entry(lost, roster) is lost


def test_row_is_cut_in_overflowing_part() -> None:
    parts = (Part("ab", "bad"), Part("cdef", "good"), Part("gh", "dim"))
    assert lay_out_row(row("k", parts), 8) == ((*parts, Part("")),)
    assert lay_out_row(row("k", parts), 5) == ((Part("ab", "bad"), Part("cd…", "good"), Part("")),)
    assert lay_out_row(row("k", parts), 7) == ((Part("ab", "bad"), Part("cdef", "good"), Part("…", "dim"), Part("")),)
    assert lay_out_row(row("k", parts), 3) == ((Part("ab", "bad"), Part("…", "good"), Part("")),)
    assert lay_out_row(row("k", (Part("ab "), Part("cdef"))), 4) == ((Part("ab "), Part("…"), Part("")),)


def test_overlong_right_part_leaves_one_cell() -> None:
    assert lines("ab", "x" * 9) == ["…" + "x" * 9]
    assert lines("a", "x" * 9) == ["a" + "x" * 9]
    assert lines("a", "x" * 10) == ["a" + "x" * 8 + "…"]
    assert lines("", "x" * 10) == ["x" * 10]


def test_wrapped_parts_keep_their_roles() -> None:
    parts = (Part("aaa ", "bad"), Part("bbb ccc", "good"))
    first, second = lay_out_row(row("k", parts, wrap=True, hang=2), 8)
    assert first == (Part("aaa", "bad"), Part(" ", "bad"), Part("bbb", "good"), Part(" "))
    assert second == (Part("  "), Part("ccc", "good"), Part("   "))


def test_wide_letters_count_their_cells() -> None:
    assert lines("漢字漢字", width=8) == ["漢字漢字"]
    assert lines("漢字漢字", width=7) == ["漢字漢…"]
    assert lines("漢字漢字", width=6) == ["漢字… "], "half of a letter cannot be shown"
    assert lines("漢字 漢字", width=5, wrap=True) == ["漢字 ", "漢字 "]


def test_long_word_continues_with_indent() -> None:
    assert lines("abcdefghijkl", width=6, wrap=True, hang=2) == ["abcd  ", "  efgh", "  ijkl"]
    assert lines("ab  cd", width=4, wrap=True) == ["ab  ", "cd  "]
    assert lines("a b c d", width=3, wrap=True) == ["a b", "c d"]


def test_endless_control_text_is_cut() -> None:
    (line,) = lay_out_row(row("k", "\x1b" + "x" * 700), 800)
    assert len(line[0].text) == 600
    assert line[0].text.startswith("\N{SYMBOL FOR ESCAPE}xx")
    (spaced,) = lay_out_row(row("k", (Part("  \x1b   "),)), 8)
    assert spaced[0].text == "  \N{SYMBOL FOR ESCAPE}   ", "spaces at the ends are layout"


def test_overlong_path_is_no_file_or_folder() -> None:
    endless = Path("x" * 5000)
    assert (is_file(endless), is_folder(endless)) == (False, False)
    assert resolve_save_path(Path("lists"), Path("y" * 300), "usual.yaml") == Path("lists") / f"{'y' * 300}.yaml"


def test_local_server_accepts_all_local_names() -> None:
    names = {"localhost:80", "127.0.0.1:80", "[::1]:80"}
    assert AccessControl.for_address("localhost", 80).names == names
    assert AccessControl.for_address("127.0.0.2", 80).names == {*names, "127.0.0.2:80"}
    assert AccessControl.for_address("127.0.0.1", 80, anyone=True).names == names
    open_house = AccessControl.for_address("0.0.0.0", 80, anyone=True)  # nothing is bound
    assert open_house.allows({"Host": "any.example"}, open_house.token)
    assert not open_house.allows({"Host": "any.example"}, "guess")
    assert not open_house.allows({"Host": "any.example", "Origin": "http://evil.example"}, open_house.token)
    assert len(open_house.token) >= 32, "nobody guesses it"


def test_letters_wider_than_line_get_ellipsis() -> None:
    assert lines("漢字", width=1, wrap=True) == ["…", "…"]

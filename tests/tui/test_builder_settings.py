"""The player's settings and key bindings: loading, validating and saving."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from textual.binding import Binding

from listbuilder.tui.home.screen import HomeScreen
from listbuilder.tui.screens.settings import all_bindings, find_conflict
from listbuilder.tui.user_settings import (
    KEY_MAPS,
    Settings,
    build_settings,
    load_settings,
    parse_path,
    save_settings,
    settings_file,
)


def test_only_valid_settings_are_kept() -> None:
    assert build_settings(["x"]) == Settings()
    raw = {"theme": "nord", "paper": 5, "keys": {"a": "b", "c": 1, "d": ""}, "other": "x"}
    assert build_settings(raw) == Settings(theme="nord", keys={"a": "b"})
    assert build_settings({"keys": "x"}) == Settings()
    for theme in ("nord", "dracula"):
        save_settings(Settings(theme=theme))
    assert load_settings().theme == "dracula"
    assert [path.name for path in settings_file().parent.iterdir() if "lock" not in path.name] == ["settings.json"]
    assert parse_path(" a/b ") == Path("a/b")
    for dropped in ("'/x/my list.json' ", '"/x/my list.json"', r"/x/my\ list.json", "file:///x/my%20list.json"):
        assert parse_path(dropped) == Path("/x/my list.json"), "as terminals write a file that is dropped on them"
    assert parse_path(r"'/x/it'\''s.json'") == Path("/x/it's.json")
    assert [str(parse_path(odd)) for odd in ("'", '"x', "''")] == ["'", '"x', "."]
    assert parse_path("~nobody-of-that-name/x") == Path("~nobody-of-that-name/x")
    assert Settings(lists="/a").exports_folder == Path("/a/exports")
    assert Settings(lists="/a", exports="/b").exports_folder == Path("/b")
    assert Settings(language="de").effective_language == "de"


def test_same_key_on_one_screen_clashes() -> None:
    bindings = {binding.id: binding for binding in all_bindings()}
    names = [name for name in bindings if name is not None and name.startswith("editor.")]
    first, second = names[:2]
    key = bindings[first].key.split(",")[0]
    conflict = find_conflict({}, second, key)
    assert conflict is not None
    assert conflict.id == first
    assert find_conflict({}, first, key) is None
    assert find_conflict({first: "f12"}, second, "f12") is bindings[first]
    assert find_conflict({first: "f12"}, second, key) is None
    home = next(name for name in bindings if name is not None and name.startswith("home."))
    free = find_conflict({first: "f12"}, home, "f12")
    assert free is None, "other screens have keys of their own"
    assert Settings().key_overrides == {}
    assert Settings(key_map="vim", keys={"rows.up": "w"}).key_overrides["rows.up"] == "w"
    assert Settings(key_map="vim").key_overrides["rows.down"] == "down,j"
    assert Settings(key_map="unheard").key_overrides == {}


def test_settings_file_is_readable() -> None:
    save_settings(Settings(lists="/home/jörg", keys={"editor.add": "ä"}))
    text = settings_file().read_text(encoding="utf-8")
    assert text.splitlines() == [
        "{",
        '  "exports": "",',
        '  "key_map": "default",',
        '  "keys": {',
        '    "editor.add": "ä"',
        "  },",
        '  "language": "",',
        '  "lists": "/home/jörg",',
        '  "paper": "a4",',
        '  "theme": "textual-dark"',
        "}",
    ]
    assert text.endswith("}\n")
    assert load_settings() == Settings(lists="/home/jörg", keys={"editor.add": "ä"})


def test_unreadable_settings_use_defaults() -> None:
    assert load_settings() == Settings()
    settings_file().parent.mkdir(parents=True)
    for text in (b"{", b"\xff", b"[]", b"null"):
        settings_file().write_bytes(text)
        assert load_settings() == Settings()


def test_saving_settings_leaves_no_backup() -> None:
    for paper in ("a4", "letter", "a4"):
        save_settings(Settings(paper=paper))
    assert not list(settings_file().parent.glob("*.bak"))


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other folders")
def test_folders_follow_settings_then_system(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert Settings().lists_folder == tmp_path / "lists"
    assert Settings(lists=" ~/mine ").lists_folder == Path.home() / "mine"
    for name in ("LISTBUILDER_LISTS", "LISTBUILDER_CONFIG"):
        monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_DOCUMENTS_DIR", str(tmp_path / "documents"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    assert Settings().lists_folder == tmp_path / "documents" / "listbuilder"
    assert settings_file() == tmp_path / "config" / "listbuilder" / "settings.json"


def test_language_follows_settings_then_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE", "LISTBUILDER_LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert [Settings(language=language).effective_language for language in ("en", "de", "xx", "")] == [
        "en",
        "de",
        "de",
        "de",
    ]


def test_every_named_action_is_listed_once() -> None:
    names = [binding.id for binding in all_bindings()]
    assert None not in names
    assert len(names) == len(set(names))
    assert {"editor.add", "home.new", "rows.up"} <= set(names)
    places = [(name or "").partition(".")[0] for name in names]
    assert list(dict.fromkeys(places)) == ["editor", "home", "play", "desk", "rows"], "in the order of the screens"


def test_key_maps_do_not_clash() -> None:
    for name, keys in KEY_MAPS.items():
        clashes = {
            (action, key, conflict.id)
            for action, its in keys.items()
            for key in its.split(",")
            if (conflict := find_conflict(keys, action, key)) is not None
        }
        assert clashes == set(), name
        assert set(keys) <= {binding.id for binding in all_bindings()}


def test_unnamed_actions_cannot_be_rebound(monkeypatch: pytest.MonkeyPatch) -> None:
    bindings = [Binding("a", "add", id="home.add"), Binding("b", "nameless"), ("c", "short", "As a tuple")]
    monkeypatch.setattr(HomeScreen, "BINDINGS", bindings)
    bindings_found = [
        binding for binding in all_bindings.__wrapped__() if binding.action in ("add", "nameless", "short")
    ]
    assert [binding.id for binding in bindings_found if binding.id != "editor.add"] == ["home.add"]

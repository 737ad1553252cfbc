from __future__ import annotations

import errno
import os
from dataclasses import replace
from pathlib import Path

import pytest

from listbuilder.disk import ChangedOnDiskError, UnsavedError
from listbuilder.listfiles.files import load_list, parse_list, save_list
from listbuilder.model import ArmyList


@pytest.fixture
def army() -> ArmyList:
    return parse_list("format: 1\nname: One\nsystem: s\nunits: [{id: a, unit: f/u}]\n").army


def test_saving_keeps_backup_and_comments(tmp_path: Path, army: ArmyList):
    path = tmp_path / "list.yaml"
    path.write_text("# mine\nformat: 1\nname: Zero\nsystem: s\nunits: []\n", encoding="utf-8")
    save_list(army, path)
    assert path.read_text(encoding="utf-8").startswith("# mine\nformat: 1\nname: One\n")
    assert "Zero" in (tmp_path / "list.yaml.bak").read_text(encoding="utf-8")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["list.yaml", "list.yaml.bak"]


def test_file_name_decides_yaml_or_json(tmp_path: Path, army: ArmyList):
    save_list(army, tmp_path / "list.json")
    assert (tmp_path / "list.json").read_text(encoding="utf-8").startswith("{")
    assert load_list(tmp_path / "list.json").army == army


def test_externally_changed_file_is_not_overwritten(tmp_path: Path, army: ArmyList):
    path = tmp_path / "list.yaml"
    stamp = save_list(army, path)
    assert load_list(path).stamp == stamp
    os.utime(path, (1, 1))  # touched, not changed
    stamp = save_list(replace(army, name="Two"), path, expected=stamp)
    path.write_text("name: other\n", encoding="utf-8")
    with pytest.raises(ChangedOnDiskError) as caught:
        save_list(army, path, expected=stamp)
    assert "list.yaml" in str(caught.value)
    assert path.read_text(encoding="utf-8") == "name: other\n"
    path.unlink()
    with pytest.raises(ChangedOnDiskError):
        save_list(army, path, expected=stamp)


@pytest.mark.parametrize(("number", "key"), [(errno.ENOSPC, "save.full"), (errno.EROFS, "save.read-only")])
def test_failed_save_leaves_the_old_file(
    tmp_path: Path, army: ArmyList, monkeypatch: pytest.MonkeyPatch, number: int, key: str
):
    path = tmp_path / "list.yaml"
    save_list(army, path)
    before = path.read_bytes()

    def refuse(_handle: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(UnsavedError) as caught:
        save_list(replace(army, name="Two"), path)
    assert caught.value.key == key
    assert caught.value.to("de") != str(caught.value)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["list.yaml"]


def test_missing_folder_is_reported(tmp_path: Path, army: ArmyList):
    with pytest.raises(UnsavedError) as refused:
        save_list(army, tmp_path / "nowhere" / "list.yaml")
    assert refused.value.key == "save.no-folder"


def test_symlinks_stay_symlinks(tmp_path: Path, army: ArmyList):
    save_list(army, tmp_path / "real.yaml")
    (tmp_path / "link.yaml").symlink_to("real.yaml")
    save_list(replace(army, name="Two"), tmp_path / "link.yaml")
    assert (tmp_path / "link.yaml").is_symlink()
    assert load_list(tmp_path / "real.yaml").army.name == "Two"


def test_file_permissions_are_kept(tmp_path: Path, army: ArmyList):
    path = tmp_path / "list.yaml"
    save_list(army, path)
    path.chmod(0o640)
    save_list(army, path)
    assert path.stat().st_mode & 0o777 == 0o640

from __future__ import annotations

import base64
import zlib
from pathlib import Path

import pytest

from listbuilder.errors import UnreadableError
from listbuilder.listfiles import share_string as share_module
from listbuilder.listfiles.files import load_list
from listbuilder.listfiles.share_string import decode_share_string, encode_share_string, is_share_string

LISTS = sorted((Path(__file__).parents[2] / "data" / "lists").glob("*.yaml"))
VALE = next(path for path in LISTS if "iron-vale" in path.name)


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_sample_share_strings_stay_short(path: Path):
    assert len(encode_share_string(load_list(path).army)) <= 500


def test_version_1_share_strings_stay_readable():
    shared = (
        "lb1.1__NxXVdzW7CMAw-"
        "f34KHgDYM3AZTNMGp0k7FhFp3fiRKEx7_PmzY5pQ2kNbJcGpHdukrn8CJMnyQjv4h75eB5BPssC77syAFfeCJNqhda-"
        "W1kxftAVNyceThmJz_PEODszm8PmEoJe5gBX3F_RoYHYiDiJ_UV6uZMuku5Y_Bq6qypqjSjPreJRNT0VCUzibjCHp3R2I2m1FgdB"
        "FpcqVsCkgeOuR_SjrReiW5oQ1Tz6DVIWGMfo8NgxrKw2UeXFx_G33wEyqb-coBafw48y6IZcFQ1zfPH0b_ZcWu7Rv8kR6mMo47yR"
        "8fVBZuHtFMvbEt3IRCivue1oNU8HBTpn3N4xCvFybHooEiRyz4bT1qiCGw38gZTGMnsxBXXZ2YhlZixS_ZkACrFkY-JOKXho1AG-"
        "VB8EbGOT8Bu9NbF4T0Zb7Op8ojQ_Il-fmorJw1n9PWxbwFaszBvg6HVQxbb-ThXj-Aw"
    )
    assert decode_share_string(shared).name == "The Iron Vale"


@pytest.mark.parametrize("wrap", ["{}", " {}\n", "https://example.org/list#{}", "https://example.org/?l={}"])
def test_chat_decoration_is_ignored(wrap: str):
    army = load_list(VALE).army
    shared = encode_share_string(army)
    broken = "\n".join(shared[start : start + 60] for start in range(0, len(shared), 60))
    for text in (shared, broken):
        assert is_share_string(wrap.format(text))
        assert decode_share_string(wrap.format(text)).entries == army.entries


def test_single_wrong_letters_are_detected():
    shared = encode_share_string(load_list(VALE).army)
    for index in range(4, len(shared), 37):
        letter = "A" if shared[index] != "A" else "B"
        with pytest.raises(UnreadableError):
            decode_share_string(shared[:index] + letter + shared[index + 1 :])
    with pytest.raises(UnreadableError):
        decode_share_string(shared[:-3])


@pytest.mark.parametrize("text", ["", "lb1.", "lb1.!!!", "lb9.AAAA", "hello", "lb1." + "A" * 300_000])
def test_invalid_share_strings_are_refused(text: str):
    with pytest.raises(UnreadableError):
        decode_share_string(text)


def test_compression_bombs_are_refused():
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = packer.compress(b"x" * 50_000_000) + packer.flush()
    bomb = "lb1." + base64.urlsafe_b64encode(b"0000" + packed).decode().rstrip("=")
    assert len(bomb) < share_module._MAX_TEXT_LENGTH
    with pytest.raises(UnreadableError):
        decode_share_string(bomb)

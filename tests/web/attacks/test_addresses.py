"""Numbers, names and pictures in addresses."""

from pathlib import Path

import pytest

from device.archive.database import ArchiveDatabase
from device.archive.reader import JournalArchive
from tests.web import moments
from tests.web.api.conftest import Bridge
from tests.web.api.contract import Held
from tests.web.scripted import ScriptedTable
from web.app import create_app
from web.appliance import Appliance


@pytest.mark.parametrize("number", ["9" * 25, "9" * 4400, "0", "-1", "1.0", "١", "1e3", "%00", "0x1"])
def test_a_game_that_there_is_not_is_a_page_that_says_so(tmp_path: Path, number: str) -> None:
    class NothingOpen:
        rows = ()
        begun = None

    with ArchiveDatabase(tmp_path / "journal.archive.db"):
        pass
    archive = JournalArchive(tmp_path / "journal.archive.db", NothingOpen())
    client = create_app(ScriptedTable(moments.WAITING), Appliance(archive=archive)).test_client()
    for path in ("/log/{}", "/log/{}/1", "/log/1/{}", "/dice?game={}", "/log?page={}"):
        assert client.get(path.format(number)).status_code in (200, 404), path
    archive.close()


@pytest.mark.parametrize("key", ["~", "~!!!", "~/w", "~gA", "~" + "A" * 5000, "..", "%2e%2e", "a/../b", "%00", "~AAAA"])
def test_a_player_that_there_is_not_is_a_page_that_says_so(steady: Bridge, key: str) -> None:
    assert steady.looker().get(f"/players/{key}").status_code in (301, 308, 404)


def test_no_path_leads_out_of_the_album(hand: Held) -> None:
    many = "9" * 30
    strange = ("..", "%2e%2e%2fsecret", "die-0%00", "1/..", "9/9", "1/-1", "0/0", f"{many}/0", f"1/{many}", "~root")
    for path in (*strange, "a" * 4000):
        answer = hand.get(f"/helm/pictures/{path}")
        assert answer.status_code in (204, 301, 308, 404), path
        assert answer.data == b"" or b"<!doctype" in answer.data

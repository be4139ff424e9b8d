"""Throws that the owner checks, the play that renews the result, and the certificate."""

import uuid
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import convert, to_builtins
from playwright.sync_api import Browser, expect

from engine import Corrected, Event, Rolled
from engine.statistics.sequential_test import Course, Tally
from table.snapshot import Point
from tests.pages import take_the_helm
from tests.screens import PHONE
from tests.table.lying import MOVING, settled
from tests.web.api.conftest import SHIP, Bridge, bridge_of
from tests.web.api.contract import Held
from tests.web.axe import objections
from tests.web.conftest import Watched, running
from web.history.addresses import today
from web.services.archive import Archive, ArchivedGame
from web.services.store import Memory
from web.show.proof import KEPT, Proof, ProofDesk, Sitting, of_play, throw_of

DAY = 739_500


@pytest.fixture
def bridge(tmp_path: Path) -> Iterator[Bridge]:
    with bridge_of(tmp_path, SHIP) as bridge:
        yield bridge


def throw(bridge: Bridge, *faces: int | None, shift: float = 0.0) -> None:
    bridge.see(settled([]), MOVING, settled(faces, shift=shift))


def check(bridge: Bridge, client: Held, *faces: int, lay: Sequence[Point] = (), **more: object) -> tuple[int, str]:
    shown = throw_of(bridge.table.board.snapshot(), lay)
    said = {"throw": shown.mark if shown else "none", "faces": faces, "key": uuid.uuid4().hex} | more
    answer = client.post("/api/proof", json=said)
    return answer.status_code, (answer.json or {}).get("code", "")


def kept(bridge: Bridge) -> Proof:
    return convert(bridge.drawer.get(KEPT), Proof)


def test_one_tap_counts_a_throw_and_a_corrected_die_is_a_miss(bridge: Bridge) -> None:
    helm = bridge.hand()
    throw(bridge, 6, 5, None, 2)
    assert check(bridge, helm, 6, 5, 3, 2, light="Lamp") == (200, "")
    throw(bridge, 6, 5, 4, 2, shift=20.0)
    assert check(bridge, helm, 6, 4, 4, 0, missing=1, light="Lamp") == (200, "")
    [sitting] = kept(bridge).sittings
    assert (sitting.light, sitting.played, sitting.tally) == ("Lamp", False, Tally(2, 7, 2, 2))
    page = helm.get("/owner/proof").text
    assert "7 values checked" in page
    assert "Throw the dice" in page
    file = helm.get("/owner/proof/proof.txt")
    assert "Lamp" in file.text
    assert "attachment" in file.headers["Content-Disposition"]


def test_each_light_is_a_sitting_and_dice_that_lay_there_count_once(bridge: Bridge) -> None:
    helm = bridge.hand()
    throw(bridge, 6, 5)
    assert check(bridge, helm, 6, 5, light="Lamp")[0] == 200
    assert check(bridge, helm, 6, 5) == (409, "stale")
    bridge.see(MOVING, settled([6, 5, 1]))
    lay = [die.center for die in bridge.table.board.snapshot().dice][:2]
    assert check(bridge, helm, 1, lay=lay, light="Window")[0] == 200
    assert [one.tally.given for one in kept(bridge).sittings] == [2, 1]


def test_a_throw_that_has_changed_is_refused_and_so_is_a_guest(bridge: Bridge) -> None:
    helm = bridge.hand()
    throw(bridge, 6, 5)
    seen = throw_of(bridge.table.board.snapshot())
    assert seen
    throw(bridge, 6, 4)
    body = {"throw": seen.mark, "faces": [6, 5], "key": uuid.uuid4().hex}
    assert helm.post("/api/proof", json=body).status_code == 409
    assert check(bridge, helm, 6, 4, 4) == (409, "stale")
    assert check(bridge, bridge.looker(), 6, 4)[0] == 403
    assert bridge.looker().get("/owner/proof").status_code == 403
    assert check(bridge, helm, 6, 7)[0] == 400


def test_what_moves_or_is_not_there_is_no_throw(bridge: Bridge) -> None:
    assert throw_of(bridge.table.board.snapshot()) is None
    throw(bridge, 6, 5)
    assert throw_of(bridge.table.board.snapshot())
    bridge.see(MOVING)
    assert throw_of(bridge.table.board.snapshot()) is None
    assert "Throw the dice" in bridge.hand().get("/owner/proof/throw").text


def game(number: int, *events: Event, is_open: bool = False) -> ArchivedGame:
    return ArchivedGame(number, 1.78e9, (SHIP, *events), tuple(float(n) for n in range(len(events) + 1)), is_open)


class Games(Archive):
    def __init__(self) -> None:
        super().__init__()
        self.games: dict[int, ArchivedGame] = {}

    def game(self, number: int) -> ArchivedGame | None:
        return self.games.get(number)

    def last(self, most: int) -> list[ArchivedGame]:  # type: ignore[override]
        return [self.games[number] for number in sorted(self.games, reverse=True)[:most]]


def test_of_play_only_what_the_camera_read_counts() -> None:
    rolls = (Rolled((6, 5, 4)), Rolled((1, 1), told=True), Rolled((2, 2)))
    assert of_play(game(1, *rolls)) == Tally(2, 5)
    corrected = (Corrected(1, (6, 5, 1)), Corrected(1, (6, 3, 1)), Corrected(2, (3, 3)))
    assert of_play(game(1, *rolls, *corrected)) == Tally(2, 5, 2)
    back = (Corrected(1, (6, 5, 1)), Corrected(1, (6, 5, 4)))
    assert of_play(game(1, *rolls, *back)) == Tally(2, 5)


def test_play_renews_what_is_passed_and_a_correction_counts_at_any_time(bridge: Bridge) -> None:
    games, drawer = Games(), Memory()
    games.games[1] = game(1, Rolled((6,) * 5))
    drawer.put(KEPT, to_builtins(Proof((), Course(-1.0), 1)))
    desk = ProofDesk(bridge.table.board, games, drawer)
    assert desk.look().sittings == ()
    games.games[2] = game(2, Rolled((6, 5, 4)), Corrected(1, (6, 5, 1)))
    games.games[3] = game(3, *[Rolled((6,) * 5)] * 200, is_open=True)
    proof = desk.look()
    assert proof.course.evidence == pytest.approx(-1.0 + 2.3026, abs=0.001)
    assert [one.tally for one in proof.sittings] == [Tally(1, 3, 1)]
    assert desk.look() == proof
    drawer.put(KEPT, to_builtins(replace(proof, course=Course(0.0, "passed", DAY))))
    games.games[3] = replace(games.games[3], is_open=False)
    renewed = ProofDesk(bridge.table.board, games, drawer).look()
    assert renewed.course.result == "passed"
    assert renewed.course.day > DAY
    assert renewed.game == 3


def test_old_sittings_go_and_a_sitting_goes_on() -> None:
    proof = Proof()
    for day in range(500):
        proof = proof.after(Sitting(DAY + day, "Lamp", tally=Tally(1, 5)))
    assert len(proof.sittings) == 400
    assert proof.after(Sitting(DAY + 499, "Lamp", tally=Tally(1, 5))).sittings[-1].tally == Tally(2, 10)
    assert today(1.78e9) > 0


@pytest.mark.browser
def test_one_tap_on_a_phone_confirms_what_the_page_shows(bridge: Bridge, browser: Browser) -> None:
    context = browser.new_context(viewport=PHONE)
    with running(bridge.app) as server:
        watched = Watched(context.new_page())
        page, url = watched.page, f"http://127.0.0.1:{server.port}/"
        take_the_helm(page, url, bridge.code())
        page.goto(f"{url}owner/proof")
        expect(page.get_by_text("Throw the dice")).to_be_visible()
        throw(bridge, 6, 5, 4)
        expect(page.locator("#proof-throw select")).to_have_count(3)
        assert objections(page) == []
        page.locator("#proof-throw select").nth(1).select_option("4")
        page.wait_for_timeout(1_500)
        page.get_by_role("button", name="All as shown").click()
        expect(page.get_by_text("3 values checked · Wrong 1")).to_be_visible()
        expect(page.get_by_text("Throw the dice")).to_be_visible()
        assert watched.complaints == []
    context.close()

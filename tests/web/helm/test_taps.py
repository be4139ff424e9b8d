"""How many taps the things take that are done in the middle of a game. Typing is not counted."""

import pytest
from playwright.sync_api import Page, expect

from engine import Joined, Left, Renamed, Rolled, Started, Undone
from tests.web.api.conftest import SHIP
from tests.web.helm.conftest import DEAD_TIME, Bar
from tests.web.helm.test_new_game import Taps

pytestmark = pytest.mark.browser

FARKLE = Started("farkle", ("Mia", "Jonas"), "Mia", {"opening": 0})
PIG = Started("pig", ("Mia", "Jonas"), "Mia")
YAHTZEE = Started("yahtzee-official", ("Mia", "Jonas"), "Mia")


def players(page: Page) -> Taps:
    """Open the players' sheet; the taps so far."""
    tap = Taps()
    tap(page.get_by_role("button", name="More", exact=True))
    tap(page.locator("#helm-sheet").get_by_role("button", name="Players", exact=True))
    page.locator(".company").wait_for()
    return tap


def test_to_join_takes_three(bar: Bar) -> None:
    tap = players(bar.page)
    tap(bar.page.locator("#joins"))
    bar.page.keyboard.type("Zoë")
    bar.page.keyboard.press("Enter")
    bar.saw("Zoë")
    assert (bar.latest(), tap.number) == (Joined("Zoë"), 3)


def test_to_leave_takes_three_and_the_key_is_apart_from_renaming(bar: Bar) -> None:
    bar.begin(SHIP, Joined("Lea"))
    tap = players(bar.page)
    leave = bar.page.get_by_role("button", name="Leave: Jonas")
    rename, place = bar.page.get_by_role("button", name="Rename: Jonas").bounding_box(), leave.bounding_box()
    assert rename
    assert place
    assert place["x"] - (rename["x"] + rename["width"]) > 100
    tap(leave)
    again = bar.page.get_by_role("button", name="Rejoin: Jonas")
    again.wait_for()
    assert (bar.latest(), tap.number) == (Left("Jonas"), 3)
    size = again.bounding_box()
    assert size
    assert size["height"] < 60, "the word wraps"


def test_to_rename_takes_three_and_what_is_typed_outlives_a_roll_of_the_others(bar: Bar) -> None:
    tap = players(bar.page)
    tap(bar.page.get_by_role("button", name="Rename: Mia"))
    bar.page.keyboard.type("Mar")
    bar.bridge.ask(bar.bridge.hand(), "/api/moves", do="roll", dice=[6, 5, 4, 3, 3])
    bar.shows(bar.page)
    bar.page.keyboard.type("ia")
    bar.page.keyboard.press("Enter")
    bar.saw("Maria")
    assert (bar.latest(), tap.number) == (Renamed("Mia", "Maria"), 3)


@pytest.mark.parametrize(
    ("start", "faces"),
    [(SHIP, (6, 5, 4, 2, 1)), (YAHTZEE, (6, 6, 2, 2, 1)), (FARKLE, (1, 5, 4, 2, 2, 3)), (PIG, (4,))],
    ids=["ship", "yahtzee", "farkle", "pig"],
)
def test_a_roll_by_hand_takes_one_a_die_and_is_undone_with_one(
    bar: Bar, start: Started, faces: tuple[int, ...]
) -> None:
    bar.begin(start)
    bar.by_hand()
    tap, page = Taps(), bar.page
    before = page.locator("#table").get_attribute("data-event")
    for face in faces:
        tap(page.locator(f'.numbers [data-face="{face}"]'))
    bar.counted(before)
    assert (bar.latest(), tap.number) == (Rolled(faces, told=True), len(faces))
    page.get_by_role("button", name="Undo").tap()
    expect(page.locator("#places .die")).to_have_count(0)
    assert bar.latest() == Undone()


def test_a_turn_of_two_rolls_of_farkle_takes_a_tap_a_die_and_one_to_bank(bar: Bar) -> None:
    bar.begin(FARKLE)
    bar.by_hand()
    tap, page = Taps(), bar.page
    for faces in ((1, 5, 4, 2, 2, 3), (1, 1, 6, 6)):
        before = page.locator("#table").get_attribute("data-event")
        for face in faces:
            tap(page.locator(f'.numbers [data-face="{face}"]'))
        bar.counted(before)
        page.clock.fast_forward(DEAD_TIME)
    tap(page.get_by_role("button", name="Bank 350"))
    bar.saw("Jonas: roll all six dice")
    assert tap.number == 6 + 4 + 1
    expect(page.locator("#places .die")).to_have_count(0)


def test_the_question_mark_shows_the_keys_of_the_keyboard(bar: Bar) -> None:
    bar.page.keyboard.press("?")
    keys = bar.page.locator(".keyboard")
    expect(keys).to_contain_text("Stand")
    assert {"1", "6", "Enter", "S", "U", "?"} <= set(keys.locator("kbd").all_inner_texts())
    bar.page.keyboard.press("Escape")
    expect(keys).to_have_count(0)

"""Play by hand in a real browser: the keys of the page, what is typed, and what every screen draws."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, ViewportSize, expect

from engine import Event, Joined, Rolled, Scored, Started, Stopped
from table.commands import Play, UseCamera
from tests.screens import PHONE
from tests.web.api.conftest import SHIP
from tests.web.helm.conftest import DEAD_TIME, Bar, Harbour

pytestmark = pytest.mark.browser

Moor = Callable[..., Harbour]
CARD = Started("yahtzee-official", ("Mia", "Jonas"), "Mia")
FARKLE = Started("farkle", ("Mia", "Jonas"), "Mia", {"opening": 0})
SIZES: tuple[ViewportSize, ...] = (
    PHONE,
    {"width": PHONE["height"], "height": PHONE["width"]},
    {"width": 320, "height": 640},
    {"width": 1280, "height": 800},
)


def begin(bar: Bar, *events: Started | Rolled) -> Page:
    bar.begin(*events)
    bar.by_hand()
    return bar.page


def typed(page: Page) -> Locator:
    return page.locator("[data-typed]")


def settled(parts: Locator) -> list[dict[str, float]]:
    """Return the boxes of these parts once two looks at them are equal: styles and pictures of a new page are there."""
    boxes = "all => all.map(one => one.getBoundingClientRect().toJSON())"
    for _ in range(100):
        found: list[dict[str, float]] = parts.evaluate_all(boxes)
        parts.page.wait_for_timeout(100)
        if found == parts.evaluate_all(boxes):
            break
    return found


def kept(page: Page) -> list[str]:
    """The faces that stay, in the order of the places."""
    return [(die.get_attribute("aria-label") or "")[0] for die in page.locator(".place.stays > *").all()]


def test_a_game_is_entered_with_the_keyboard_and_drawn_on_every_screen(bar: Bar) -> None:
    page, guest = begin(bar, SHIP), bar.looker.page
    expect(guest.locator("#places .place:not(.die)")).to_have_count(5)
    expect(guest.locator("#tray, .reasons li, .at-helm")).to_have_count(0)
    for keys, says in (("65321", "Mia: roll three dice"), ("u", "Mia: roll all five dice"), ("65421", "Mia has 3")):
        before = page.locator("#table").get_attribute("data-event")
        for key in keys:
            page.keyboard.press(key)
        bar.counted(before)
        page.clock.fast_forward(DEAD_TIME)
        bar.saw(says)
        staying = {"65321": 2, "u": 0, "65421": 3}[keys]
        expect(guest.locator("#places .die.stays")).to_have_count(staying)
        expect(page.get_by_role("img", name=", kept")).to_have_count(staying)
    expect(page.locator("#helm-bar .main")).to_have_text("Stand with 3")
    page.keyboard.press("Enter")
    bar.saw("Jonas: roll all five dice")
    expect(guest.locator("#places .die")).to_have_count(0)
    assert [type(event) for event in bar.written()[-2:]] == [Rolled, Stopped]


def test_nothing_asks_to_tap_keys_that_a_sheet_covers(bar: Bar) -> None:
    page = begin(bar, SHIP, Rolled((6, 5, 4, 1, 2)))
    keys, hint = page.locator("#helm-bar .numbers"), page.locator("#helm-bar .hint")
    bar.tell(5, 1)
    bar.tell(5, 1)
    expect(hint).to_be_visible()
    page.get_by_role("button", name="Fix").click()
    for one in (keys, hint):
        expect(one).to_be_hidden()
    page.keyboard.press("Escape")
    for one in (keys, hint):
        expect(one).to_be_visible()


def test_a_tap_on_a_die_or_backspace_takes_one_back_and_nothing_else_does(bar: Bar) -> None:
    page = begin(bar, SHIP)
    bar.tap_faces(6, 5, 4)
    expect(page.locator(".numbers [role=status]")).to_have_text("6 5 4")
    typed(page).nth(1).click()
    expect(page.locator(".numbers [role=status]")).to_have_text("6 4")
    page.keyboard.press("Backspace")
    expect(typed(page)).to_have_count(1)
    for _ in range(2):
        page.locator("[data-back]").click()
    expect(page.locator("#places .place:not(.die)")).to_have_count(5)
    assert bar.written() == (SHIP,)


def test_taps_too_many_do_not_run_over_into_the_next_roll(bar: Bar) -> None:
    page = begin(bar, SHIP)
    before = page.locator("#table").get_attribute("data-event")
    for key in "65321666":
        page.keyboard.press(key)
    bar.counted(before)
    assert bar.latest() == Rolled((6, 5, 3, 2, 1), told=True)


def test_typed_faces_outlive_a_sheet_a_loss_of_the_link_a_reload_and_a_player_who_joins(bar: Bar) -> None:
    page = begin(bar, SHIP)
    bar.tap_faces(6, 5)
    page.get_by_role("button", name="More", exact=True).click()
    page.keyboard.press("Escape")
    expect(typed(page)).to_have_count(2)

    gone = {"eventsource", "fetch"}

    def lose(route: Route) -> None:
        route.abort() if route.request.resource_type in gone else route.fallback()

    page.route("**/*", lose)
    page.reload()
    expect(page.locator("body")).to_have_attribute("data-link", "lost")
    gone.clear()
    expect(page.locator("body")).to_have_attribute("data-link", "live")
    expect(typed(page)).to_have_count(2)
    bar.helm.complaints.clear()
    bar.bridge.table.board.submit(Play(Joined("Zoë")), 60)
    bar.saw("Zoë")
    expect(typed(page)).to_have_count(2)
    page.locator("#helm-bar .numbers").wait_for()
    bar.tell(3, 2, 1)
    assert bar.latest() == Rolled((6, 5, 3, 2, 1), told=True)


def test_faces_typed_for_a_roll_that_another_phone_enters_are_never_sent(bar: Bar) -> None:
    page = begin(bar, SHIP)
    bar.tap_faces(6, 5, 4, 3)
    bar.bridge.ask(bar.bridge.hand(), "/api/moves", do="roll", dice=[1, 1, 2, 3, 3])
    bar.shows(page)
    expect(typed(page)).to_have_count(0)
    expect(page.locator("#places .die")).to_have_count(5)
    page.keyboard.press("1")  # meant for the roll that the other phone was first to enter
    page.clock.fast_forward(DEAD_TIME)
    page.keyboard.press("2")
    expect(typed(page)).to_have_count(1)
    expect(page.locator(".numbers [role=status]")).to_have_text("2")
    assert bar.latest() == Rolled((1, 1, 2, 3, 3), told=True)


def test_a_face_typed_bars_what_would_discard_it(bar: Bar) -> None:
    page = begin(bar, CARD, Rolled((6, 6, 6, 2, 1)))
    page.locator("[data-place]").first.click()
    bar.tap_faces(4)
    expect(page.locator("[data-place]")).to_have_count(0)
    page.locator("[data-pick=chance]").click(force=True)
    expect(page.locator("#helm-says")).to_have_text("Enter the whole roll, or take its dice back.")
    page.keyboard.press("Backspace")
    assert kept(page) == ["6"]
    assert len(bar.written()) == 2
    page.locator("[data-pick=chance]").click()
    bar.saw("Jonas: roll all five dice")
    begin(bar, SHIP, Rolled((6, 5, 4, 2, 1)))
    page.keyboard.press("4")
    expect(page.locator("#helm-bar .main")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Enter")
    page.keyboard.press("s")
    expect(typed(page)).to_have_count(1)
    assert len(bar.written()) == 2


@pytest.mark.parametrize(
    ("preset", "dice", "stay", "barred"),
    [
        ("farkle", (1, 5, 4, 2, 2, 3), ["1", "5"], 4),
        ("farkle", (2, 2, 2, 3, 4, 6), ["2", "2", "2"], 3),
        ("farkle", (1, 2, 3, 4, 5, 6), ["1", "2", "3", "4", "5", "6"], 0),
        ("threes", (3, 5, 3, 2, 1), ["3", "3"], 0),
        ("threes", (4, 5, 6, 2, 1), [], 0),
        ("midnight", (6, 4, 4, 2, 6, 5), ["6", "4", "6"], 0),
        ("bar-dice", (5, 5, 1, 2, 3), ["5", "5", "1"], 0),
    ],
)
def test_what_scores_is_kept_at_once_and_the_keys_sleep_until_something_is(
    bar: Bar, preset: str, dice: tuple[int, ...], stay: list[str], barred: int
) -> None:
    page = begin(bar, Started(preset, ("Mia", "Jonas"), "Mia"), Rolled(dice))
    expect(page.locator("#places .die")).to_have_count(len(dice))
    assert kept(page) == stay
    expect(page.locator(".place.barred")).to_have_count(barred)
    asleep = page.locator('.numbers [data-face][aria-disabled="true"]')
    expect(asleep).to_have_count(0 if stay else 6)
    pressed = page.locator('[data-place][aria-pressed="true"]')
    while pressed.count():
        pressed.last.click()
    expect(asleep).to_have_count(0 if preset == "bar-dice" else 6)
    page.locator("[data-place]").first.click()
    expect(asleep).to_have_count(0)
    page.keyboard.press("6")
    expect(typed(page)).to_have_count(1)


def test_dice_that_score_only_together_are_kept_together(bar: Bar) -> None:
    page = begin(bar, FARKLE, Rolled((2, 2, 2, 1, 4, 2)))
    assert kept(page) == ["2", "2", "2", "1", "2"]
    page.locator("[data-place]").first.click()
    assert kept(page) == ["2", "2", "1", "2"]
    page.locator("[data-place]").nth(1).click()
    assert kept(page) == ["1"]
    page.locator("[data-place]").nth(1).click()
    assert kept(page) == ["2", "2", "2", "1"]


def test_all_six_that_score_are_rolled_again(bar: Bar) -> None:
    page = begin(bar, FARKLE, Rolled((1, 1, 1, 5, 5, 5)))
    bar.tap_faces(6)
    expect(page.locator("#places .place")).to_have_count(6)
    bar.tell(2, 2, 3, 3, 1)
    assert bar.latest() == Rolled((6, 2, 2, 3, 3, 1), told=True)


@pytest.mark.parametrize(
    ("start", "size"),
    [
        *((CARD, size) for size in SIZES),
        *((FARKLE, size) for size in SIZES[1:3]),
        *((SHIP, size) for size in SIZES[::3]),
    ],
    ids=lambda one: getattr(one, "preset", "") or f"{one['width']}x{one['height']}",
)
def test_all_keys_and_dice_are_in_view_large_and_stay_where_they_are(
    bar: Bar, start: Started, size: ViewportSize
) -> None:
    page = begin(bar, start)
    page.set_viewport_size(size)
    page.reload()
    page.locator("#helm-bar .numbers").wait_for()
    parts = page.locator("#places, .numbers .key")
    before = settled(parts)
    bar.tell(*((1, 5, 4, 2, 6, 3)[: 6 if start is FARKLE else 5]))
    after = settled(parts)
    assert len(after) == 8
    moved = [place for place, (one, was) in enumerate(zip(after, before, strict=True)) if one["y"] != was["y"]]
    assert moved == [], (page.locator("h1").inner_text(), before[0], after[0])
    for key in after[1:]:
        assert key["bottom"] <= size["height"]
        assert min(key["width"], key["height"]) >= (44 if size["width"] == 320 else 48), key
    assert after[0]["bottom"] <= min(key["top"] for key in after[1:])
    places = page.locator(".place svg").evaluate_all("all => all.map(one => one.getBoundingClientRect().width)")
    narrow = start is CARD and size["width"] < 1280
    assert min(places) >= (48 if narrow else {390: 108, 844: 76, 320: 55, 1280: 180}[size["width"]])


def test_a_lost_camera_leaves_the_game_its_headline_and_the_reason_to_the_helm(moor: Moor) -> None:
    harbour = moor()
    page, guest = harbour.at_helm().page, harbour.phone().page
    harbour.bridge.dealt.put(lambda: harbour.bridge.table.camera_lost("Check its cable."))
    guest.goto(harbour.url)
    expect(guest.locator("h1")).to_have_text("Mia: roll all five dice")
    expect(guest.locator(".reasons")).to_contain_text("No camera picture.")
    assert "cable" not in guest.content()
    page.locator("#helm-bar").get_by_role("button", name="Enter roll").click()
    expect(page.locator("#helm-sheet")).to_contain_text("Check its cable.")
    for key in "65321":
        page.keyboard.press(key)
    expect(guest.locator("h1")).to_have_text("Mia: roll three dice")
    expect(page.locator("#helm-sheet .place.stays")).to_have_count(2)


@pytest.mark.parametrize(
    "events",
    [
        (SHIP, Rolled((6, 5, 4, 2, 4)), Stopped(), *(Rolled((1, 1, 2, 3, 2)),) * 3),
        (
            Started("yahtzee-handout", ("Mia", "Jonas"), "Mia", {"boxes": ["yahtzee"]}),
            *(Rolled((6, 6, 6, 6, 6)), Scored("yahtzee")) * 2,
        ),
    ],
)
def test_the_result_is_whole_on_every_screen(bar: Bar, events: tuple[Event, ...]) -> None:
    bar.begin(*events)
    bar.bridge.table.board.submit(UseCamera(False), 60)
    card = bar.page.locator("#table.by-hand #result")
    expect(card).to_be_visible()
    for size in SIZES:
        bar.page.set_viewport_size(size)
        hidden = "card => [card.scrollHeight - card.clientHeight, card.scrollWidth - card.clientWidth]"
        assert card.evaluate(hidden) == [0, 0]
        assert card.evaluate("card => card.getBoundingClientRect().right") <= size["width"]


def test_no_sheet_hides_the_result_and_a_rematch_is_one_tap_away(bar: Bar) -> None:
    page = begin(bar, SHIP, *(Rolled((6, 5, 4, 2, 4)), Stopped(), *(Rolled((1, 1, 2, 3, 2)),) * 2))  # type: ignore[arg-type]
    bar.tell(1, 1, 2, 3, 2)
    expect(page.locator("#result h2")).to_contain_text("wins by 6")
    keys, card = page.locator("#helm").bounding_box(), page.locator("#result").bounding_box()
    assert keys
    assert card
    assert card["y"] + card["height"] <= keys["y"] + 1
    page.locator("#victory").click()
    page.locator("#helm-bar").get_by_role("button", name="Rematch").click()
    expect(page.locator("#result")).to_have_count(0)
    assert len(bar.written()) == 1


def test_a_phone_on_which_a_roll_is_typed_is_not_loaded_again_once_the_table_needs_no_set_up(moor: Moor) -> None:
    page = moor().at_helm().page
    page.route("**/setup/wanted", lambda route: route.fulfill(json={"wanted": False}))
    files = str(page.evaluate("document.querySelector('link[rel=stylesheet]').href")).rsplit("/", 1)[0]
    page.evaluate("document.body.insertAdjacentHTML('afterbegin', '<aside class=setup-waits>Not set up.</aside>')")
    page.evaluate("window.same = true")
    page.add_script_tag(url=f"{files}/setup-wanted.js", type="module")
    expect(page.locator(".setup-waits")).to_have_count(0)
    assert page.evaluate("window.same") is True

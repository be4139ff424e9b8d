"""The form for a new game: how many taps it takes, and that the camera may be left out."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Route, expect

from engine import Event, Rolled, Started
from engine.i18n import languages
from table.commands import Play
from table.panel import Button
from tests.web.api.conftest import SHIP, Bridge
from tests.web.conftest import until
from tests.web.games.logs import whole_game
from tests.web.helm.conftest import Bar
from tests.web.played import PlayedGames, yahtzee
from web.games.house_rules import HouseBook, HouseRules, quick_games
from web.helm.new_game import AT_ONCE

pytestmark = pytest.mark.browser

WHOLE_WORDS = "all => all.every((one) => (one.style.overflowWrap = 'normal', one.scrollWidth <= one.clientWidth))"
NO_TALLER = "one => [one.offsetHeight, (one.style.overflowWrap = 'break-word', one.offsetHeight)]"
FOUR = ("Ann", "Bob", "Chloé", "W" * 24)


class Taps:
    """Counts the taps on what it is given."""

    def __init__(self) -> None:
        self.number = 0

    def __call__(self, what: Locator) -> None:
        what.tap()
        self.number += 1


def test_three_new_names_take_five_taps_at_most(bar: Bar) -> None:
    page, tap = bar.page, Taps()
    tap(page.get_by_role("button", name="More", exact=True))
    tap(page.locator("#helm-sheet").get_by_role("link", name="New game"))
    page.wait_for_url("**/helm/games/new")
    tap(page.get_by_role("button", name="New players"))
    for name in ("Ann", "Bob", "Cy"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    tap(page.get_by_role("button", name="Start game"))
    page.wait_for_url(bar.harbour.url)
    assert bar.bridge.table.board.snapshot().state.players == ("Ann", "Bob", "Cy")
    assert tap.number <= 5


def test_a_game_with_the_same_players_takes_two_taps(bar: Bar) -> None:
    bar.begin(SHIP, Rolled((6, 5, 4, 3, 3)))
    tap = Taps()
    tap(bar.page.get_by_role("button", name="More", exact=True))
    tap(bar.page.locator("#helm-sheet").get_by_role("button", name="Restart with the same players"))
    expect(bar.page.locator("h1")).to_have_text("Mia: roll all five dice")
    assert (bar.bridge.table.board.snapshot().event, tap.number) == (1, 2)


def start(bar: Bar) -> Any:
    """Start the game, and return its state."""
    bar.page.get_by_role("button", name="Start game").tap()
    bar.page.wait_for_url(bar.harbour.url)
    return bar.bridge.table.board.snapshot().state


def unfold(bar: Bar) -> None:
    bar.page.locator("#new-game > details > summary").tap()


def choose(bar: Bar, title: str) -> None:
    """Choose that card among all games."""
    bar.page.locator(".games summary").tap()
    bar.page.get_by_label(title, exact=True).check(force=True)


@pytest.mark.parametrize("language", sorted(languages()))
def test_a_phone_shows_players_games_and_start_without_scrolling(bar: Bar, language: str) -> None:
    bar.begin(Started("dice-game-depot", FOUR, "Ann"))
    bar.page.set_viewport_size({"width": 390, "height": 844})
    page = bar.go(f"helm/games/new?language={language}")
    shown = page.locator(".chair, .regulars, .games label:has(~ details), #add, summary, .begin")
    assert page.locator(".chair").count() == len(FOUR)
    assert page.locator(".games label:has(small)").count() == len(quick_games())
    assert all(one.is_visible() for one in shown.all())
    assert page.locator(".games label").filter(visible=True).count() == AT_ONCE
    assert page.evaluate("document.documentElement.scrollHeight") <= 844
    assert page.locator(".begin").bounding_box()["y"] > page.locator(".games").bounding_box()["y"]  # type: ignore[index]


@pytest.mark.parametrize(
    ("width", "height", "language"),
    [(320, 640, "de"), (320, 640, "fr"), (390, 844, "es"), (1280, 800, "de"), (1280, 800, "en")],
)
def test_start_and_the_chosen_game_are_in_view_with_all_games_open_and_closed_again(
    bar: Bar, width: int, height: int, language: str
) -> None:
    bar.begin(Started("dice-game-depot", FOUR, "Ann"))
    bar.page.set_viewport_size({"width": width, "height": height})
    page = bar.go(f"helm/games/new?language={language}")
    chosen, begin = page.locator(".games label:has(:checked)"), page.locator(".begin .button")
    last, fold = page.locator(".games label").last, page.locator(".games summary")
    for look in (chosen, begin):
        expect(look).to_be_in_viewport(ratio=1)
    fold.click()
    last.click()
    assert page.locator(".games b").evaluate_all(WHOLE_WORDS)
    as_it_is, with_whole_words = page.locator("h1").evaluate(NO_TALLER)
    assert as_it_is == with_whole_words
    expect(begin).to_be_in_viewport(ratio=1)
    fold.click()
    assert page.locator(".games label").filter(visible=True).count() == AT_ONCE + 1
    for look in (chosen, begin, last):
        expect(look).to_be_in_viewport(ratio=1)
    bar.had_no_complaints()


NONE_PLAYED = [
    *("Ship, Captain, Crew", "Ship of Fools to 21", "Yahtzee", "Farkle"),
    *("Pig", "Bar dice", "Midnight", "Shut the box"),
]
MUCH_PLAYED = [
    *(yahtzee(1), yahtzee(2, preset="yahtzee-handout"), whole_game("zonk", 1)),
    *[(Started("mexico", ("Ann", "Bob")),)] * 3,  # nothing was rolled in them
]


@pytest.mark.parametrize(
    ("on", "preset", "house", "played", "first"),
    [
        ("dice-game-depot", "", [], [], NONE_PLAYED),
        ("rounds", "", [], [], NONE_PLAYED),
        ("zonk", "", [], [], ["Zonk", *NONE_PLAYED[:7]]),
        ("pig", "", [], MUCH_PLAYED, ["Pig", "Yahtzee", "Zonk", *NONE_PLAYED[:2], NONE_PLAYED[3], *NONE_PLAYED[5:7]]),
        ("pig", "cee-lo", [], MUCH_PLAYED[1:3], ["Cee-lo", "Yahtzee", "Zonk", *NONE_PLAYED[:2], *NONE_PLAYED[3:6]]),
        ("dice-game-depot", "", ["zonk"], [], [NONE_PLAYED[0], "Our zonk", *NONE_PLAYED[1:7]]),
        (
            *("pig", "", ["mexico", "zonk"], MUCH_PLAYED),
            ["Pig", "Yahtzee", "Our zonk", "Zonk", "Our mexico", *NONE_PLAYED[:2], "Farkle"],
        ),
    ],
)
def test_the_game_that_is_on_comes_first_then_those_played_most(
    bridge: Bridge, on: str, preset: str, house: list[str], played: list[tuple[Event, ...]], first: list[str]
) -> None:
    for one in house:
        HouseBook(bridge.drawer).save(HouseRules(f"Our {one}", one, {}))
    bridge.archive = PlayedGames(*((None, log) for log in played))
    bridge.app = bridge.started()
    assert bridge.table.board.submit(Play(Started(on, ("Ann", "Bob"))), 60).done
    html = bridge.hand().get(f"/helm/games/new?preset={preset}").text
    cards = html[html.index('<fieldset class="games">') :]
    at_once, others = cards.split("<summary>All games")
    assert re.findall("<b>(.*?)</b>", at_once) == first
    assert len(re.findall("<label", others.partition("</fieldset>")[0])) > 20
    assert re.findall(" checked>.*?<b>(.*?)</b>", cards)[0] == first[0]


@pytest.mark.parametrize("language", ["de", "es", "fr"])
def test_a_game_is_made_of_five_answers_none_of_which_is_cut_off(bar: Bar, language: str) -> None:
    page, tap = bar.go(f"owner/games?language={language}"), Taps()
    page.set_viewport_size({"width": 320, "height": 568})
    tap(page.locator("a[href$='/make']"))
    for number in (1, 1, 0, 4):
        answers = page.locator(".known .button")
        expect(answers.first).to_be_visible()
        assert answers.evaluate_all(WHOLE_WORDS)
        tap(answers.nth(number))
    page.locator("#game-title").fill("Zum Löwen")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Zum Löwen")
    tap(page.locator("[data-orders]"))
    assert bar.bridge.answer(Button.ROLL) == "house_rules"
    tap(page.locator(".lines a.button"))
    page.wait_for_url("**/helm/games/new?preset=own-zum-*")
    expect(page.get_by_label("Zum Löwen", exact=True)).to_be_checked()
    assert tap.number == 7


def test_a_chosen_file_is_added_at_once_or_its_mistake_named_beside_its_text(bar: Bar) -> None:
    page = bar.go("owner/games")
    for quotes, shown in (("“”", "Line 1: write straight quotes"), ('""', "Ours")):
        text = f'title = {quotes[0]}Ours{quotes[1]}\nline = "Roll."\n[turn]\ndice = 2\nthrows = 2\n'
        page.locator("#game-file").set_input_files({"name": "ours.toml", "mimeType": "", "buffer": text.encode()})
        assert bar.bridge.answer(Button.ROLL) == "house_rules"
        expect(page.locator("main")).to_contain_text(shown)
        expect(page.locator("#game-text")).to_have_value(text if "“" in text else "")


def test_the_styles_are_those_of_the_chosen_game_where_it_has_more_than_one(bar: Bar) -> None:
    page = bar.go("helm/games/new")
    choose(bar, "Pig")
    expect(page.locator('.variants[data-preset="pig"]')).to_be_attached()
    expect(page.locator("#style")).to_have_count(0)
    page.get_by_label("Yahtzee", exact=True).check(force=True)
    unfold(bar)
    page.get_by_label("Style", exact=True).select_option(label="Yahtzee, official")
    expect(page.locator('.variants[data-preset="yahtzee-official"]')).to_be_attached()
    assert start(bar).rules.name == "yahtzee-official"


def test_a_game_starts_by_the_rules_of_its_card_although_these_are_still_on_their_way(bar: Bar) -> None:
    page, held = bar.go("helm/games/new"), list[Route]()
    page.route("**/helm/games/variants?*", lambda route: held.append(route))
    choose(bar, "Pig to 50 3 min")
    page.get_by_role("button", name="Start game").tap()
    page.wait_for_timeout(100)
    assert page.url.endswith("/helm/games/new")
    held[0].continue_()
    page.wait_for_url(bar.harbour.url)
    page.unroute("**/helm/games/variants?*")
    rules = bar.bridge.table.board.snapshot().state.rules
    assert (rules.name, rules.goal) == ("pig", 50)


def test_a_game_is_begun_without_the_camera_and_the_next_with_it(bar: Bar) -> None:
    for camera in ("off", "on"):
        page = bar.go("helm/games/new")
        unfold(bar)
        page.get_by_label("Play without the camera").tap()
        start(bar)
        assert bar.bridge.table.board.snapshot().camera == camera


def test_the_camera_may_be_left_out_while_it_is_lost_too(bar: Bar) -> None:
    bar.bridge.dealt.put(lambda: bar.bridge.table.camera_lost("Check its cable."))
    until(lambda: bar.bridge.table.board.snapshot().camera == "lost")
    bar.go("helm/games/new")
    unfold(bar)
    expect(bar.page.get_by_label("Play without the camera")).not_to_be_checked()
    bar.page.get_by_label("Play without the camera").tap()
    start(bar)
    assert bar.bridge.table.board.snapshot().camera == "off"


def test_a_card_with_rules_of_its_own_is_no_longer_chosen_once_they_are_changed(bar: Bar) -> None:
    bar.begin(Started("pig", ("Mia", "Jonas"), "Mia", {"goal": 50}))
    page = bar.go("helm/games/new")
    expect(page.get_by_label("Pig to 50 3 min")).to_be_checked()
    expect(page.locator('[data-preset="pig"].variants .changed')).to_have_attribute("data-option", "goal")
    unfold(bar)
    page.locator("#variant-goal").fill("70")
    page.keyboard.press("Tab")
    expect(page.get_by_label("Pig", exact=True)).to_be_checked()
    assert start(bar).rules.goal == 70
    expect(bar.go("helm/games/new").get_by_label("Pig", exact=True)).to_be_checked()


def test_a_head_start_is_entered_where_points_add_up(bar: Bar) -> None:
    page = bar.go("helm/games/new")
    unfold(bar)
    expect(page.locator("#ahead")).to_be_hidden()
    choose(bar, "Pig")
    page.locator("#ahead").get_by_label("Jonas").fill("20")
    page.locator("#one-more").fill("Zoë")
    page.keyboard.press("Enter")
    expect(page.locator("#ahead label")).to_have_text(["Mia", "Jonas", "Zoë"])
    totals = start(bar).totals
    expect(page.locator("#table .facts")).to_contain_text("Head start: Jonas 20")
    assert totals == {"Mia": 0, "Jonas": 20, "Zoë": 0}
    bar.had_no_complaints()

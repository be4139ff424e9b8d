"""What a screen plays and says: each call once, and nothing old, in its own language."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest
from playwright.sync_api import Browser, Page, expect

from engine import game_of
from engine.i18n import languages, translated
from table import Mode, Snapshot
from table.games import playable_presets
from table.snapshot import Call, Occasion, Voice
from tests.table.games.test_calls import calls_of
from tests.web import moments
from tests.web.conftest import SIZE, Serve, running, until
from tests.web.following import opened
from tests.web.scripted import ScriptedTable
from tests.web.sound.ears import heard, lend_ears, waits, wish
from web.app import create_app
from web.appliance import Appliance
from web.services.store import Memory

pytestmark = pytest.mark.browser

VOICES = {"en": "English", "en-US": "American", "de": "Deutsch", "es": "Español", "fr": "Français"}
ROLL = Call(1, "roll", "Ann: six.")


@pytest.fixture
def ears(browser: Browser) -> Iterator[Page]:
    """A page whose sound is written down."""
    with browser.new_context(viewport=SIZE) as context:
        page = context.new_page()
        lend_ears(page)
        yield page
        page.goto("about:blank")


def listening(page: Page, url: str, path: str = "", **wishes: str) -> Page:
    """The page once it follows the table and may sound."""
    wish(page.context, url, **({"sound": "caller"} | wishes))
    opened(page, f"{url}{path}")
    waits(page, "document.body.dataset.audio")
    page.locator("h1").click()
    waits(page, "document.body.dataset.audio === 'running'")
    return page


def call(number: int, effect: str = "roll", says: str = "", **more: object) -> Snapshot:
    return replace(moments.WAITING, call=Call(number, effect, says or f"Sentence {number}."), **more)  # type: ignore[arg-type]


def test_a_screen_is_silent_and_loads_nothing_of_it_unless_it_is_wished(serve: Serve, ears: Page) -> None:
    asked: list[str] = []
    ears.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    opened(ears, serve().url)
    expect(ears.locator("body")).to_have_attribute("data-link", "live")
    assert not {"sound.js", "effects.js", "caller.js", "volumes.js", "buzz.js"} & set(asked)
    assert ears.locator("#sound-hint").count() == 0


def test_a_call_sounds_and_is_said_once(serve: Serve, table: ScriptedTable, ears: Page) -> None:
    listening(ears, serve().url)
    table.show(call(1, "found"))
    assert heard(ears, 2) == ["found", "English: Sentence 1."]
    table.show(call(1, "found", note="The same call again."))
    table.show(call(2))
    assert heard(ears, 4)[2:] == ["roll", "English: Sentence 2."]


def test_with_effects_alone_nothing_is_said(serve: Serve, table: ScriptedTable, ears: Page) -> None:
    listening(ears, serve().url, sound="effects")
    for number in range(1, 4):
        table.show(call(number))
        heard(ears, number)
    assert heard(ears, 3) == ["roll"] * 3


def test_a_sentence_that_is_overtaken_is_never_heard(serve: Serve, table: ScriptedTable, ears: Page) -> None:
    listening(ears, serve().url)
    ears.evaluate("document.body.dataset.calls = ''")
    table.show(call(1, "roll", "Twelve."))
    heard(ears, 1)
    table.show(call(2, "correction", "Correction. Eleven."))
    assert heard(ears, 3) in (
        ["roll", "correction", "English: Correction. Eleven."],
        ["roll", "English: Twelve.", "correction"],
    )
    waits(ears, "window.heard.at(-1).includes('Eleven')")
    said = ears.evaluate("window.heard")
    assert said.count("English: Correction. Eleven.") == 1
    assert "TWO AT ONCE" not in said
    assert [one for one in said[said.index("correction") :] if "Twelve" in one] == []


def test_nothing_is_repeated_after_a_reload_or_a_change_of_theme(
    serve: Serve, table: ScriptedTable, ears: Page
) -> None:
    url = serve().url
    listening(ears, url)
    table.show(call(1))
    heard(ears, 2)
    ears.reload()
    waits(ears, "document.body.dataset.audio")
    ears.locator("h1").click()
    waits(ears, "document.body.dataset.audio === 'running'")
    ears.locator("button.theme").click()
    table.show(call(1, note="Still the same."))
    expect(ears.locator(".reasons")).to_contain_text("Still the same.")
    table.show(call(2))
    assert heard(ears, 2) == ["roll", "English: Sentence 2."]


def test_what_happened_while_the_table_was_lost_is_not_called_afterwards(table: ScriptedTable, ears: Page) -> None:
    with running(create_app(table, heartbeat=0.1)) as server:
        port = server.port
        listening(ears, server.url)
        table.show(call(1))
        heard(ears, 2)
    expect(ears.locator("body")).to_have_attribute("data-link", "lost")
    for number in (2, 3):
        table.show(call(number))
    with running(create_app(table, heartbeat=0.1), port):
        expect(ears.locator("body")).to_have_attribute("data-link", "live")
        table.show(call(4))
        assert heard(ears, 4) == ["roll", "English: Sentence 1.", "roll", "English: Sentence 4."]
        ears.goto("about:blank")


def test_another_run_of_the_program_repeats_nothing(table: ScriptedTable, ears: Page) -> None:
    with running(create_app(table, heartbeat=0.1)) as server:
        port = server.port
        listening(ears, server.url)
        table.show(call(7))
        heard(ears, 2)
    expect(ears.locator("body")).not_to_have_attribute("data-link", "live")
    again = ScriptedTable(replace(call(1), boot="two"))
    with running(create_app(again, heartbeat=0.1), port):
        expect(ears.locator("body")).to_have_attribute("data-link", "live")
        again.show(call(2))
        assert heard(ears, 4)[2:] == ["roll", "English: Sentence 2."]
        ears.goto("about:blank")


def test_a_page_in_the_background_is_silent_and_catches_nothing_up(
    serve: Serve, table: ScriptedTable, ears: Page
) -> None:
    listening(ears, serve().url)
    hide = "hidden => Object.defineProperty(document, 'hidden', { configurable: true, value: hidden })"
    ears.evaluate(hide, True)
    table.show(call(1, note="Unseen."))
    expect(ears.locator(".reasons")).to_contain_text("Unseen.")
    ears.evaluate(hide, False)
    table.show(call(2))
    assert heard(ears, 2) == ["roll", "English: Sentence 2."]


def test_a_throw_that_was_read_sounds_once_though_it_is_seen_anew(
    serve: Serve, table: ScriptedTable, ears: Page
) -> None:
    listening(ears, serve().url)
    read = replace(moments.SHOWN, after=moments.HELD.state)
    table.show(read)
    heard(ears, 1)
    table.show(replace(read, after=None, note="A hand is in the way."))
    expect(ears.locator(".reasons")).to_contain_text("A hand is in the way.")
    table.show(read)
    expect(ears.locator(".reasons")).not_to_contain_text("A hand is in the way.")
    table.show(call(1))
    assert heard(ears, 3) == ["read", "roll", "English: Sentence 1."]


def test_the_owner_silences_all_screens_at_once_and_what_was_silent_stays_so(table: ScriptedTable, ears: Page) -> None:
    drawer = Memory()
    with running(create_app(table, Appliance(drawer=drawer), heartbeat=0.1)) as server:
        listening(ears, server.url)
        table.show(call(1))
        heard(ears, 2)
        app = create_app(table, Appliance(drawer=drawer))
        assert app is not None
        ears.goto("about:blank")
    drawer.put("sound", {"allowed": False})
    with running(create_app(table, Appliance(drawer=drawer), heartbeat=0.1)) as server:
        listening(ears, server.url)
        table.show(call(2, note="Quiet."))
        expect(ears.locator(".reasons")).to_contain_text("Quiet.")
        expect(ears.locator("#table")).to_have_attribute("data-quiet", "")
        assert ears.evaluate("window.heard") == []
        ears.goto("about:blank")


def test_a_phone_is_told_of_its_turn_by_sound_and_vibration(serve: Serve, ears: Page) -> None:
    ears.add_init_script("window.buzzed = []; navigator.vibrate = (pattern) => window.buzzed.push(pattern);")
    listening(ears, serve().url)
    ears.evaluate("document.dispatchEvent(new CustomEvent('quarterdeck:your-turn'))")
    assert heard(ears, 1) == ["turn"]
    until(lambda: ears.evaluate("window.buzzed.length") == 1)


def test_voice_says_each_moment_and_the_latest_again_and_no_screen_reader_speaks_beside_it(
    serve: Serve, table: ScriptedTable, ears: Page
) -> None:
    def moment(number: int, says: str) -> Snapshot:
        return replace(
            call(number), voice=Voice(number, says, Occasion(number, number, Mode.WAITING, None, (), (), ()))
        )

    table.show(moment(1, "Mia: roll all."))
    listening(ears, serve().url, sound="voice")
    again = ears.get_by_role("button", name="Say it again")
    ears.evaluate("window.heard = []")
    table.show(moment(2, "Six at the left."))
    assert heard(ears, 2) == ["roll", "English: Six at the left."]
    for key in (None, "h", " "):
        ears.evaluate("window.heard = []")
        again.click() if key is None else ears.locator("h1").press(key)
        assert heard(ears, 1) == ["English: Six at the left."]
    for live in ears.locator("#said, #moment, #up, #voice").all():
        assert live.get_attribute("aria-live") == "off"
    expect(ears.locator("#voice")).to_have_text("Six at the left.")


def test_where_the_browser_has_no_voice_the_screen_reader_speaks(serve: Serve, browser: Browser) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        lend_ears(page, "[]")
        listening(page, serve().url, sound="voice")
        expect(page.locator("#voice")).to_have_attribute("aria-live", "polite")
        page.goto("about:blank")


HASTE = """
    const later = window.setTimeout;
    window.setTimeout = (act, wait, ...more) => later(act, wait < 2000 ? wait / 9 : wait, ...more);
"""
"""A browser whose seconds are short; silence on the link is as long as ever."""

ONE_OF_EACH = {game_of(preset).kind: preset for preset in playable_presets()}


@pytest.mark.parametrize("language", languages())
def test_every_game_is_called_in_the_language_of_the_screen(
    serve: Serve, table: ScriptedTable, ears: Page, language: str
) -> None:
    url = serve().url
    ears.add_init_script(HASTE)
    listening(ears, url, language=language)
    number, expected = 0, []
    presets = [*ONE_OF_EACH.values()]
    for preset in presets if language == "en" else presets[sorted(VOICES).index(language) :: len(VOICES)]:
        for _, one in islice(calls_of(preset, 3), 3 if language == "en" else 1):
            assert one is not None
            number += 1
            before = ears.evaluate("window.heard.length")
            table.show(replace(moments.WAITING, call=replace(one, number=number)))
            heard = f"{VOICES[language]}: {translated(one.says, language)}" if one.says else one.effect
            expected += [heard] if one.says else []
            is_heard = "([text, before]) => window.heard.length > before && window.heard.at(-1) === text"
            waits(ears, is_heard, [heard, before])
    said = [text for text in ears.evaluate("window.heard") if ":" in text]
    assert said == expected
    assert len(said) > (14 if language == "en" else 0)


def test_a_voice_that_is_found_late_is_used_and_without_one_effects_are_heard(
    serve: Serve, table: ScriptedTable, browser: Browser
) -> None:
    url = serve().url
    with browser.new_context() as context:
        page = context.new_page()
        lend_ears(page, late=True)
        listening(page, url)
        assert page.locator("body").get_attribute("data-voice") == "none"
        table.show(call(1))
        heard(page, 1)
        page.evaluate("window.findVoices()")
        table.show(call(2))
        assert heard(page, 3) == ["roll", "roll", "English: Sentence 2."]
        page.goto("about:blank")


def test_a_touch_anywhere_lets_a_screen_sound_and_the_hint_goes(serve: Serve, ears: Page) -> None:
    url = serve().url
    wish(ears.context, url, sound="effects")
    opened(ears, url)
    waits(ears, "document.body.dataset.audio")
    if ears.locator("body").get_attribute("data-audio") == "suspended":
        expect(ears.get_by_role("button", name="Tap for sound")).to_be_visible()
    ears.locator("h1").click()
    expect(ears.locator("#sound-hint")).to_be_hidden()
    assert ears.locator("dialog[open]").count() == 0


def test_sound_is_tried_in_the_settings_and_a_missing_voice_is_said(serve: Serve, browser: Browser) -> None:
    url = serve().url
    with browser.new_context() as context:
        page = context.new_page()
        lend_ears(page, "[]")
        page.goto(f"{url}look")
        page.get_by_role("link", name="Effects and caller").click()
        page.get_by_role("button", name="Test the sound").click()
        assert heard(page, 1) == ["found"]
        expect(page.locator("#no-voice")).to_be_visible()
        page.goto("about:blank")

"""A phone that needs a press at the table: it says what to press, counts down, and shows the result."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from table.panel import Button
from table.questions import QUIET_FOR
from tests.screens import PHONE, SMALL_PHONE
from tests.web.axe import objections
from tests.web.conftest import until
from tests.web.helm.conftest import EXPECTED, Bar, overflow

pytestmark = pytest.mark.browser

BACKUP = bytes(range(256)) * 400


def asked(bar: Bar) -> None:
    """Wait until table and phone say what to press."""
    bar.bridge.asks()
    expect(bar.page.locator("#permission")).to_be_visible()


def said(page: Page, text: str) -> None:
    """Wait until the phone says this, and no longer what to press."""
    expect(page.locator("#helm-says")).to_contain_text(text)
    expect(page.locator("#permission")).to_be_hidden()


def bring(bar: Bar, tmp_path: Path) -> None:
    """Choose a backup of three pieces, and ask for it to be restored."""
    file = tmp_path / "quarterdeck-backup.zip"
    file.write_bytes(BACKUP)
    bar.go("helm/box/keeping").locator("#backup-file").set_input_files(file)
    bar.page.get_by_role("button", name="Restore").click()


def test_a_backup_is_restored_after_roll_and_not_after_stand(bar: Bar, tmp_path: Path) -> None:
    page = bar.page
    bring(bar, tmp_path)
    asked(bar)
    expect(page.locator("#permission")).to_contain_text("Press ROLL on the tray to allow this.")
    first = int(page.locator("#permission .left").inner_text())
    expect(page.locator("#permission .left")).to_have_text(str(first - 1))
    bar.bridge.press(Button.STAND)
    said(page, "Refused at the table with STAND")
    assert bar.cupboard.brought == []
    bar.bridge.clock.now += QUIET_FOR
    bring(bar, tmp_path)
    asked(bar)
    assert bar.cupboard.brought == []
    bar.bridge.press(Button.ROLL)
    said(page, "restarts with the backup")
    assert bar.cupboard.brought == [BACKUP]
    assert [one for one in bar.helm.complaints if EXPECTED not in one] == []


def test_a_table_without_buttons_says_what_to_do_on_the_machine(
    bar: Bar, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bar.bridge.panel, "has_buttons", False)
    bring(bar, tmp_path)
    said(bar.page, "with quarterdeck owner")


def test_a_backup_is_downloaded_after_roll_with_the_password_only_if_asked_for(bar: Bar) -> None:
    page = bar.go("helm/box/keeping")
    for content in (b"PK", b"PK, and the password"):
        if b"password" in content:
            page.get_by_label("Include the Wi-Fi password").check()
        with page.expect_download() as taken:
            page.get_by_role("button", name="Download").click()
            asked(bar)
            bar.bridge.press(Button.ROLL)
        said(page, "The download starts")
        assert taken.value.suggested_filename == "quarterdeck-backup.zip"
        assert taken.value.path().read_bytes() == content


def test_a_dragged_corner_is_kept_after_roll(bar: Bar) -> None:
    page = bar.go("helm/box/calibration")
    corner = page.get_by_label("Top left: x")
    assert float(corner.input_value()) == 20.0
    ring = page.locator("#outline .ring").first.bounding_box()
    assert ring is not None
    x, y = ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y, steps=4)
    page.mouse.up()
    moved = float(corner.input_value())
    assert moved > 30
    page.get_by_role("button", name="Save these corners").click()
    asked(bar)
    assert bar.cupboard.corners == []
    bar.bridge.press(Button.ROLL)
    said(page, "Restarting")
    [corners] = bar.cupboard.corners
    assert corners is not None
    assert corners[0][0] == moved
    assert corners[1:] == ((300.0, 20.0), (300.0, 160.0), (20.0, 160.0))


def test_light_strips_are_measured_after_roll(bar: Bar) -> None:
    page = bar.go("helm/box/calibration")
    assert page.get_by_text("Measured 3 days ago.").is_visible()
    page.get_by_role("button", name="Measure the light strips").click()
    asked(bar)
    assert bar.cupboard.measurements == 0
    bar.bridge.press(Button.ROLL)
    said(page, "All four light strips answer")
    assert bar.cupboard.measurements == 1


def test_lamp_and_sounds_change_after_roll_and_not_after_stand(bar: Bar) -> None:
    page = bar.go("helm/box/settings")
    brightness = page.locator("#brightness")

    def dim(value: str, button: Button, words: str) -> None:
        brightness.fill(value)
        asked(bar)
        bar.bridge.press(button)
        said(page, words)
        page.wait_for_function("() => !document.body.hasAttribute('data-giving')")

    dim("0.35", Button.ROLL, "Done")
    page.locator("#sounds").click()
    asked(bar)
    bar.bridge.press(Button.ROLL)
    until(lambda: bar.bridge.knobs.values["sounds"] is False)
    page.wait_for_function("() => !document.body.hasAttribute('data-giving')")
    dim("0", Button.STAND, "Refused at the table")
    assert brightness.input_value() == "0.35"
    assert bar.bridge.knobs.values == {"brightness": 0.35, "sounds": False, "pictures": "everybody"}
    page.reload()
    assert not page.locator("#sounds").is_checked()
    assert brightness.input_value() == "0.35"


def test_a_setting_changed_while_the_table_asks_about_another_waits_for_its_turn(bar: Bar) -> None:
    page = bar.go("helm/box/settings")
    sounds = page.locator("#sounds")
    was = sounds.is_checked()
    page.locator("#brightness").fill("0.45")
    asked(bar)
    sounds.click()
    bar.bridge.press(Button.ROLL)
    until(lambda: bar.bridge.knobs.values["brightness"] == 0.45)
    asked(bar)
    bar.bridge.press(Button.ROLL)
    until(lambda: bar.bridge.knobs.values["sounds"] is not was)
    said(page, "Done")
    assert sounds.is_checked() is not was
    assert page.locator("#brightness").input_value() == "0.45"


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_to_press_fits_and_is_accessible(bar: Bar, language: str) -> None:
    page, table = bar.page, bar.looker.page
    bar.go(f"helm/box/keeping?language={language}").locator("#taking button").click()
    asked(bar)
    table.goto(f"{bar.harbour.url}?language={language}")
    expect(table.locator("h1")).to_contain_text("ROLL")
    for size in (PHONE, SMALL_PHONE):
        for one in (page, table):
            one.set_viewport_size(size)
            assert (size, objections(one), overflow(one)) == (size, [], 0)
    bar.bridge.press(Button.STAND)
    expect(page.locator("#permission")).to_be_hidden()

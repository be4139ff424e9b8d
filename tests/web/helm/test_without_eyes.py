"""Games by hand by who does not see the page: roles and names of Chromium's accessibility tree, and what Voice says."""

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from engine import Started
from table.commands import UseCamera
from tests.web.helm.conftest import DEAD_TIME, Harbour

pytestmark = pytest.mark.browser
PLAYERS = ("Ann", "Ben")
PATIENCE = 60_000
"""Milliseconds."""


@dataclass
class Listener:
    """A player at the helm who hears Voice and a screen reader, and sees nothing."""

    page: Page
    said: str = ""

    def hears(self) -> str:
        """Wait for the next sentence of Voice."""
        voice = self.page.get_by_role("status", name="Voice")
        expect(voice).not_to_have_text(self.said, timeout=PATIENCE)
        self.said = voice.text_content() or ""
        return self.said

    def rolls(self, *faces: int) -> str:
        keys = self.page.get_by_role("group", name="This roll")
        for face in faces:
            keys.get_by_role("button", name=str(face), exact=True).click()
        return self.answer()

    def types(self, keys: str) -> str:
        """Answer by the keyboard, once the key to stand names the points that Voice has said."""
        points = re.findall(r" has (\d+): ", self.said) if "STAND" in self.said else []
        stand = self.page.get_by_role("button", name=re.compile("^(Stand|Bank|Keep)"))
        name = re.compile(rf"\b{points[-1]}\b") if points else None
        expect(stand.and_(self.page.get_by_role("button", name=name))).to_have_count(len(points), timeout=PATIENCE)
        for key in keys.split():
            self.page.keyboard.press(key)
        return self.answer()

    def presses(self, name: str) -> str:
        self.page.get_by_role("button", name=name).click()
        return self.answer()

    def holds(self, *faces: int) -> None:
        """Press dice of the latest roll until exactly these are pressed: all that show these faces."""
        left, dice = list(faces), self.page.get_by_role("list", name="Dice")
        for face in {*faces}:
            shown = dice.get_by_role("button", name=re.compile(f"^{face}"))
            expect(shown).to_have_count(faces.count(face), timeout=PATIENCE)
        for die in dice.get_by_role("button").all():
            face = int((die.get_attribute("aria-label") or "0")[0])
            keeps = face in left
            if keeps:
                left.remove(face)
            if (die.get_attribute("aria-pressed") == "true") is not keeps:
                die.press("Enter")
        assert left == []

    def answer(self) -> str:
        said = self.hears()
        self.page.clock.fast_forward(DEAD_TIME)
        return said


@pytest.fixture
def listens(moor: Callable[..., Harbour]) -> Callable[..., Listener]:
    def begin(preset: str, **options: object) -> Listener:
        harbour = moor(Started(preset, PLAYERS, "Ann", options))
        harbour.bridge.table.board.submit(UseCamera(False), 60)
        page = harbour.at_helm().page
        page.context.add_cookies([{"name": "sound", "value": "voice", "url": harbour.url}])
        page.clock.install()
        page.goto(harbour.url)
        listener = Listener(page)
        assert listener.hears().startswith("Ann: roll ")
        return listener

    return begin


FACE = {"Ann": 6, "Ben": 5}
"""What each of them rolls in Pig, always."""


def test_a_whole_game_of_pig_is_played_by_keyboard_and_ear(listens: Callable[..., Listener]) -> None:
    """Whose turn it is, what they have, and who has won is heard; each stands on ten points and more."""
    player = listens("pig", goal=25)
    said = player.said
    for _ in range(30):
        if "wins!" in said:
            break
        name, points = re.findall(r"(Ann|Ben)(?: has (\d+))?: roll", said)[-1]
        said = player.types("s" if int(points or 0) % 50 >= 10 and "STAND" in said else str(FACE[name]))
    assert "Ann wins!" in said
    assert "Ann 36 and Ben" in said


def test_a_round_of_ship_captain_crew_is_played_by_names_and_ear(listens: Callable[..., Listener]) -> None:
    player = listens("dice-game-depot")
    assert "Ship and captain. Two more rolls. Ann: roll three dice." in player.rolls(6, 5, 3, 3, 1)
    assert "Cargo five. One more roll." in player.rolls(4, 3, 2)
    assert "Ann scores five. Ben’s turn. Ben: roll all five dice." in player.types("s")
    assert "Undone. Ann’s turn." in player.presses("Undo")
    assert "Ben’s turn. " in player.types("s")
    for left in ("Two more rolls.", "One more roll."):
        assert f"Ben: no ship. {left}" in player.rolls(5, 5, 4, 3, 1)
    said = player.rolls(5, 5, 4, 3, 1)
    assert "Ben: no score. Ann wins!" in said
    assert "Ann 5 and Ben 0." in said


def test_a_turn_of_yahtzee_is_played_by_names_and_ear(listens: Callable[..., Listener]) -> None:
    player = listens("yahtzee-official")
    assert "Ann: six, six, three, three, one. Two more rolls." in player.rolls(6, 6, 3, 3, 1)
    player.holds(6, 6)
    assert "One more roll." in player.rolls(6, 2, 2)
    player.holds(6, 6, 6)
    assert "Choose a box." in player.rolls(6, 1)
    assert "Ann: Sixes, twenty-four. Ben’s turn." in player.presses("Sixes: 24")
    assert player.said.endswith("Ann 24 and Ben 0.")

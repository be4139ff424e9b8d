"""What the page says by itself."""

import pytest

from engine import Announcement as Said
from tests.web import moments
from web.games import game_on_the_page
from web.live.view_model import view_of

SHIP = game_on_the_page(moments.WAITING.state)


@pytest.mark.parametrize(
    ("announcements", "sentence"),
    [
        ((), ""),
        ((Said("ship", "Mia", 6),), "Mia has the ship."),
        ((Said("ship", "Mia", 6), Said("captain", "Mia", 5)), "Mia has the ship and the captain."),
        (
            (Said("crew", "Mia", 4), Said("qualified", "Mia"), Said("cargo", "Mia", 7)),
            "Mia has ship, captain and crew. Cargo 7.",
        ),
        (
            (Said("cargo", "Mia", 12), Said("midnight", "Mia", 12), Said("point", "Mia", 12)),
            "Midnight! Mia leads with 12.",
        ),
        ((Said("cargo", "Mia", 2), Said("minimum", "Mia", 2)), "Minimum: cargo 2."),
        ((Said("point", "Mia", 9),), "Mia leads with 9."),
        ((Said("no_score", "Mia"),), "Mia: no score."),
        ((Said("point", "Mia", 9), Said("won", "Mia", 9)), "Mia wins with 9."),
        ((Said("no_score", "Jo"), Said("won", "Mia", 9)), "Jo: no score. Mia wins with 9."),
        (
            (
                *(Said("dream_spider", "Jo", 12), Said("tied", "Mia", 12), Said("tied", "Jo", 12)),
                *(Said("pot_carried", None, 15), Said("ante", None, 5)),
            ),
            "Dream spider: a second midnight! Mia and Jo tie at 12. The pot of 15 carries over. Everyone antes 5 more.",
        ),
        ((Said("rolloff", "Mia"), Said("rolloff", "Jo"), Said("rolloff", "Lea")), "Roll-off: Mia, Jo and Lea."),
    ],
)
def test_what_happened_is_said_in_few_sentences(announcements: tuple[Said, ...], sentence: str) -> None:
    assert " ".join(SHIP.said(announcements)).replace("\u2068", "").replace("\u2069", "") == sentence


def test_a_name_keeps_its_writing_direction_to_itself() -> None:
    assert SHIP.said((Said("no_score", "مريم"),)) == ["\u2068مريم\u2069: no score."]


def test_the_tray_is_spelled_out() -> None:
    assert view_of(moments.UNSURE, "en").tray_spoken == (
        "On the tray: six at the top left; five in the middle; three at the bottom right; three at the bottom; "
        "an unreadable die (the die on the right leans on another) in the middle, "
        "9 centimetres from the right rim and 7 centimetres from the far rim."
    )

"""Ship, Captain, Crew over rounds and for stakes: sums, facts, and what stands roll by roll."""

import re

import pytest

from table import Snapshot
from tests.web import moments
from tests.web.live.test_table_page import line_of, main_of, text_of


@pytest.mark.parametrize(
    ("snapshot", "player", "line"),
    [
        (moments.HANDS, "Lea", "Lea to beat hammer 0 hands 3"),
        (moments.POT, "Jonas", "Jonas to beat −5 chips 6"),
        (moments.ROUNDS, "Jonas", "Jonas 6 total 0 drinks —"),
        (moments.ROUNDS, "Lea", "Lea hammer 0 total 1 drinks —"),
        (moments.STARTER, "Mia", "Mia 9"),
        (moments.STARTER, "Lea", "Lea —"),
        (moments.SHARED, "Jonas", "Jonas winner 6 total 6"),
    ],
)
def test_a_line_has_what_is_counted_over_the_rounds(snapshot: Snapshot, player: str, line: str) -> None:
    assert line_of(snapshot, player) == line


@pytest.mark.parametrize(
    ("snapshot", "facts"),
    [
        (moments.WAITING, []),
        (moments.HANDS, ["First to 2 hands"]),
        (moments.POT, ["Pot 20", "Ante 5"]),
        (moments.ROUNDS, ["Round 2 of 3"]),
    ],
)
def test_facts_tell_how_far_the_game_is_and_what_lies_in_the_middle(snapshot: Snapshot, facts: list[str]) -> None:
    html = re.findall(r'<ul class="facts">(.*?)</ul>', main_of(snapshot), re.DOTALL)
    assert [text_of(fact) for fact in re.findall(r"<li>.*?</li>", html[0])] == facts if facts else not html


def test_roll_by_roll_every_line_has_what_stands_of_ship_captain_and_crew() -> None:
    has = re.findall(r'<span class="has">(.*?)</span>', main_of(moments.HANDS), re.DOTALL)
    assert [one.count('class="there"') for one in has] == [2, 1, 3, 0]
    assert "Captain: held" in has[0]
    assert "Crew: needed" in has[0]

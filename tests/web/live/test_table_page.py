"""What the server renders, without a browser."""

import re
from dataclasses import replace
from html import unescape

import pytest

from engine import Event, Joined, Rolled, Stopped
from engine.names import shortened
from table import Mode, Snapshot
from table.feedback import shown_colour
from tests.engine.turns.moves import move_of
from tests.web import moments
from tests.web.following import headline
from tests.web.scripted import ScriptedTable
from vision.i18n import gettext
from web.app import create_app
from web.display_names import with_short_names


def page_of(snapshot: Snapshot) -> str:
    return create_app(ScriptedTable(snapshot)).test_client().get("/").text


def main_of(snapshot: Snapshot) -> str:
    return page_of(snapshot).partition("<main")[2].partition("</main>")[0]


def text_of(html: str) -> str:
    """The words between the tags, single-spaced, without marks of writing direction."""
    words = unescape(re.sub(r"<[^>]*>", " ", html))
    return " ".join(re.sub("[\u2068\u2069]", "", words).split())


def line_of(snapshot: Snapshot, player: str) -> str:
    lines = re.findall(r'<li class="player.*?</li>', main_of(snapshot), re.DOTALL)
    return next(text_of(line) for line in lines if player in text_of(line))


@pytest.mark.parametrize("name", sorted(moments.ALL))
def test_every_moment_shows_prompt_lamp_and_dice_without_inline_style_or_script(name: str) -> None:
    snapshot = moments.ALL[name]
    page = page_of(snapshot)
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", page)
    html = page.partition("<main")[2]
    prompt = with_short_names(snapshot.prompt, snapshot.state.players)
    assert headline(prompt).match(text_of(re.findall(r"<h1.*?</h1>", html, re.DOTALL)[0]))
    assert f'class="{snapshot.mode} lamp-{"blue" if snapshot.pairing else shown_colour(snapshot.mode)} ' in html
    assert len(re.findall(r'<g class="die[ "]', html)) == len(snapshot.dice)
    seats = html.partition("</thead>")[0]  # each section of a score sheet has its heads
    assert len(re.findall(r'<li class="player|<th scope="col" class="seat', seats)) == len(snapshot.state.players)


def after(preset: str, *log: Event, mode: Mode = Mode.WAITING) -> Snapshot:
    return moments.moment(mode, "Roll.", (), *log, players=("Mia", "Jonas"), preset=preset)


LONG = "Wilhelmine Konstantinopolitanska"


def bust(first: str, then: str) -> Snapshot:
    return moments.moment(Mode.WAITING, f"{then}: roll one die", (), Rolled((1,)), players=(first, then), preset="pig")


SIXES, ACES = Rolled((6, 6, 6, 6, 6)), Rolled((1, 1, 1, 1, 1))
PERFECT = Rolled((3, 3, 3, 3, 3)), move_of("threes")((3, 3, 3, 3, 3))


@pytest.mark.parametrize(
    ("snapshot", "headline", "cheer"),
    [
        (moments.WAITING, moments.WAITING.prompt, ""),
        (moments.MIDNIGHT, f"Mia: Midnight! {moments.MIDNIGHT.prompt}", "midnight"),
        (replace(moments.MIDNIGHT, mode=Mode.MOVING, prompt="Rolling"), "Rolling", "midnight"),
        (moments.FARKLED, f"Mia: Farkle! {moments.FARKLED.prompt}", ""),
        (after("pig", Rolled((1,))), "Bust! Roll.", ""),
        (bust("B", "Bo"), "B: Bust! Bo: roll one die", ""),
        (bust("B", LONG), f"{shortened(LONG)}: roll one die", ""),
        (after("yahtzee-official", SIXES), "Yahtzee! Roll.", "five_of_a_kind"),
        (after("bar-dice", SIXES, Stopped()), "Roll.", ""),
        (after("bar-dice", ACES, Stopped()), "Five ones. Roll.", "hand"),
        (after("bar-dice", Rolled((6, 6, 6, 6, 1)), Stopped()), "Five sixes. Roll.", ""),
        (after("bar-dice", Rolled((5, 5, 5, 5, 1)), Stopped()), "Roll.", ""),
        (after("threes", *PERFECT), "Perfect threes! Roll.", "total"),
        (after("threes", Rolled((3, 3, 3, 3, 1)), move_of("threes")((3, 3, 3, 3, 1))), "Roll.", ""),
        (after("pig", Joined("Lea")), "Lea joins. Roll.", "joined"),
        (after("pig", Joined("Lea"), mode=Mode.OBSTRUCTED), "Roll.", "joined"),
        (moments.OVER, moments.OVER.prompt, "won"),
        (moments.SHARED, moments.SHARED.prompt, "won"),
    ],
)
def test_the_headline_tells_what_has_just_happened_and_what_is_rare_is_cheered(
    snapshot: Snapshot, headline: str, cheer: str
) -> None:
    html = main_of(snapshot)
    [told] = re.findall(r"<h1.*?</h1>", html, re.DOTALL)
    assert text_of(told) == headline
    assert f'data-cheer="{cheer}"' in html
    assert ('class="emblem in-' in told) is headline.startswith("Lea")


@pytest.mark.parametrize(("cookie", "theme"), [(None, "night"), ("day", "day"), ("night", "night"), ("<b>", "night")])
def test_a_page_has_the_theme_that_was_chosen_on_this_phone_else_the_night(cookie: str | None, theme: str) -> None:
    client = create_app(ScriptedTable(moments.WAITING)).test_client()
    if cookie:
        client.set_cookie("theme", cookie)
    assert f'<html lang="en" data-theme="{theme}">' in client.get("/").text


def test_a_page_names_the_run_and_the_revision_it_shows() -> None:
    assert 'data-id="one:1"' in main_of(moments.WAITING)


@pytest.mark.parametrize(
    ("snapshot", "player", "line"),
    [
        (moments.WAITING, "Jonas", "Jonas —"),
        (moments.WAITING, "Ole", "Ole hammer —"),
        (moments.MIDGAME, "Mia", "Mia no score"),
        (moments.MIDGAME, "Jonas", "Jonas to beat 9"),
        (moments.MIDGAME, "Lea", "Lea 6"),
        (moments.ROLLOFF, "Mia", "Mia to beat roll-off 5 6"),
        (moments.ROLLOFF, "Jonas", "Jonas hammer roll-off — 6"),
        (moments.ROLLOFF, "Lea", "Lea no score"),
        (moments.OVER, "Mia", "Mia winner 9"),
        (moments.OVER, "Lea", "Lea no score"),
        (moments.OVER_AFTER_ROLLOFF, "Jonas", "Jonas winner roll-off 8 6"),
    ],
)
def test_a_players_line_tells_not_yet_from_no_score_and_who_has_what(
    snapshot: Snapshot, player: str, line: str
) -> None:
    assert line_of(snapshot, player) == line


def test_only_the_player_on_turn_is_marked_as_such() -> None:
    assert re.findall(
        r'<li class="player on" data-key="seat-(\d+)" aria-current="true">', main_of(moments.MIDGAME)
    ) == ["4"]
    assert "aria-current" not in main_of(moments.OVER)


@pytest.mark.parametrize(
    ("snapshot", "states"),
    [
        (moments.WAITING, ["open", "open", "open", "open"]),
        (moments.SHOWN, ["seen", "seen", "open", "open"]),
        (moments.HELD, ["held", "held", "open", "open"]),
        (moments.CARGO, ["held", "held", "held", "held"]),
        (moments.THROWN_AGAIN, ["held", "held", "held", "seen"]),
        (moments.CLUSTER, ["seen", "seen", "seen", "seen"]),
        (moments.UNSURE, ["open", "open", "open", "open"]),
        (moments.OVER, ["held", "held", "held", "held"]),
    ],
)
def test_slots_are_held_seen_or_open(snapshot: Snapshot, states: list[str]) -> None:
    assert re.findall(r'<li class="slot \w+ (\w+)"', main_of(snapshot)) == states


def test_the_cargo_counts_what_lies_there() -> None:
    assert '<b class="points">7</b>' in main_of(moments.CARGO)
    assert '<b class="points">12</b>' in main_of(moments.THROWN_AGAIN)
    assert "points" not in main_of(moments.HELD)


def test_a_turn_shows_its_rolls_as_marks() -> None:
    assert re.findall(r'<i class="(\w+)">', main_of(moments.CARGO)) == ["done", "done", "now"]
    assert "Roll 3 of 3" in main_of(moments.CARGO)
    assert re.findall(r'<i class="(\w+)">', main_of(moments.OVER)) == []


def test_a_doubtful_die_has_no_face_but_a_question_mark_and_its_reason() -> None:
    html = main_of(moments.UNSURE)
    doubtful = re.findall(r'<g class="die doubtful".*?</g>\s*</g>', html, re.DOTALL)
    assert len(doubtful) == 1
    assert "#pips-" not in doubtful[0]
    assert '<g class="tag doubt"' in html
    assert "the die on the right leans on another" in text_of(html)


def test_things_are_outlined_on_the_tray_in_words_too_and_their_problem_is_said_once() -> None:
    html = main_of(moments.THINGS)
    assert re.findall(r'<polygon class="edge" points="([^"]*)"', html) == [
        "205,128 216,134 219,146 212,155 199,154 194,141",
        "68,160 71,157 104,172 101,176",
    ]
    assert 'aria-label="On the tray: six at the top left; five and three in the middle;' in html
    assert "one at the bottom; an object that isn’t a die at the bottom, 9 centimetres from the right rim" in html
    assert text_of(html).count(moments.REMOVE) == 1


def test_beside_another_note_the_problem_of_a_thing_is_said_too() -> None:
    words = text_of(main_of(replace(moments.THINGS, note="No new roll yet.")))
    assert words.count(moments.REMOVE) == words.count("No new roll yet.") == 1


def test_the_largest_three_things_have_pictures_another_one_for_another_outline() -> None:
    pictures = r'<img src="(/helm/pictures/things/[^"]*)" loading="lazy"'
    first = re.findall(pictures, main_of(replace(moments.THINGS, things=(moments.COIN,) * 4)))
    assert [address.partition("?")[0] for address in first] == [f"/helm/pictures/things/{n}" for n in range(3)]
    second = re.findall(pictures, main_of(replace(moments.THINGS, things=(moments.MATCH,))))
    assert second[0] != first[0]


def test_a_reason_that_the_note_gives_is_not_said_twice() -> None:
    snapshot = moments.moment(
        Mode.UNSURE,
        "One die cannot be read.",
        moments.lying(loose=(None,), doubt="stands on edge"),
        note="It stands on edge.",
    )
    assert re.findall(r"<li>(?:<svg.*?</svg>)?(.*?)</li>", main_of(snapshot)) == ["It stands on edge."]


@pytest.mark.parametrize(
    ("snapshot", "dimmed"), [(moments.HELD, False), (moments.OBSTRUCTED, True), (moments.LOST, True)]
)
def test_dice_that_cannot_be_seen_now_are_dimmed(snapshot: Snapshot, dimmed: bool) -> None:
    assert ('<svg id="tray" class="dimmed"' in main_of(snapshot)) is dimmed


def test_the_tray_is_told_in_words_too() -> None:
    told = 'aria-label="On the tray: six and five on the rail; three and three in the middle; two at the top left."'
    assert told in main_of(moments.HELD)
    assert 'aria-label="The tray is empty."' in main_of(moments.WAITING)


def test_while_pairing_is_open_the_lamp_is_blue_as_at_the_tray() -> None:
    assert 'class="waiting lamp-blue ' in main_of(moments.PAIRING)
    assert '<p class="lamp">Pairing</p>' in main_of(moments.PAIRING)


def test_trouble_of_the_appliance_is_said_beside_the_game() -> None:
    quiet, troubled = (
        moments.WAITING,
        replace(moments.WAITING, trouble=("The journal cannot be written.", "Make room.")),
    )
    assert "trouble" not in main_of(quiet)
    page = main_of(troubled)
    assert '<p class="trouble" role="alert">The journal cannot be written. Make room.</p>' in page
    assert quiet.prompt in page


def test_a_doubt_is_told_in_the_language_of_who_looks() -> None:
    doubtful = replace(moments.UNSURE.dice[2], doubt=gettext("unclear value"))
    snapshot = replace(moments.UNSURE, dice=(*moments.UNSURE.dice[:2], doubtful))
    html = create_app(ScriptedTable(snapshot)).test_client().get("/?language=de").text
    assert html.count("Zahl nicht eindeutig") == 2  # below the tray, and in words for who cannot see it

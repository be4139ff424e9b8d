"""The handicap: a head start in points, in every game whose points add up, and out of the statistics of skill."""

import pytest

from engine import (
    BadLog,
    BadRules,
    Event,
    GameHistory,
    Renamed,
    Started,
    dump,
    game_of,
    history_of,
    load,
    next_game,
    presets_of_all,
    rules_of,
    text,
    totals,
)
from engine.line_protocol import Conversation
from engine.statistics.player_totals import PlayerTotals, tally_of
from engine.statistics.record import ArchivedGame, Record, record_of
from tests.engine.games.written import facts, holds
from tests.web import played

TAKES = {
    "rounds": 1000,
    "ship-of-fools": 20,
    **dict.fromkeys(("yahtzee-handout", "yahtzee-official", "kniffel", "yatzy", "yacht", "crag", "balut"), 1000),
    **dict.fromkeys(("generala", "generala-single"), 1000),
    **dict.fromkeys(("pig", "big-pig"), 99),
    **dict.fromkeys(("farkle", "ten-thousand", "zilch", "zonk"), 9999),
}
"""The games whose points add up, and the highest head start in each."""

HEAD_START = {"Ben": 7}


def begun(preset: str, handicap: dict[str, int]) -> GameHistory:
    return GameHistory(Started(preset, ("Ann", "Ben"), "Ann", {}, handicap))


@pytest.mark.parametrize("preset", presets_of_all())
def test_games_whose_points_add_up_take_a_head_start_and_no_others(preset: str) -> None:
    assert game_of(preset).most_head_start(rules_of(preset, {})) == TAKES.get(preset, 0)
    if preset not in TAKES:
        with pytest.raises(BadRules, match="no head start in this game: its points don’t add up"):
            begun(preset, HEAD_START)
        return
    book = begun(preset, HEAD_START)
    least = totals(begun(preset, {}).state)["Ann"]
    assert totals(book.state) == {"Ann": least, "Ben": least + 7}
    assert book.game.report(book.state)["handicap"] == HEAD_START
    assert history_of(load(dump(book.events))).state == book.state
    assert next_game(book.state).handicap == HEAD_START
    book.write(Renamed("Ben", "Bob"))
    assert (totals(book.state), next_game(book.state).handicap) == ({"Ann": least, "Bob": least + 7}, {"Bob": 7})


@pytest.mark.parametrize("preset", TAKES)
@pytest.mark.parametrize(
    ("handicap", "why"),
    [
        ({"Ben": 0}, "the head start of Ben must be 1 to"),
        ({"Ben": -5}, "the head start of Ben must be 1 to"),
        ({"Ben": 10_000}, "the head start of Ben must be 1 to"),
        ({"Zoe": 5}, "no head start for Zoe, who doesn’t play"),
    ],
)
def test_a_head_start_that_makes_no_sense_is_refused(preset: str, handicap: dict[str, int], why: str) -> None:
    with pytest.raises(BadRules, match=why):
        begun(preset, handicap)


def test_a_log_and_a_state_without_one_are_written_as_before() -> None:
    book = GameHistory(Started("rounds", ("Ann", "Ben"), "Ann"))
    assert dump(book.events) == (
        '{"events":[{"players":["Ann","Ben"],"preset":"rounds","starter":"Ann","type":"started"}],"schema":1}'
    )
    assert "handicap" not in text(book.state)


@pytest.mark.parametrize("value", ["[]", '{"Ann":"5"}', '{"Ann":true}', "5"])
def test_a_log_with_anything_else_is_no_log(value: str) -> None:
    with pytest.raises(BadLog):
        load(f'{{"events":[{{"handicap":{value},"players":["Ann"],"preset":"pig","type":"started"}}],"schema":1}}')


COUNTS = """
it decides the game
    rounds match=rounds(1) ahead=Ann+5: t5 t9 > winner Ann, totals Ann 10 Ben 9
it counts toward the goal, and two 1s do not take it
    pig goal=25 ends=at_once ahead=Ann+20: 5 . > winner Ann, totals Ann 25 Ben 0
    pig dice=2 ahead=Ann+20: 55 . 23 . 11 > totals Ann 20 Ben 5
"""


@facts((COUNTS,))
def test_a_head_start_counts(case: str) -> None:
    holds(case)


def recorded(events: tuple[Event, ...]) -> Record:
    return record_of(ArchivedGame(1, None, events, (0.0,) * len(events)), look_back=False)


def tally(record: Record, name: str) -> PlayerTotals:
    return next(tally_of(part, is_level=record.is_level) for part in record.parts if part.name == name)


def ahead_of(start: Event) -> Started:
    assert isinstance(start, Started)
    return Started(start.preset, start.players, start.starter, start.options, {start.players[0]: 500})


@pytest.mark.parametrize("events", [played.ship(3, preset="rounds"), played.yahtzee(2)], ids=["ship", "yahtzee"])
def test_figures_of_skill_are_those_without_it_and_no_win_counts(events: tuple[Event, ...]) -> None:
    start = ahead_of(events[0])
    plain, given = recorded(events), recorded((start, *events[1:]))
    assert (plain.is_level, given.is_level) == (True, False)
    for one, other in zip(plain.parts, given.parts, strict=True):
        assert (other.earned, other.best) == (one.total, one.best)
        assert other.total == one.total + (500 if one.name == start.players[0] else 0)
        without = tally(given, one.name)
        assert (without.wins, without.shared) == (0, 0)
        level = tally(plain, one.name)
        assert (without.points, without.score, without.games) == (level.points, level.score, level.games)
    assert [part.name for part in given.parts if part.won] == [start.players[0]]


def test_the_archive_reads_it_back_and_its_totals_are_right() -> None:
    first, *rest = played.yahtzee(2)
    start = ahead_of(first)
    archive = played.PlayedGames((1.8e9, (first, *rest)), (1.8e9, (start, *rest)))
    plain, second = archive.record(1), archive.record(2)
    assert plain is not None
    assert second is not None
    assert [part.head_start for part in second.parts] == [500, *[0] * (len(start.players) - 1)]
    account = archive.accounts(start.players[0], 100)["yahtzee"]
    assert [total for _, total in account.wholes] == [plain.parts[0].total] * 2
    assert list(account.totals) == [plain.parts[0].total] * 2


def test_the_line_protocol_begins_a_game_with_one() -> None:
    talk = Conversation()
    told = talk.answer('{"new": {"preset": "pig", "players": [" Ann", "Ben"], "handicap": {" Ann": 30}}}')
    assert '"totals":{"Ann":30,"Ben":0}' in told
    assert "its points don\\u2019t add up" in talk.answer(
        '{"new": {"preset": "bar-dice", "players": ["Ann", "Ben"], "handicap": {"Ann": 1}}}'
    )
    assert '"code":"wrong_type"' in talk.answer('{"new": {"preset": "pig", "players": ["Ann"], "handicap": [1]}}')

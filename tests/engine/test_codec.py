"""Events encoded and decoded."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import (
    BadLog,
    Event,
    Held,
    Kept,
    Renamed,
    Rolled,
    Scored,
    Started,
    Stopped,
    decode,
    dump,
    encode,
    fold,
    load,
)
from engine.codec import renamed_line
from engine.game import events_of_all
from engine.names import why_no_name, why_no_new_name
from tests.engine.turns.moves import move_of

BarDiceKept = move_of("bar-dice")
FarkleSetAside = move_of("farkle")
ThreesSetAside = move_of("threes")

NAMES = st.text(min_size=1, max_size=12).filter(lambda name: why_no_name(name) is None)
STARTS = st.lists(NAMES, min_size=2, max_size=6, unique=True).flatmap(
    lambda names: st.builds(Started, st.just("dice-game-depot"), st.just(tuple(names)), st.sampled_from(names))
)
DICE = st.lists(st.integers(1, 6), min_size=1, max_size=8).map(tuple)
OF_GAMES = st.one_of(*(st.from_type(kind) for kind in events_of_all().values()))
EVENTS = st.one_of(STARTS, st.builds(Rolled, DICE, told=st.booleans()), st.just(Stopped()), OF_GAMES)


@given(EVENTS)
@settings(max_examples=40)
def test_an_event_comes_back_as_it_was(event: Event) -> None:
    assert decode(encode(event)) == event


def test_an_event_is_written_in_one_way_only() -> None:
    assert encode(Rolled((6, 4, 2, 2, 1))) == '{"dice":[6,4,2,2,1],"type":"rolled"}'


@pytest.mark.parametrize(
    ("row", "event"),
    [
        ('{"type":"stopped"}', Stopped()),
        ('{"dice":[5,4],"type":"held"}', Held((5, 4))),
        ('{"dice":[6,6],"type":"kept"}', Kept((6, 6))),
        ('{"box":"chance","type":"scored"}', Scored("chance")),
        ('{"dice":[1,5],"type":"farkle.set_aside"}', FarkleSetAside((1, 5))),
        ('{"dice":[3],"type":"threes.set_aside"}', ThreesSetAside((3,))),
        ('{"dice":[1],"type":"bar_dice.kept"}', BarDiceKept((1,))),
    ],
)
def test_each_game_writes_its_events_under_its_own_names(row: str, event: Event) -> None:
    assert (encode(event), decode(row)) == (row, event)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "nonsense",
        "[]",
        "{}",
        '{"type":"jumped"}',
        '{"type":"rolled"}',
        '{"type":"rolled","dice":6}',
        '{"type":"rolled","dice":[6.5]}',
        '{"type":"rolled","dice":[true]}',
        '{"type":"rolled","dice":[6],"colour":"A"}',
        '{"type":"rolled","dice":[6],"told":1}',
        '{"type":"started","preset":"no such","players":["A","B"],"starter":"A"}',
        '{"type":"started","preset":"dice-game-depot","players":["A",2],"starter":"A"}',
    ],
)
def test_anything_else_is_refused(line: str) -> None:
    with pytest.raises(BadLog, match="not an event"):
        decode(line)


@pytest.mark.parametrize("control", ["\x7f", "\x85", "\x9b"])
def test_a_stored_game_may_have_a_name_that_is_now_invalid(control: str) -> None:
    name = f"M{control}a"
    assert why_no_new_name(name) is not None
    events = (Started("dice-game-depot", (name, "Jonas"), name), Rolled((6, 5, 4, 3, 3)), Renamed(name, "Mia"))
    assert fold(load(dump(events))).players == ("Mia", "Jonas")


def test_halves_of_characters_stay_escapes_so_that_each_line_can_be_written() -> None:
    line = r'{"players":["\ud800","Ann"],"type":"started"}'
    assert renamed_line(line, {"Ann": "Player 1"}) == line.replace("Ann", "Player 1")
    assert renamed_line(line, {"\ud800": "\udfff"}).encode() == line.replace("d800", "dfff").encode()
    assert renamed_line('{"player":"\U0001f3b2"}', {"\U0001f3b2": "⚄"}) == '{"player":"⚄"}'

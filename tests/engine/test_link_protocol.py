"""The wire between a table and its venue: round trips, bounds, and refusals."""

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Started
from engine.link_protocol import (
    LARGEST,
    LARGEST_STATE,
    MOST_BYTES,
    MOST_ROWS,
    BadMessage,
    Batch,
    Cursor,
    EventRow,
    LinkedGame,
    LinkedPlayer,
    LinkedUpdate,
    LinkState,
    OpeningRow,
    Topic,
    batches,
    decode_batch,
    decode_cursor,
    decode_state,
    encode_cursor,
    encode_state,
    journal_hash,
    parse_topic,
)
from engine.match_call import MatchCall, decode_call, encode_call
from engine.update_offer import LARGEST_PACKAGE, UpdateOffer, decode_offer, encode_offer
from tests.batches import encode_batch

JOURNAL, PARENT = "0123456789abcdef" * 2, "f" * 32
COUNTS = st.integers(1, 2**63 - 1)
TIMES = st.floats(-1e11, 1e11)
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=60)
EVENTS = st.builds(EventRow, COUNTS, COUNTS, st.integers(0, 2**63 - 1), TIMES, TEXTS)
OPENINGS = st.builds(OpeningRow, COUNTS, COUNTS, TIMES)
ROLLED = EventRow(1, 1, 0, 1700000000.25, '{"dice":[6,5,4,2,1],"type":"rolled"}')


@given(st.lists(EVENTS, min_size=1, max_size=20), st.lists(OPENINGS, max_size=5), st.sampled_from([None, PARENT]))
def test_a_batch_is_read_as_it_was_written(
    events: list[EventRow], openings: list[OpeningRow], parent: str | None
) -> None:
    batch = Batch(JOURNAL, parent, tuple(events), tuple(openings))
    assert decode_batch(encode_batch(batch)) == batch


def test_rows_become_batches_within_the_bounds_and_in_order() -> None:
    rows = [replace(ROLLED, place=place, event="x" * (place % 1500)) for place in range(1, 3001)]
    made = list(batches(JOURNAL, None, rows))
    assert all(len(data) <= MOST_BYTES for data in made)
    read = [decode_batch(data).events for data in made]
    assert all(len(events) <= MOST_ROWS for events in read)
    assert [row for events in read for row in events] == rows


def test_a_row_longer_than_a_batch_is_sent_alone_and_no_rows_are_no_batches() -> None:
    long = replace(ROLLED, event="x" * MOST_BYTES)
    assert [decode_batch(data).events for data in batches(JOURNAL, None, [ROLLED, long])] == [(ROLLED,), (long,)]
    assert list(batches(JOURNAL, None, [])) == []


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "not JSON"),
        (b"\xff", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"[]", "not a JSON object"),
        (b" " * (LARGEST + 1), "262145 bytes"),
        (b"{}", "no version"),
        (b'{"version":true}', "no version"),
        (b'{"version":2}', "version 2, this program reads 1"),
        (b'{"version":1,"journal":"x","rows":[]}', "no valid id"),
    ],
)
def test_a_message_that_is_no_batch_is_refused_in_one_sentence(data: bytes, why: str) -> None:
    with pytest.raises(BadMessage, match=why) as refused:
        decode_batch(data)
    assert str(refused.value).endswith(".")


ROWS = r"""
{}
[]
["x",1,1,1.0]
["e",0,1,0,1.0,"{}"]
["e",1,true,0,1.0,"{}"]
["e",1,1,-1,1.0,"{}"]
["e",1,1,9223372036854775808,1.0,"{}"]
["e",1,1,0,"1","{}"]
["e",1,1,0,1e300,"{}"]
["e",1,1,0,-1e300,"{}"]
["e",1,1,0,1e999,"{}"]
["e",1,1,0,true,"{}"]
["e",1,1,0,1.0,{}]
["e",1,1,0,1.0,"a\u0000b"]
["e",1,1,0,1.0,"\ud800"]
["e",1,1,0,1.0]
["o",1,1,1e300]
["o",1,1]
["o",1,1,null]
"""


@pytest.mark.parametrize(
    "row", [*ROWS.split(), f'["e",1,1,0,1.0,"{"x" * (LARGEST - 1000)}"]', f'["e",1,1,0,1{"0" * 400},"x"]']
)
def test_a_row_of_wrong_values_is_refused_with_its_position(row: str) -> None:
    with pytest.raises(BadMessage, match="Row 2"):
        decode_batch(f'{{"version":1,"journal":"{JOURNAL}","parent":null,"rows":[["o",1,1,1.0],{row}]}}'.encode())


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity"])
def test_a_message_with_no_number_in_it_is_not_json(number: str) -> None:
    with pytest.raises(BadMessage, match="not JSON"):
        decode_batch(f'{{"version":1,"journal":"{JOURNAL}","parent":null,"rows":[["o",1,1,{number}]]}}'.encode())


def test_more_rows_than_allowed_are_refused() -> None:
    with pytest.raises(BadMessage, match="1 to 500"):
        decode_batch(encode_batch(Batch(JOURNAL, None, (ROLLED,) * (MOST_ROWS + 1))))


@pytest.mark.parametrize("software", [3, [], {"a": 1}, None])
def test_a_version_of_the_venue_that_is_no_text_is_ignored(software: object) -> None:
    given = json.loads(encode_cursor(Cursor(JOURNAL, 12, 3))) | {"software": software}
    assert decode_cursor(json.dumps(given).encode()) == Cursor(JOURNAL, 12, 3)


def test_what_a_venue_says_of_itself_can_be_shown() -> None:
    told = decode_cursor(
        encode_cursor(Cursor(JOURNAL, alarm="x" * 9000)).replace(b"}", rb',"software":"1\ud800\u0000"}')
    )
    assert told == Cursor(JOURNAL, alarm="x" * 499 + "…", software="1?")


GAME = LinkedGame(4, "Three rounds", "dice-game-depot")
STATE = LinkState(
    "Window", "Ann: roll", "settled", GAME, (6, 4), (LinkedPlayer("Ann", "12", True), LinkedPlayer("Zoë", "–"))
)
TOPIC = Topic("the-anchor", JOURNAL, "events")


@pytest.mark.parametrize(
    ("encoded", "decoded", "values"),
    [
        (
            encode_cursor,
            decode_cursor,
            [Cursor(JOURNAL, 12, 3, *told) for told in product([None, "Two tables have this id."], [None, "1.2.3"])],
        ),
        (encode_state, decode_state, [STATE, LinkState("Window")]),
        (str, parse_topic, [TOPIC]),
    ],
)
def test_it_is_read_as_it_was_written(
    encoded: Callable[[object], Any], decoded: Callable[[Any], object], values: list[object]
) -> None:
    assert [decoded(encoded(value)) for value in values] == values
    assert str(TOPIC) == f"quarterdeck/1/the-anchor/{JOURNAL}/events"


def test_a_text_that_no_database_holds_is_sent_without_what_it_refuses() -> None:
    assert decode_state(encode_state(LinkState("Win\0dow", "half \ud800"))) == LinkState("Window", "half ?")


def test_a_long_state_is_shortened_to_its_bound_and_keeps_the_player_on_turn() -> None:
    players = tuple(LinkedPlayer("🎲" * 60, "9" * 60, on_turn=number == 19) for number in range(20))
    data = encode_state(
        LinkState("🎲" * 60, "🎲" * 999, "x" * 99, LinkedGame(1, "🎲" * 99, "x" * 99), (6,) * 99, players)
    )
    assert len(data) <= LARGEST_STATE
    assert any(one.on_turn for one in decode_state(data).players)


@pytest.mark.parametrize("players", [0, 1, 8])
def test_the_worst_trouble_stays_in_a_state_as_long_as_it_fits(players: int) -> None:
    troubles = ("🎲" * 150, "temperature: 84 °C", "power: weak")
    playing = tuple(LinkedPlayer("🎲" * 24, "9" * 24, on_turn=number == 0) for number in range(players))
    long = LinkState("🎲" * 24, "🎲" * 200, "x" * 24, LinkedGame(1, "🎲" * 60, "🎲" * 60), players=playing)
    for said, kept in (
        (replace(long, sentence="", troubles=troubles), troubles[:1]),
        (replace(long, troubles=troubles), ()),
    ):
        data = encode_state(said)
        assert len(data) <= LARGEST_STATE
        found = decode_state(data)
        assert found.troubles[: len(kept)] == kept
        assert players == 0 or found.players[0].on_turn


CHANGES: dict[str, str] = {
    "cursor": '{"events":-1} {"openings":null} {"journal":"x"} {"alarm":1} {"version":9}',
    "state": '{"name":1} {"dice":[7]} {"dice":[0]} {"game":{"number":1}} {"players":[{"name":"Ann"}]}'
    ' {"sentence":"\\u0000"} {"version":null}',
}


@pytest.mark.parametrize(("what", "change"), [(what, change) for what, of in CHANGES.items() for change in of.split()])
def test_wrong_values_are_refused(what: str, change: str) -> None:
    data = encode_cursor(Cursor(JOURNAL)) if what == "cursor" else encode_state(LinkState("Window"))
    with pytest.raises(BadMessage):
        (decode_cursor if what == "cursor" else decode_state)(
            json.dumps(json.loads(data) | json.loads(change)).encode()
        )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "quarterdeck",
        f"quarterdeck/2/bar/{JOURNAL}/events",
        f"quarterdeck/1/Bar/{JOURNAL}/events",
        f"quarterdeck/1/bar/{JOURNAL.upper()}/events",
        f"quarterdeck/1/bar/{JOURNAL}/other",
        f"quarterdeck/1/bar/{JOURNAL}/events/more",
        "quarterdeck/1/bar/+/events",
    ],
)
def test_another_topic_is_refused(text: str) -> None:
    with pytest.raises(BadMessage):
        parse_topic(text)


def test_the_hash_is_that_of_the_documented_lines() -> None:
    made = journal_hash([ROLLED], [OpeningRow(1, 1, 2.0)])
    assert made == "a6cbd5d97f8319fc9d3fecafc68547f2d2d353ddf9e1cc1090650d6716607885"
    assert made != journal_hash([replace(ROLLED, moment=1700000000.5)], [OpeningRow(1, 1, 2.0)])


@pytest.mark.parametrize(
    "call", [None, MatchCall("1.W1.1.1", Started("pig", ("Zoë", "Ben"), "Ben", {"target": 50}))], ids=["none", "one"]
)
def test_a_match_is_read_as_it_was_written(call: MatchCall | None) -> None:
    assert decode_call(encode_call(call)) == call


@pytest.mark.parametrize(
    "text", ["pig", "{}", '{"version":1,"id":"","start":"x"}', '{"version":1,"id":"1","start":"{"}']
)
def test_what_is_no_match_is_refused(text: str) -> None:
    with pytest.raises(BadMessage):
        decode_call(text.encode())


OFFER = UpdateOffer("d" * 64, "quarterdeck_1.1_arm64.deb", 9_000, 8100)


def test_an_offered_update_is_read_as_it_was_written() -> None:
    assert decode_offer(encode_offer(OFFER)) == OFFER
    assert OFFER.software == "1.1"
    assert decode_offer(encode_offer(None)) is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"digest": "D" * 64},
        {"digest": "../" + "d" * 61},
        {"file": "quarterdeck_1.1_arm64.deb/x"},
        {"file": "../quarterdeck_1.1_arm64.deb"},
        {"size": 0},
        {"size": LARGEST_PACKAGE + 1},
        {"port": 65_536},
        {"port": "80"},
        {"version": 2},
    ],
)
def test_an_offer_that_is_out_of_bounds_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(BadMessage):
        decode_offer(json.dumps(json.loads(encode_offer(OFFER)) | wrong).encode())


def test_a_state_says_how_far_an_update_is_and_whatever_else_stands_there_says_nothing() -> None:
    state = LinkState("Window", update=LinkedUpdate("d" * 64, "left", "x" * 300))
    read = decode_state(encode_state(state))
    assert read.update == LinkedUpdate("d" * 64, "left", "x" * 199 + "…")
    given = json.loads(encode_state(state))
    strange: object
    for strange in (
        None,
        [],
        {},
        "left",
        {"package": 1, "stage": "", "why": ""},
        {"package": "\0", "stage": "", "why": ""},
    ):
        assert decode_state(json.dumps(given | {"update": strange}).encode()).update is None
    del given["update"]
    assert decode_state(json.dumps(given).encode()).update is None, "a table of an earlier version"

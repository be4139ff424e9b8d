"""What each game says of itself for the line protocol, the command line and recordings."""

import json

import pytest

from engine import Anted, Event, Held, Kept, Passed, Released, Rolled, Scored, Started, Stopped, fold, game_of, outcome
from engine.events import SHARED
from engine.game import Game, games_of_all, owner_of
from engine.games.bar_dice.rules import Kept as KeptInBarDice
from engine.games.farkle.rules import SetAside as SetAsideInFarkle
from engine.games.midnight import SetAside as SetAsideInMidnight
from engine.line_protocol import Conversation
from engine.values import GameOutcome, RoundOutcome

GAMES = {game.presets[0]: game for game in games_of_all()}
PLAYERS = ("Mia", "Jonas")


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_command_has_an_example_that_is_one_and_every_aim_is_known_to_the_coach(game: Game) -> None:
    conversation = Conversation()
    new = {"new": {"preset": game.presets[0], "players": PLAYERS, "starter": "Mia"}}
    assert json.loads(conversation.answer(json.dumps(new)))["ok"]
    unknown = json.loads(conversation.answer('{"advise": "nonsense"}'))["why"]
    for aim in game.aims:
        answer = json.loads(conversation.answer(json.dumps({"advise": aim})))
        assert answer["ok"] or answer["why"] != unknown.replace("nonsense", aim), answer
    assert game.examples.keys() == game.commands.keys()
    for example in game.examples.values():
        line = example.replace("NAME", '"Mia"').replace('"qualify" | ', "")
        answer = json.loads(conversation.answer(line))
        assert answer["ok"] or answer["code"] not in ("unknown", "wrong_type", "not_json", "one_thing"), answer


def test_an_event_belongs_to_the_game_that_alone_has_it() -> None:
    for game in games_of_all():
        for event in game.events.values():
            owner = owner_of(event)
            assert owner is not None
            assert owner.kind == game.kind
    assert [owner_of(event) for event in SHARED.values()] == [None] * len(SHARED)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_what_is_recorded_of_a_game_is_an_event_of_it_alone(game: Game) -> None:
    assert set(game.recorded) <= set(game.events.values())
    assert ("pick" in game.recorded.values()) == bool(game.picks)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Held((6,)), "Mia holds 6"),
        (Released((3,)), "Mia releases 3"),
        (Passed(), "Mia skips a roll"),
        (Anted(2), "The ante is 2 chips"),
        (Kept(()), "Mia keeps nothing"),
        (Scored("full_house"), "Mia scores Full house"),
        (SetAsideInFarkle((5, 1)), "Mia sets 5 1 aside"),
        (KeptInBarDice((6, 6)), "Mia keeps 6 6"),
    ],
)
def test_an_event_of_one_game_is_a_sentence(event: Event, words: str) -> None:
    game = owner_of(type(event))
    assert game is not None
    assert game.event_in_words(event, "Mia") == words
    assert game.event_in_words(Rolled((1,)), "Mia") is None


def test_a_card_and_a_round_are_part_of_the_outcome() -> None:
    card = fold([Started("yahtzee-handout", PLAYERS, "Mia"), Rolled((1, 1, 2, 3, 4)), Scored("ones")])
    assert outcome(card) == GameOutcome(
        over=False, scores={"Mia": 2, "Jonas": 0}, card={"Mia": {"ones": 2}, "Jonas": {}}
    )
    made = (Rolled((6, 5, 4, 3, 3)), Stopped())
    rounds = fold([Started("rounds", PLAYERS, "Mia"), *made, *made])
    assert outcome(rounds).rounds == (RoundOutcome({"Mia": 6, "Jonas": 6}, None, 0),)


def test_the_outcome_of_a_round_has_those_whose_turn_has_ended() -> None:
    start = Started("midnight", PLAYERS, "Mia")
    missed = (Rolled((6, 6, 6, 6, 6, 6)), SetAsideInMidnight((6,) * 6))
    made = (Rolled((1, 4, 6, 6, 6, 6)), SetAsideInMidnight((1, 4, 6, 6, 6, 6)))
    assert outcome(fold([start])) == GameOutcome(over=False, scores={})
    assert outcome(fold([start, *missed])) == GameOutcome(over=False, scores={"Mia": None})
    assert outcome(fold([start, *missed, *made])) == GameOutcome(
        over=True, scores={"Mia": None, "Jonas": 24}, winner="Jonas"
    )


def test_the_outcome_of_a_game_of_many_turns_has_all_totals() -> None:
    start = Started("pig", PLAYERS, "Mia", {"goal": 25})
    events = (*[Rolled((6,))] * 5, Stopped(), Rolled((2,)), Stopped())
    assert outcome(fold([start, *events[:6]])) == GameOutcome(over=False, scores={"Mia": 30, "Jonas": 0})
    assert outcome(fold([start, *events])) == GameOutcome(over=True, scores={"Mia": 30, "Jonas": 2}, winner="Mia")


def test_a_game_of_lives_has_the_lives_that_are_left() -> None:
    start = Started("bar-dice", PLAYERS, "Mia", {"lives": 1})
    done = fold([start, Rolled((1, 1, 1, 1, 1)), Stopped(), Rolled((2, 3, 4, 5, 6))])
    assert outcome(done) == GameOutcome(over=True, scores={"Mia": 1, "Jonas": 0}, winner="Mia")
    assert game_of("bar-dice").outcome(done) == outcome(done)

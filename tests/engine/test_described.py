"""What each game says of itself for the line protocol, the command line and recordings."""

import json

import pytest

from engine import Anted, Event, Held, Kept, Passed, Released, Rolled, Scored
from engine.events import SHARED
from engine.game import Game, games_of_all, owner_of
from engine.line_protocol import Conversation
from tests.engine.games.written import facts, holds
from tests.engine.turns.moves import move_of

KeptInBarDice = move_of("bar-dice")
SetAsideInFarkle = move_of("farkle")

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


def test_an_event_belongs_to_one_game_or_to_games_that_share_all_of_theirs() -> None:
    for game in games_of_all():
        for event in game.events.values():
            owner = owner_of(event)
            assert owner is not None
            assert owner.events == game.events
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


OUTCOMES = """
a card and the rounds are part of the outcome
    yahtzee-handout: 11234 =ones > outcome.over no, outcome.scores Ann 2 Ben 0, outcome.card.Ann ones 2
    rounds: t6 t6 > outcome.rounds.*.scores.Ann 6, outcome.rounds.*.winner -, outcome.rounds.0.scores.Ben 6
the scores of a round are those whose turn has ended
    midnight: > outcome.over no, outcome.scores -
    midnight: 666666 +666666 > outcome.over no, outcome.scores Ann -
    midnight: 666666 +666666 146666 +146666 > outcome.over yes, outcome.scores Ann - Ben 24, outcome.winner Ben
a game of many turns has all totals, and one of lives those that are left
    pig goal=25: 6*5 . > outcome.over no, outcome.scores Ann 30 Ben 0
    pig goal=25: 6*5 . 2 . > outcome.over yes, outcome.scores Ann 30 Ben 2, outcome.winner Ann
    bar-dice lives=1: 11111 . 23456 > outcome.over yes, outcome.scores Ann 1 Ben 0, outcome.winner Ann
"""


@facts((OUTCOMES,))
def test_the_outcome_of_a_game(case: str) -> None:
    holds(case)

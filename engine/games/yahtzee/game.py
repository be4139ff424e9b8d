"""Yahtzee as an implementation of :class:`~engine.game.Game`."""

from collections.abc import Mapping, Sequence

from engine.events import Event, Started
from engine.game import Game, Place, RecordedAs, Step, Titles, thrower_of
from engine.games.yahtzee import announcements as said
from engine.games.yahtzee import play
from engine.games.yahtzee.analysis import advice, review
from engine.games.yahtzee.card import Card
from engine.games.yahtzee.rules import BOXES, OPTIONS, PRESETS, TITLES, Rules, rules_of
from engine.games.yahtzee.rules import TERMS as BOX_TERMS
from engine.games.yahtzee.state import Kept, Scored, State
from engine.i18n import Text
from engine.i18n import gettext as _
from engine.players import MOST_HEAD_START
from engine.reports.moments import MomentText
from engine.reports.odds_report import Figure
from engine.values import GameOutcome

TERMS: Mapping[str, Text] = {
    **BOX_TERMS,
    "five_of_a_kind": _("Five of a kind"),
    "joker": _("Joker"),
    "upper_bonus": _("Upper bonus"),
    "yahtzee_bonus": _("Yahtzee bonus"),
}


def in_words(event: Event, player: str) -> Text | None:
    match event:
        case Kept(dice=dice):
            return _("{player} keeps {dice}", player=player, dice=" ".join(map(str, dice)) or _("nothing"))
        case Scored(box=box):
            return _("{player} scores {box}", player=player, box=TERMS.get(box, box))
    return None


GAME = 1
"""The first number of every place: a game is decided as a whole, not round by round."""


class Yahtzee(Game):
    kind = "yahtzee"
    moment_texts: Mapping[str, MomentText] = said.MOMENTS
    title = _("Yahtzee")
    also = _("Kniffel, Yams")
    presets: Sequence[str] = tuple(PRESETS)
    titles: Titles = TITLES
    options: Sequence[str] = OPTIONS
    events: Mapping[str, type[Event]] = {"kept": Kept, "scored": Scored}
    commands: Mapping[str, type[Event]] = {"keep": Kept, "score": Scored}
    feats: Sequence[str] = review.FEATS
    terms: Mapping[str, Text] = TERMS
    examples: Mapping[str, str] = {"keep": '{"keep": [6, 6]}', "score": '{"score": "fives"}'}
    aims: Sequence[str] = ("points", "beat", "reach 250")
    picks: Sequence[str] = BOXES
    recorded: Mapping[type[Event], RecordedAs] = {Scored: "pick"}

    rules = staticmethod(rules_of)
    begin = staticmethod(play.begin)
    apply = staticmethod(play.apply)
    legal_actions = staticmethod(play.legal_actions)
    expected_tray = staticmethod(play.expected_tray)
    why_not_held = staticmethod(play.why_not_held)
    announcements = staticmethod(said.announcements)
    report = staticmethod(said.report)
    figures = staticmethod(review.figures)
    moments_of = staticmethod(said.moments_of)
    win_chances = staticmethod(advice.win_chances)
    odds_report = staticmethod(advice.odds_report)
    event_in_words = staticmethod(in_words)

    def next_game(self, state: State) -> Started:
        here = state.present
        after = (*state.players[state.players.index(state.starter) + 1 :], *state.players)
        starter = next((name for name in after if name in here), None)
        handicap = {name: points for name, points in state.handicap.items() if name in here}
        return Started(state.rules.name, here, starter, state.options, handicap)

    def most_head_start(self, _rules: Rules) -> int:
        return MOST_HEAD_START

    def place(self, state: State, event: Event | None = None) -> Place | None:
        """Return the game, the number of the box in the turn (from one), and the seat of the current turn."""
        player = thrower_of(state, event)
        if player is None:
            return None
        return GAME, len(state.cards[player].boxes) + 1, state.players.index(player)

    def is_over(self, state: State, place: Place | None) -> bool:
        if state.turn is None:
            return True
        if place is None or not 0 <= place[2] < len(state.players):
            return False
        return len(state.cards[state.players[place[2]]].boxes) >= place[1]

    def totals(self, state: State) -> dict[str, int]:
        return state.totals

    def advice(self, state: State, aim: str) -> dict[str, object]:
        return advice.report_advice(advice.advise(state, aim))

    def odds(self, rules: Rules) -> Mapping[str, Figure]:
        """Return the mean of a card, to the precision of a float.

        Raises :class:`~engine.Refused` for rules without a table.
        """
        return {"expected_score": advice.mean_total(rules, Card())}

    def outcome(self, state: State) -> GameOutcome:
        card = {name: card.boxes for name, card in state.cards.items()}
        return GameOutcome(state.turn is None, state.totals, state.winner, state.tied, card=card)

    def review(self, steps: Sequence[Step]) -> dict[str, object]:
        return review.report_review(review.review(steps))

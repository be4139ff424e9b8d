"""A game on a card as an implementation of :class:`~engine.game.Game`."""

from collections.abc import Mapping, Sequence

from engine.events import Event, Started
from engine.game import Game, Place, RecordedAs, Step, thrower_of
from engine.games.yahtzee import announcements as said
from engine.games.yahtzee import play
from engine.games.yahtzee.analysis import advice, review
from engine.games.yahtzee.boxes import Sheet
from engine.games.yahtzee.card import Card
from engine.games.yahtzee.cards import SHEETS
from engine.games.yahtzee.rules import OPTIONS, Rules, rules_of, terms_of
from engine.games.yahtzee.state import Kept, Scored, State
from engine.i18n import Text
from engine.i18n import gettext as _
from engine.players import MOST_HEAD_START
from engine.reports.odds_report import Figure
from engine.values import GameOutcome

BOXES = {name: title for sheet in SHEETS for name, title in sheet.titles.items()}
"""The titles of all boxes: an event does not say which game it is of."""

GAME = 1
"""The first number of every place: a game is decided as a whole, not round by round."""


class CardGame(Game):
    """The game of one card."""

    events: Mapping[str, type[Event]] = {"kept": Kept, "scored": Scored}
    commands: Mapping[str, type[Event]] = {"keep": Kept, "score": Scored}
    examples: Mapping[str, str] = {"keep": '{"keep": [6, 6]}', "score": '{"score": "fives"}'}
    aims: Sequence[str] = ("points", "beat", "reach 250")
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

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.kind = sheet.kind
        self.title = sheet.title
        self.also = sheet.also
        self.presets = tuple(sheet.presets)
        self.titles = {name: (preset.title, preset.line) for name, preset in sheet.presets.items()}
        self.options = tuple(OPTIONS[sheet.kind])
        self.moment_texts = said.moment_texts(sheet)
        self.feats = review.feats_of(sheet)
        self.terms = terms_of(sheet)
        self.picks = sheet.names

    def event_in_words(self, event: Event, player: str) -> Text | None:
        match event:
            case Kept(dice=dice):
                return _("{player} keeps {dice}", player=player, dice=" ".join(map(str, dice)) or _("nothing"))
            case Scored(box=box):
                return _("{player} scores {box}", player=player, box=BOXES.get(box, box))
        return None

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
        return GAME, state.cards[player].filled + 1, state.players.index(player)

    def is_over(self, state: State, place: Place | None) -> bool:
        if state.turn is None:
            return True
        if place is None or not 0 <= place[2] < len(state.players):
            return False
        return state.cards[state.players[place[2]]].filled >= place[1]

    def totals(self, state: State) -> dict[str, int]:
        return state.totals

    def merits(self, state: State) -> dict[str, tuple[int, ...]]:
        """Return the totals, below whether a throw has won the game that others led, or shared the lead of."""
        totals, winner = state.totals, state.winner
        others = [total for name, total in totals.items() if name != winner]
        at_once = winner is not None and any(total >= totals[winner] for total in others)
        return {name: (int(at_once and name == winner), total) for name, total in totals.items()}

    def advice(self, state: State, aim: str) -> dict[str, object]:
        return advice.report_advice(advice.advise(state, aim))

    def odds(self, rules: Rules) -> Mapping[str, Figure]:
        """Return the mean of a card, to the precision of a float.

        Raises :class:`~engine.Refused` for rules without a table.
        """
        return {"expected_score": advice.mean_total(rules, Card())}

    def outcome(self, state: State) -> GameOutcome:
        card = {name: card.sums for name, card in state.cards.items()}
        return GameOutcome(state.turn is None, state.totals, state.winner, state.tied, card=card)

    def review(self, steps: Sequence[Step]) -> dict[str, object]:
        return review.report_review(review.review(steps))

"""Yahtzee as an implementation of :class:`~engine.game.Game`."""

from collections.abc import Iterator, Mapping, Sequence

from engine.events import Event, Started
from engine.game import Announcer, GameModules, Moves, Notation, Place, RecordedAs, Reporter, Step, Titles
from engine.games.yahtzee import announcements, figures, notation, play
from engine.games.yahtzee.analysis import moments, report, winning
from engine.games.yahtzee.analysis.advice import advise, mean_total
from engine.games.yahtzee.analysis.report import odds_report
from engine.games.yahtzee.analysis.review import review
from engine.games.yahtzee.boxes import BOXES
from engine.games.yahtzee.card import Card
from engine.games.yahtzee.events import Kept, Scored
from engine.games.yahtzee.options import OPTIONS, rules_of
from engine.games.yahtzee.rules import PRESETS, TITLES, Rules
from engine.games.yahtzee.rules import TERMS as BOX_TERMS
from engine.games.yahtzee.state import State
from engine.i18n import Text
from engine.i18n import gettext as _
from engine.moments.moment import Found, MomentText, SeenStep
from engine.players import MOST_HEAD_START
from engine.reports.figures import Part
from engine.reports.odds_report import Figure, OddsAsked, OddsReport
from engine.reports.win_chances import WinChances
from engine.values import GameOutcome

TERMS: Mapping[str, Text] = {
    **BOX_TERMS,
    "five_of_a_kind": _("five of a kind"),
    "joker": _("joker"),
    "upper_bonus": _("upper bonus"),
    "yahtzee_bonus": _("yahtzee bonus"),
}
EXAMPLES: Mapping[str, str] = {"keep": '{"keep": [6, 6]}', "score": '{"score": "fives"}'}
AIMS = ("points", "beat", "reach 250")
RECORDED: Mapping[type[Event], RecordedAs] = {Scored: "pick"}


def in_words(event: Event, player: str) -> Text | None:
    """Return an event of this game only as a sentence; None for every other one."""
    match event:
        case Kept(dice=dice):
            return _("{player} keeps {dice}", player=player, dice=" ".join(map(str, dice)) or _("nothing"))
        case Scored(box=box):
            return _("{player} scores {box}", player=player, box=TERMS.get(box, box))
    return None


GAME = 1
"""The first number of every place: a game is decided as a whole, not round by round."""


class Yahtzee(GameModules):
    """The rules of Yahtzee behind the protocol that all games share."""

    kind = "yahtzee"
    moment_texts: Mapping[str, MomentText] = moments.TEXTS
    title = _("Yahtzee")
    also = _("Kniffel, Yams")
    presets: Sequence[str] = tuple(PRESETS)
    titles: Titles = TITLES
    options: Sequence[str] = OPTIONS
    events: Mapping[str, type[Event]] = {"kept": Kept, "scored": Scored}
    commands: Mapping[str, type[Event]] = {"keep": Kept, "score": Scored}
    feats: Sequence[str] = figures.FEATS

    terms: Mapping[str, Text] = TERMS
    examples: Mapping[str, str] = EXAMPLES
    aims: Sequence[str] = AIMS
    picks: Sequence[str] = BOXES
    recorded: Mapping[type[Event], RecordedAs] = RECORDED

    _moves: Moves = play
    _notation: Notation = notation
    _announcer: Announcer = announcements
    _reporter: Reporter = report

    def rules(self, preset: str, options: Mapping[str, object]) -> Rules:
        return rules_of(preset, options)

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
        player = self._thrower(state, event)
        if player is None:
            return None
        return GAME, len(state.cards[player].boxes) + 1, state.players.index(player)

    def is_over(self, state: State, place: Place | None) -> bool:
        """Return whether that turn is finished: its box is filled, or the game is over."""
        if state.turn is None:
            return True
        if place is None or not 0 <= place[2] < len(state.players):
            return False
        return len(state.cards[state.players[place[2]]].boxes) >= place[1]

    def totals(self, state: State) -> dict[str, int]:
        return state.totals

    def figures(self, steps: Sequence[Step], state: State, *, look_back: bool) -> tuple[Part, ...]:
        return figures.figures(steps, state, look_back=look_back)

    def moments_of(self, step: SeenStep, past: Sequence[SeenStep], /) -> Iterator[Found]:
        return moments.moments_of(step, past)

    def win_chances(self, state: State) -> WinChances | None:
        return winning.chances(state)

    def advice(self, state: State, aim: str) -> dict[str, object]:
        return report.report_advice(advise(state, aim))

    def odds(self, rules: Rules) -> Mapping[str, Figure]:
        """Return the mean of a card, to the precision of a float.

        Raises :class:`~engine.Refused` for rules without a table.
        """
        return {"expected_score": mean_total(rules, Card())}

    def odds_report(self, rules: Rules, asked: OddsAsked) -> OddsReport:
        return odds_report(rules, asked)

    def outcome(self, state: State) -> GameOutcome:
        card = {name: card.boxes for name, card in state.cards.items()}
        return GameOutcome(state.turn is None, state.totals, state.winner, state.tied, card=card)

    def event_in_words(self, event: Event, player: str) -> Text | None:
        return in_words(event, player)

    def review(self, steps: Sequence[Step]) -> dict[str, object]:
        return report.report_review(review(steps))

"""Ship, Captain, Crew as an implementation of :class:`~engine.game.Game`, with its words and figures."""

from collections.abc import Mapping, Sequence

from engine.errors import Refused
from engine.events import Event, Rolled, Started, Stopped
from engine.game import Game, Place, RecordedAs, Step, Titles, thrower_of
from engine.games.ship import announcements as said
from engine.games.ship.analysis import advice, chances
from engine.games.ship.analysis.review import Review, review, turns_taken
from engine.games.ship.events import Anted, Bet, Held, Passed, Released, RoundsSet
from engine.games.ship.options import OPTIONS, rules_of
from engine.games.ship.play import moves, rounds
from engine.games.ship.play.money import purses
from engine.games.ship.play.rounds import totals
from engine.games.ship.play.turn import completing
from engine.games.ship.rules import PRESETS, TITLES, Rules
from engine.games.ship.state import STARTER_DICE, Phase, State
from engine.i18n import Text, ngettext
from engine.i18n import gettext as _
from engine.players import MOST_HEAD_START
from engine.reports.figures import PLACES, Hindsight, LuckyRoll, Part, luckiest
from engine.reports.moments import MomentText
from engine.reports.purse import Purses
from engine.reports.win_chances import WinChances
from engine.values import replace

TERMS: Mapping[str, Text] = {
    "ante": _("Ante"),
    "bet_miss": _("Bet against a crew"),
    "bet_qualify": _("Bet on a crew"),
    "bet_won": _("Bet won"),
    "captain": _("captain"),
    "cargo": _("cargo"),
    "crew": _("crew"),
    "dream_spider": _("Dream spider"),
    "drinks": _("Drinks"),
    "hammer": _("Hammer"),
    "hand_won": _("Hand won"),
    "midnight": _("Midnight"),
    "minimum": _("Minimum"),
    "no_score": _("No score"),
    "point": _("Point"),
    "pot_carried": _("Pot carried over"),
    "pot_won": _("Pot won"),
    "qualified": _("Qualified"),
    "rounds": _("Rounds"),
    "ship": _("ship"),
}


def in_words(event: Event, player: str) -> Text | None:
    match event:
        case Held(dice=dice):
            return _("{player} holds {dice}", player=player, dice=" ".join(map(str, dice)))
        case Released(dice=dice):
            return _("{player} releases {dice}", player=player, dice=" ".join(map(str, dice)))
        case Passed():
            return _("{player} skips a roll", player=player)
        case Anted(chips=chips):
            return ngettext("The ante is {count} chip", "The ante is {count} chips", chips)
        case RoundsSet(rounds=rounds):
            return ngettext("The game has {count} round", "The game has {count} rounds", rounds)
    return None


def figures(steps: Sequence[Step], state: State, *, look_back: bool) -> tuple[Part, ...]:
    """Return each player's part. The scores are the cargoes, 0 without ship, captain and crew; roll-offs count too."""
    taken, found = turns_taken(steps), review(steps) if look_back else None
    points, chips = totals(state), state.money.chips
    over = state.player is None
    parts = []
    for seat, name in enumerate(state.players):
        cargoes = tuple(sum(one.turn.cargo) for one in taken if one.seat == seat)
        parts.append(
            Part(
                name=name,
                total=points[name],
                head_start=state.handicap.get(name, 0),
                won=name == state.winner,
                shared=over and name in state.tied,
                scores=cargoes,
                best=max(cargoes, default=0) or None,
                hindsight=_hindsight(found, seat) if found else None,
                chips=chips.get(name, 0) if state.rules.stakes.kind == "pot" or any(chips.values()) else None,
            )
        )
    return tuple(parts)


def _hindsight(found: Review, seat: int) -> Hindsight:
    decisions = [one for one in found.decisions if one.seat == seat]
    to_win = [one.to_win for one in decisions]
    return Hindsight(
        luck=round(sum(one.luck for one in found.rolls if one.seat == seat), PLACES),
        cost=round(sum(one.cost for one in decisions), PLACES),
        decisions=len(decisions),
        to_win=round(sum(filter(None, to_win)), PLACES) if to_win and None not in to_win else None,
        best_roll=luckiest(LuckyRoll(one.dice, one.luck) for one in found.rolls if one.seat == seat),
    )


EVERYBODY = -1


class ShipCaptainCrew(Game):
    kind = "ship_captain_crew"
    moment_texts: Mapping[str, MomentText] = said.MOMENTS
    title = _("Ship, Captain, Crew")
    also: Text | None = _(
        "6-5-4, Mariner, Battleship, Destroyer, Ship of Fools, Ship Captain Mate and Crew, Shattered Dreams"
    )
    presets: Sequence[str] = tuple(PRESETS)
    titles: Titles = TITLES
    options: Sequence[str] = OPTIONS
    events: Mapping[str, type[Event]] = {
        "held": Held,
        "released": Released,
        "passed": Passed,
        "anted": Anted,
        "bet": Bet,
        "ship_captain_crew.rounds_set": RoundsSet,
    }
    commands: Mapping[str, type[Event]] = {
        "hold": Held,
        "release": Released,
        "stop": Stopped,
        "pass": Passed,
        "ante": Anted,
        "bet": Bet,
        "rounds": RoundsSet,
    }
    terms: Mapping[str, Text] = TERMS
    examples: Mapping[str, str] = {
        "hold": '{"hold": [5]}',
        "release": '{"release": [5]}',
        "stop": '{"stop": true}',
        "pass": '{"pass": true}',
        "ante": '{"ante": 5}',
        "bet": '{"bet": {"by": NAME, "on": "qualify" | "miss", "chips": 2, "against": NAME}}',
        "rounds": '{"rounds": 5}',
    }
    aims: Sequence[str] = ("points", "beat", "win", "qualify")
    recorded: Mapping[type[Event], RecordedAs] = {Passed: "pass"}

    begin = staticmethod(moves.begin)
    apply = staticmethod(moves.apply)
    legal_actions = staticmethod(moves.legal_actions)
    expected_tray = staticmethod(moves.expected_tray)
    why_not_held = staticmethod(moves.why_not_held)
    announcements = staticmethod(said.announcements)
    report = staticmethod(said.report)
    next_game = staticmethod(rounds.next_game)
    totals = staticmethod(rounds.totals)
    outcome = staticmethod(rounds.outcome)
    figures = staticmethod(figures)
    moments_of = staticmethod(said.moments_of)
    odds = staticmethod(chances.report_odds)
    odds_report = staticmethod(chances.odds_report)
    event_in_words = staticmethod(in_words)

    def rules(self, preset: str, options: Mapping[str, object]) -> Rules:
        return rules_of(preset, options)

    def start_of(self, log: Sequence[Event]) -> Started:
        """Return the start of a stored game. Games in which three dice decided the start still have that roll-off."""
        start = super().start_of(log)
        first = next((event for event in log if isinstance(event, Rolled)), None)
        if first is None or len(first.dice) != STARTER_DICE or start.starter is not None:
            return start
        if "first_starter" not in start.options and self.rules(start.preset, start.options).first_starter == "chosen":
            return replace(start, options={**start.options, "first_starter": "rolloff"})
        return start

    def as_taken(self, state: State, event: Event) -> Held | None:
        """Return a hold of only the dice that complete a sequence: others named with them were not held."""
        chains = [] if state.turn is None else completing(state.rules, state.turn, getattr(event, "dice", ()))
        return Held(chains[0]) if isinstance(event, Held) and chains else None

    def place(self, state: State, event: Event | None = None) -> Place | None:
        """Return the round, the leg and the seat of the current turn, or of the turn that a throw belongs to.

        The roll-off for the start is round 0, and its attempts are the legs.
        """
        player = thrower_of(state, event)
        if player is None or isinstance(event, RoundsSet):
            return None
        seat = state.players.index(player)
        match state.phase:
            case Phase.STARTER:
                return 0, state.start.attempt if state.start else 0, seat
            case Phase.ANTE:
                return state.round, EVERYBODY, EVERYBODY
        return state.round, state.rolloffs, seat

    def is_over(self, state: State, place: Place | None) -> bool:
        if state.phase is Phase.OVER:
            return True
        now = self.place(state)
        if place is None or now is None:
            return False
        if place[:2] != now[:2]:
            return place[:2] < now[:2]
        sits = 0 <= place[2] < len(state.players)
        turn = state.leg.of(state.players[place[2]]) if state.leg and sits else None
        return state.leg is not None and turn is not None and state.leg.turns[turn].over

    def most_head_start(self, rules: Rules) -> int:
        return MOST_HEAD_START if rules.match.kind in ("rounds", "total") else 0

    def moved(self, state: State) -> Purses:
        return purses(state.money, state.present)

    def win_chances(self, state: State) -> WinChances | None:
        return advice.chances_to_win(self.with_last_round(state))

    def advice(self, state: State, aim: str) -> dict[str, object]:
        return advice.report_advice(advice.advise(self.with_last_round(state), aim))

    def with_last_round(self, state: State) -> State:
        """Return the state with the number of rounds set where it is known by now that this one is the last."""
        return state

    def review(self, _steps: Sequence[Step]) -> dict[str, object]:
        raise Refused("no_review", "Of Ship, Captain, Crew there is advice, and no review.")

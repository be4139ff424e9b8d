"""The class that a game of turns extends. It says what is special to the game; the rest is here.

A turn is played by events: throws, a stop, and the game's own :attr:`TurnGame.moves`. Each returns the turn after it. A
turn that is over has a :meth:`~TurnGame.result`, is counted, and the next player is on turn.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Literal

from engine.errors import Refused
from engine.events import Event, Joined, Left, Renamed, Rolled, Started, Stopped
from engine.face import Option
from engine.game import Game, Place, Step
from engine.i18n import Text
from engine.i18n import gettext as _
from engine.players import check_enough, check_handicap, check_number, comings_and_goings, game_over, not_your_turn
from engine.reports.figures import Part
from engine.reports.odds_report import FigureName, OddsAsked, OddsReport, report_of
from engine.spelling import check_preset
from engine.turns import rounds
from engine.turns.coach import Coach, Decision, Review, advise, hindsight, report_advice, report_decision, review
from engine.turns.face import Face
from engine.turns.state import Result, Turn, TurnRules, TurnState, changed
from engine.values import Announcement, Expectation, GameOutcome, check_faces, replace

Wait = rounds.Wait
Best = Literal["turn", "game"]
"""Whether a player's best is the score of a turn, or the total of a whole game."""

Move = Callable[[TurnState[Any], Turn, Any], Turn]
"""Returns the turn after an event of the game. Raises :class:`~engine.Refused` if the rules do not allow it now."""


class TurnGame(Game):
    """A game in which players take turns. A game sets the values here and overrides what is different in it."""

    named: Mapping[str, TurnRules]
    """The rules by the names of the presets."""

    known: tuple[Option, ...]
    """The options of the rules."""

    coach: Coach
    """The values of turns."""

    face: Face
    """What table and page show and say of it."""

    stays: Literal["nothing", "aside", "kept"] = "nothing"
    """What dice of a throw may do: be thrown again, be set aside for the turn, or be kept for the next throw only."""

    again = 0
    """The number of dice that are thrown once all are set aside; 0 where that ends the turn."""

    moves: Mapping[type[Event], Move] = {}
    """The moves of this game only, by the type of their events."""

    figure_names: Mapping[str, FigureName]
    """The names of the figures of :meth:`odds`."""

    least_players = 1

    best: Best = "turn"
    """Whether a player's best is the score of a turn, or the total of the game, which is one turn then."""

    # What a game says of its turns

    def must_roll(self, state: TurnState[Any], turn: Turn) -> int:
        """Return the number of dice of the next throw, 0 where the player must do something else first."""
        raise NotImplementedError

    def why_no_roll(self, state: TurnState[Any], turn: Turn) -> Refused:
        raise NotImplementedError

    def thrown(self, state: TurnState[Any], turn: Turn, dice: tuple[int, ...]) -> Turn:
        """Return the turn after a throw of these dice, as many as must be thrown."""
        raise NotImplementedError

    def stopped(self, _state: TurnState[Any], _turn: Turn) -> Turn:
        """Return the turn that the player ends. Raises :class:`Refused` where that is not possible."""
        raise Refused("no_standing", _("You can’t stand yet: roll until all dice are set aside."))

    def may_stop_now(self, state: TurnState[Any], turn: Turn) -> bool:
        """Return whether :meth:`stopped` is possible. A game says it itself where its refusal takes long to word."""
        try:
            self.stopped(state, turn)
        except Refused:
            return False
        return True

    def standing(self, _state: TurnState[Any], _turn: Turn) -> tuple[Event, ...]:
        """Return the events with which the player ends the turn with the dice that lie there."""
        return (Stopped(),)

    def may_set_aside(self, _state: TurnState[Any], _turn: Turn) -> tuple[int, ...]:
        return ()

    def choices(self, _state: TurnState[Any], _turn: Turn) -> Mapping[str, Event]:
        """Return what the player must choose among before the next throw, by name."""
        return {}

    def scoring(self, _state: TurnState[Any], _turn: Turn) -> tuple[int, ...]:
        """Return the dice of the latest throw that a player usually keeps, as they score."""
        return ()

    def may_move(self, state: TurnState[Any], turn: Turn) -> bool:
        """Return whether the game's own move is allowed now: where there are dice to set aside."""
        return bool(self.may_set_aside(state, turn))

    def why_not_aside(self, _state: TurnState[Any], _turn: Turn, _face: int) -> str:
        """Return why a die of that face, which may not be set aside now, may not be, as one sentence."""
        return _("No dice are set aside in {game}.", game=self.title)

    def result(self, rules: Any, turn: Turn) -> Result:
        raise NotImplementedError

    def points(self, _rules: Any, turn: Turn) -> int:
        """Return the number that the turn is worth as it lies."""
        return turn.points

    def turn_score(self, rules: Any, turn: Turn) -> int:
        """Return the score of a finished turn among the figures of a player, 0 where it failed."""
        return self.result(rules, turn)[0]

    # What a game says of its rounds

    def counted(self, state: TurnState[Any], _turn: Turn) -> TurnState[Any]:
        """Return the state after a finished turn of a round counts. Turns of roll-offs count for the roll-off alone."""
        return state

    def end_of_round(self, state: TurnState[Any]) -> TurnState[Any]:
        raise NotImplementedError

    def first_total(self, _state: TurnState[Any]) -> int:
        """Return the total with which a player enters the game."""
        return 0

    def closed_to(self, state: TurnState[Any]) -> Wait | None:
        """Return how long a new player waits: until the round or the game is over, None to join now."""
        return None if state.untouched else "mid_round"

    def without_leaver(self, state: TurnState[Any]) -> TurnState[Any]:
        """Return the state after a player left: what that player began may no longer hold."""
        return state

    def leading(self, state: TurnState[Any], results: Mapping[str, Result]) -> list[str]:
        """Return the players present with the best of these results."""
        here = {name: result for name, result in results.items() if name not in state.gone}
        pick = min if self.lowest_wins else max
        return [name for name, result in here.items() if result == pick(here.values())]

    def decided(self, state: TurnState[Any], name: str) -> TurnState[Any]:
        """Return the state after one player leads a round or a roll-off."""
        return rounds.end(state, [name])

    # The protocol of all games

    def __init__(self) -> None:
        self.presets = tuple(self.named)
        self.options = tuple(option.key for option in self.known)
        self.terms = self.named[self.presets[0]].terms
        self.aims = self.coach.aims

    def rules(self, preset: str, options: Mapping[str, object]) -> Any:
        check_preset(preset, tuple(self.named))
        return changed(self.named[preset], options, self.known)

    def begin(self, start: Started) -> TurnState[Any]:
        rules = self.rules(start.preset, start.options)
        check_enough(start.players, self.least_players)
        starter = start.starter or start.players[0]
        state: TurnState[Any] = TurnState(rules, start.options, start.players, starter, {})
        check_handicap(start, self.most_head_start(rules))
        totals = {name: self.first_total(state) + start.handicap.get(name, 0) for name in start.players}
        state = replace(state, totals=totals, handicap=start.handicap)
        return rounds.begin_round(state, rounds.order_from(state, starter))

    def apply(self, state: TurnState[Any], event: Event) -> TurnState[Any]:
        turn = state.turn
        if isinstance(event, Renamed):
            return rounds.rename(state, event)
        if turn is None:
            raise game_over(state)
        match event:
            case Rolled():
                after = self._rolled(state, turn, event)
            case Stopped():
                after = self.stopped(state, turn)
            case Joined():
                return self._joined(state, event)
            case Left():
                return self._left(state, event)
            case _:
                move = self.moves.get(type(event))
                if move is None:
                    raise Refused("not_this_game", _("Not possible in {game}.", game=self.title))
                after = move(state, turn, event)
        return self._finished(state, after) if after.over else replace(state, turn=after, last=None)

    def legal_actions(self, state: TurnState[Any]) -> tuple[str, ...]:
        turn = state.turn
        if turn is None:
            return ()
        names = ["roll"] if self.must_roll(state, turn) else []
        if self.may_move(state, turn):
            names += self.commands.keys() - {"stop"}
        if "stop" in self.commands and self.may_stop_now(state, turn):
            names.append("stop")
        return tuple(names)

    def expected_tray(self, state: TurnState[Any]) -> Expectation:
        turn = state.turn
        if turn is None:
            return Expectation((), 0)
        return Expectation(self.held(state, turn), self.must_roll(state, turn), self.may_set_aside(state, turn))

    def held(self, _state: TurnState[Any], turn: Turn) -> tuple[int, ...]:
        """Return the dice that stay out of the next throw."""
        return turn.aside + turn.fresh

    def why_not_held(self, state: TurnState[Any], face: int) -> str:
        turn = state.turn
        if turn is None or not turn.throws:
            return _("Roll first.")
        if face in self.may_set_aside(state, turn):
            return _("You can hold the {face}.", face=face)
        return self.why_not_aside(state, turn, face)

    def place(self, state: TurnState[Any], event: Event | None = None) -> Place | None:
        if state.turn is None or isinstance(event, Joined | Left | Renamed):
            return None
        return state.round, state.leg, state.players.index(state.turn.player)

    def is_over(self, state: TurnState[Any], place: Place | None) -> bool:
        now = self.place(state)
        if now is None:
            return True
        if place is None:
            return False
        if place[:2] != now[:2]:
            return place[:2] < now[:2]
        name = state.players[place[2]] if 0 <= place[2] < len(state.players) else None
        return name in state.order[: state.up]

    def totals(self, state: TurnState[Any]) -> dict[str, int]:
        return {name: state.totals.get(name, 0) for name in state.players}

    def outcome(self, state: TurnState[Any]) -> GameOutcome:
        return GameOutcome(state.turn is None, self.totals(state), state.winner, state.tied)

    def odds_report(self, rules: Any, asked: OddsAsked) -> OddsReport:
        """Return the figures of the rules under their names. They are neither those of a score to beat nor solved."""
        if asked.beat is not None or asked.solve:
            raise Refused(
                "not_this_game",
                _("--beat is for Ship, Captain, Crew, and --solve for games on a card: leave them out."),
            )
        return report_of(self.odds(rules), self.figure_names)

    def event_in_words(self, event: Event, player: str) -> Text | None:
        if self.recorded.get(type(event)) != "aside":
            return None
        return _("{player} sets {dice} aside", player=player, dice=" ".join(map(str, getattr(event, "dice", ()))))

    def next_game(self, state: TurnState[Any]) -> Started:
        after = rounds.order_from(replace(state, out=frozenset()), state.starter)
        starter = next((name for name in after if name != state.starter), after[0] if after else None)
        handicap = {name: points for name, points in state.handicap.items() if name in state.present}
        return Started(state.rules.name, state.present, starter, state.options, handicap)

    def announcements(self, before: TurnState[Any], after: TurnState[Any]) -> tuple[Announcement, ...]:
        """Return those of the turn by the game itself, ``joined``, ``left`` and ``renamed``, and those of the end.

        These are ``rolloff`` for each player who throws in it, and ``won`` or ``shared`` with the totals.
        """
        said: list[Announcement] = []
        if after.last is not None and after.last is not before.last:
            said += self.said(before, after, after.last)
        elif before.turn and after.turn and before.turn.player == after.turn.player:
            said += self.said_in_turn(before.turn, after.turn)
        said += comings_and_goings(before, after)
        if after.phase == "rolloff" and (before.round, before.leg) != (after.round, after.leg):
            said += [Announcement("rolloff", name) for name in after.order]
        if before.turn and not after.turn:
            totals = self.totals(after)
            said += [Announcement("won", after.winner, totals[after.winner])] if after.winner is not None else []
            said += [Announcement("shared", name, totals[name]) for name in after.tied]
        return tuple(said)

    def said(self, _before: TurnState[Any], _after: TurnState[Any], _turn: Turn) -> Sequence[Announcement]:
        """Return the announcements of a finished turn."""
        return ()

    def said_in_turn(self, _before: Turn, _after: Turn) -> Sequence[Announcement]:
        """Return the announcements of a move that does not end the turn."""
        return ()

    def report(self, state: TurnState[Any]) -> dict[str, object]:
        """Return the state in JSON types.

        ``held`` are the dice set aside, ``lies`` those of the latest throw that are not. ``points`` is what the turn is
        worth as it lies. ``rolls_left`` is None where a turn may have any number of rolls. ``scores`` are the results
        of this round, ``results`` those of the roll-off.
        """
        turn = state.turn
        return {
            "phase": state.phase,
            "player": state.player,
            "round": state.round,
            "roll": turn.throws if turn else 0,
            "rolls_left": None,
            "held": list(self.held(state, turn)) if turn else [],
            "lies": list(turn.loose) if turn else [],
            "may_hold": list(self.may_set_aside(state, turn)) if turn else [],
            "must_roll": self.must_roll(state, turn) if turn else 0,
            "points": self.points(state.rules, turn) if turn else 0,
            "legal": list(self.legal_actions(state)),
            "scores": _reported(state.scores),
            "results": _reported(state.results if state.leg else {}),
            "totals": self.totals(state),
            "handicap": dict(state.handicap),
            "lowest_wins": self.lowest_wins,
            "winner": state.winner,
            "tied": list(state.tied),
            "starter": state.starter,
            "players": list(state.present),
            **self.reported(state),
        }

    def reported(self, _state: TurnState[Any]) -> dict[str, object]:
        return {}

    def figures(self, steps: Sequence[Step], state: TurnState[Any], *, look_back: bool) -> tuple[Part, ...]:
        """Return each player's part. Turns of roll-offs are not among the scores."""
        scores: dict[str, list[int]] = {name: [] for name in state.players}
        feats = {name: dict.fromkeys(self.feats, 0) for name in state.players}
        seats = [*(before for before, _ in steps), state]
        for before, after in pairwise(seats):
            now = dict(zip(after.players, state.players, strict=False))  # names may have changed since
            if after.last is not None and not before.leg:
                scores[now[after.last.player]].append(self.turn_score(after.rules, after.last))
            for said in self.announcements(before, after) if self.feats else ():
                if said.word in self.feats and said.player is not None:
                    feats[now[said.player]][said.word] += 1
        totals, seen = self.totals(state), hindsight(steps, self._review) if look_back else {}
        return tuple(
            Part(
                name=name,
                total=totals[name],
                head_start=state.handicap.get(name, 0),
                won=name == state.winner and len(state.players) > 1,
                shared=state.player is None and name in state.tied,
                scores=tuple(scores[name]),
                whole=self.best == "game" and bool(scores[name]),
                best=self._best(scores[name], totals[name] - state.handicap.get(name, 0)),
                feats=tuple(feats[name].values()),
                hindsight=seen.get(seat),
            )
            for seat, name in enumerate(state.players)
        )

    def _best(self, scores: Sequence[int], total: int) -> int | None:
        if self.best == "turn":
            return max(scores, default=0) or None
        return total if scores and (total or self.lowest_wins) else None

    def advice(self, state: TurnState[Any], aim: str) -> dict[str, object]:
        return report_advice(advise(self.coach, state, aim, lowest=self.lowest_wins))

    def review(self, steps: Sequence[Step], /) -> dict[str, object]:
        return self._review(steps).report(report_decision)

    def _review(self, steps: Iterable[Step]) -> Review[Decision]:
        return review(self, self.coach, steps)

    def _rolled(self, state: TurnState[Any], turn: Turn, event: Rolled) -> Turn:
        check_faces(event.dice)
        if event.player is not None and event.player != turn.player:
            raise not_your_turn(turn.player, event.player)
        must = self.must_roll(state, turn)
        if not must:
            raise self.why_no_roll(state, turn)
        check_number(turn.player, event.dice, must)
        return self.thrown(state, turn, event.dice)

    def _finished(self, state: TurnState[Any], turn: Turn) -> TurnState[Any]:
        result = self.result(state.rules, turn)
        results = {**state.results, turn.player: result}
        scores = state.scores if state.leg else results
        state = replace(state, turn=turn, last=turn, results=results, scores=scores)
        state = state if state.leg else self.counted(state, turn)
        return self._next_turn(state) if state.turn else state

    def _next_turn(self, state: TurnState[Any]) -> TurnState[Any]:
        place = rounds.following(state)
        if place is not None:
            return replace(state, up=place, turn=Turn(state.order[place]))
        if not state.leg:
            return self.end_of_round(state)
        return self.settled(state, self.leading(state, state.results), rolled_off=True)

    def settled(self, state: TurnState[Any], names: Sequence[str], *, rolled_off: bool = False) -> TurnState[Any]:
        """Return the state after these players lead a round or a roll-off: decided, shared, or rolled off."""
        if len(names) == 1:
            return self.decided(state, names[0])
        if not rolled_off and state.rules.tie == "shared":
            return rounds.end(state, names)
        return rounds.roll_off(state, names)

    def _joined(self, state: TurnState[Any], event: Joined) -> TurnState[Any]:
        after = rounds.join(state, event, self.closed_to(state))
        total = state.totals.get(event.player, self.first_total(state))
        return replace(after, totals={**after.totals, event.player: total}, last=None)

    def _left(self, state: TurnState[Any], event: Left) -> TurnState[Any]:
        after = self.without_leaver(rounds.leave(state, event))
        if len(state.players) == 1:
            return rounds.end(after, ())
        if len(after.playing) <= 1:
            totals = {name: (total,) for name, total in after.totals.items()}
            return rounds.end(after, after.playing or self.leading(replace(after, gone=frozenset()), totals))
        here = [name for name in after.order if name not in after.gone]
        if state.untouched and here:
            return rounds.begin_round(after, here)
        if after.leg and len(here) == 1:
            return self.decided(after, here[0])
        return self._next_turn(after) if state.player == event.player else after


def _reported(results: Mapping[str, Result]) -> dict[str, object]:
    return {name: result[0] if len(result) == 1 else list(result) for name, result in results.items()}

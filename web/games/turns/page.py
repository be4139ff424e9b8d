"""The display of a game of turns: slots for the turn, and a line for each player. A game extends the class here."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal

from engine import Announcement, Refused, expected_tray, game_of, totals
from engine.i18n import Text
from engine.turns import rounds
from engine.turns.coach import TurnChoice, advise
from engine.turns.game import TurnGame
from engine.turns.state import Turn, TurnState
from table.snapshot import LyingDie, Snapshot
from web.catalogue import Words
from web.display_names import isolated, shown
from web.games.game_page import BeforeThrow, Counts, EnteredDice, EnteredDie, Fact, OnTurn, OpenBox, RoundsToSet, Terms
from web.games.help import Chance, Help, Way
from web.games.how import HowToPlay

State = TurnState[Any]


@dataclass(frozen=True, slots=True)
class TurnSlot:
    """One part of the turn: its faces, dice that have no face yet (``blanks``), and a figure.

    ``term`` is the special word that explains its name. ``state`` is "held" for dice that are set aside, "seen" for
    those that lie there, "open" for what is still needed.
    """

    key: str
    name: str
    faces: tuple[int, ...] = ()
    state: Literal["held", "seen", "open"] = "seen"
    figure: str = ""
    blanks: int = 0
    term: str = ""


@dataclass(frozen=True, slots=True)
class TurnLine:
    """One player's line. ``rolloff`` is the player's result in the roll-off, None outside of it.

    ``sums`` are figures beside the score, each with its word.
    """

    name: str
    on: bool
    score: str
    score_is: Literal["scored", "failed", "open"]
    leads: bool
    won: bool
    out: bool
    rolloff: str | None
    sums: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class TurnBoard:
    """The part of the page that is specific to a game of turns."""

    facts: tuple[Fact, ...]
    slots: tuple[TurnSlot, ...]
    lines: tuple[TurnLine, ...]


class TurnsOnThePage:
    """Displays a game of turns. A game gives :meth:`slots`, :meth:`facts`, :meth:`sentence` and :meth:`how`."""

    template = "turns.html"
    layout: Literal["lines", "cards"] = "lines"

    # What a game says

    def slots(self, state: State, turn: Turn, words: Words) -> Iterator[TurnSlot]:
        """Yield the parts of the turn."""
        raise NotImplementedError

    def facts(self, state: State, words: Words) -> Iterator[Fact]:
        """Yield the progress of the game."""
        raise NotImplementedError

    def sentence(self, one: Announcement, player: str) -> Text | None:
        """Return an announcement of this game as a sentence; None for one that is not spoken."""
        raise NotImplementedError

    def how(self, rules: Any, words: Words) -> HowToPlay:
        """Return the rules in short sentences."""
        raise NotImplementedError

    def cheers(self, words: Words) -> dict[str, str]:
        """Return the text of each announcement that is cheered, by its word, the greatest first."""
        raise NotImplementedError

    def chances(self, _state: State) -> Iterator[Chance]:
        """Yield the exact chances of the player on turn."""
        yield from ()

    def aim(self, state: State) -> str:
        """Return what choices are measured by now: an aim of the coach."""
        return game_of_turns(state).coach.aim(state)

    def is_about(self, state: State) -> bool:
        """Return whether the chance to win rests on a model of players to come."""
        return bool(rounds.done_and_later(state)[1])

    def aim_says(self, _state: State) -> Text | None:
        """Return how that aim is called if only this game has it."""
        return None

    def score(self, state: State, name: str, _words: Words) -> tuple[str, Literal["scored", "failed", "open"]]:
        """Return a player's score as the line shows it, and whether it is final."""
        return str(totals(state)[name]), "scored"

    def sums(self, _state: State, _name: str, _words: Words) -> Iterator[tuple[str, str]]:
        """Yield figures beside the score, each with its word."""
        yield from ()

    def stand_says(self, state: State, words: Words) -> str:  # noqa: ARG002
        """Return the label of the key that ends the turn with what lies there."""
        return str(words.HELM_STAND)

    def rolls(self, _state: State) -> int:
        """Return the number of rolls of a turn, 0 where it is open."""
        return 0

    # The protocol of all games

    def on_turn(self, state: State) -> OnTurn:
        """Return whose turn it is, or who has won."""
        if state.turn is None:
            return OnTurn(state.winner or "", 0, self.rolls(state), won=state.winner is not None)
        return OnTurn(state.turn.player, state.turn.throws + 1, self.rolls(state))

    def board(self, snapshot: Snapshot, words: Words) -> TurnBoard:
        """Return facts, slots and lines."""
        state: State = snapshot.state
        now: State = snapshot.after or state
        turn = (snapshot.after and now.last) or now.turn
        slots = tuple(self.slots(now, turn, words)) if turn and state.turn else ()
        return TurnBoard(tuple(self.facts(state, words)), slots, tuple(self._lines(state, words)))

    def held(self, snapshot: Snapshot) -> frozenset[str]:
        """Return the dice on the rail during a turn; without a rail, dice that show faces that stay."""
        state = snapshot.after or snapshot.state
        if state.turn is None or not state.turn.throws:
            return frozenset()
        if snapshot.tray.rail:
            return frozenset(die.key for die in snapshot.dice if die.on_rail)
        left, held = Counter(expected_tray(state).held), []
        for die in snapshot.dice:
            if die.value is not None and left[die.value]:
                left[die.value] -= 1
                held.append(die.key)
        return frozenset(held)

    def spoken(self, die: LyingDie, words: Words) -> str:  # noqa: ARG002
        """Describe the die by its face."""
        return str(die.value)

    def said(self, announcements: Sequence[Announcement], words: Words) -> str:
        """Return the announcements in a few sentences."""
        sentences = [self._told(one, isolated(one.player or ""), words) for one in announcements]
        named = {word: [isolated(one.player or "") for one in announcements if one.word == word] for word in _TOGETHER}
        return str(words.turns_said(sentences, named["rolloff"], named["shared"]))

    def scores(self, state: State, words: Words) -> dict[str, str]:
        """Return the final score of each player, as the result shows it."""
        return {name: self.score(state, name, words)[0] for name in state.players}

    def counts(self, state: State) -> Counts:  # noqa: ARG002
        """Return that points decide the game."""
        return "points"

    def box(self, rules: Any, box: str, words: Words) -> str:  # noqa: ARG002
        """Return the name unchanged: these games have no boxes."""
        return box

    def terms(self, words: Words) -> Terms:
        """Return the special words of this game."""
        terms: Terms = words.TURN_TERMS
        return terms

    def help(self, state: State) -> Help:
        """Return exact chances, and the value of each choice."""
        if state.turn is None:
            return Help(why_not="nobody_throws")
        aim, game = self.aim(state), game_of_turns(state)
        measure: Literal["chance", "points"] = "points" if aim == "points" else "chance"
        chances, ways = list(self.chances(state)), ()  # type: list[Chance], tuple[Way, ...]
        with suppress(Refused):
            found = advise(game.coach, state, aim, lowest=game.lowest_wins)
            stand = next((one for one in found.choices if not one.throw), None)
            ways = tuple(_way(state.turn, one) for one in found.choices if one.throw or one is stand)
            if aim in TO_WIN:
                chances.insert(0, Chance("win", found.best.value))
                aim = "win_about" if self.is_about(state) else "win"
        return Help(tuple(chances), aim, measure, ways, aim_says=self.aim_says(state))

    def entered(self, state: State) -> EnteredDice:
        """Return the dice set aside, and those of the latest throw that may be."""
        turn, expected = state.turn, expected_tray(state)
        if turn is None or not turn.throws:
            return EnteredDice(throw=expected.throw)
        free = Counter(expected.may_hold)
        dice = [EnteredDie(face, stays=True, free=False) for face in expected.held]
        for face in sorted(turn.loose, reverse=True) if self.sets_aside else ():
            dice.append(EnteredDie(face, stays=False, free=free[face] > 0))
            free[face] -= 1
        return EnteredDice(tuple(dice), expected.throw or len(turn.loose), self.again)

    sets_aside = True
    """Whether dice of a throw may be set aside."""

    again = 0
    """The number of dice that are thrown once all are set aside."""

    wins_with_points = True
    """Whether the number that decides the game is points, which are announced with a win."""

    def boxes(self, state: State, words: Words) -> tuple[OpenBox, ...]:  # noqa: ARG002
        """Return none."""
        return ()

    def rounds(self, state: State) -> RoundsToSet | None:  # noqa: ARG002
        """Return that there is no number of rounds to change."""
        return None

    def bettors(self, state: State) -> tuple[str, ...]:  # noqa: ARG002
        """Return nobody."""
        return ()

    def asks(self, state: State, words: Words) -> BeforeThrow | None:  # noqa: ARG002
        """Return nothing."""
        return None

    def _lines(self, state: State, words: Words) -> Iterator[TurnLine]:
        """Yield a line for each player, in the order of the seats."""
        leaders = self.leaders(state)
        for name in state.players:
            score, score_is = self.score(state, name, words)
            rolloff = self.rolled_off(state, name, words)
            yield TurnLine(
                name=shown(name),
                on=name == state.player,
                score=score,
                score_is=score_is,
                leads=state.turn is not None and name in leaders,
                won=name == state.winner or (state.turn is None and name in state.tied),
                out=name in state.gone or name in state.out or (bool(state.leg) and rolloff is None),
                rolloff=rolloff,
                sums=tuple(self.sums(state, name, words)),
            )

    def leaders(self, state: State) -> frozenset[str]:
        """Return the players who lead; none while all are equal."""
        points = {name: total for name, total in totals(state).items() if name in state.present}
        if len(set(points.values())) < 2:
            return frozenset()
        best = (min if game_of_turns(state).lowest_wins else max)(points.values())
        return frozenset(name for name, total in points.items() if total == best)

    def rolled_off(self, state: State, name: str, words: Words) -> str | None:
        """Return a player's result in the roll-off; None for one who is not in it."""
        if not state.leg or name not in state.order:
            return None
        result = state.results.get(name)
        return str(words.NOT_YET) if result is None else self.made(result, words)

    def made(self, result: tuple[int, ...], words: Words) -> str:  # noqa: ARG002
        """Return the result of a turn in words."""
        return str(result[0])

    def _told(self, one: Announcement, player: str, words: Words) -> Any:
        match one.word:
            case "won":
                return words.turn_won(player, one.number if self.wins_with_points else None)
            case "joined":
                return words.turn_joined(player)
            case "left":
                return words.turn_left(player)
            case "renamed":
                return words.turn_renamed(player)
            case word if word in _TOGETHER:
                return None
        return words.told(self.sentence(one, player))


TO_WIN = ("win", "beat")
"""The aims that are the chance to win the game."""

_TOGETHER = ("rolloff", "shared")
"""Announcements of several players that one sentence tells."""


def game_of_turns(state: State) -> TurnGame:
    """Return the rules of the game with that state."""
    game = game_of(state.rules.name)
    assert isinstance(game, TurnGame)
    return game


def _way(turn: Turn, one: TurnChoice) -> Way:
    keep = tuple(sorted((*turn.fresh, *one.dice), reverse=True))
    return Way(one.throw if one.do == "roll" else 0, keep, one.value, one.cost)

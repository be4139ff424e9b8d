"""A game of turns that is a file: the order of turns, what wins, and what is said, all from what the file says.

What a turn is follows from what its player does with the dice: :mod:`~engine.turns.kit.throws.throwing` and
:mod:`~engine.turns.kit.aside` have these games.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, make_dataclass
from functools import lru_cache
from typing import Any

from engine.events import Event, Stopped
from engine.face import Chance, Slot, roll_called
from engine.i18n import Text
from engine.i18n import gettext as _
from engine.reports.moments import Found, SeenStep, from_behind
from engine.turns import rounds
from engine.turns.game import TurnGame, Wait
from engine.turns.kit.face import KitFace, title_of_word
from engine.turns.kit.file.play import Play
from engine.turns.kit.file.reading import OWN, GameFile
from engine.turns.state import Result, Turn, TurnRules, TurnState
from engine.values import RULES_KEPT, Announcement, GameOutcome, replace

State = TurnState[Any]


@dataclass(frozen=True, slots=True)
class DiceChosen(Event):
    """The player on turn set these dice of the latest throw aside, or keeps them for the next throw."""

    dice: tuple[int, ...]


def move_called(event: str) -> Any:
    return dataclass(frozen=True, slots=True)(type(event.title().replace("_", ""), (DiceChosen,), {}))


OWNERS_MOVES = {event: move_called(event) for event in ("set_aside", "kept")}
"""The events of owner's games, the same of all of them."""


class KitGame(TurnGame):
    """A game of a file. The methods here are about rounds; the rest follows from what players do with dice."""

    move: tuple[str, str] | None = None
    """The command of the game's own move, and the name of its event."""

    shown_by: type[KitFace] = KitFace

    def __init__(self, file: GameFile) -> None:
        self.file = file
        self.play = file.plays[0]
        self.kind, self.title, self.also = file.kind, file.title, file.also
        self.titles = {name: (title, line) for name, (title, line, _options) in file.presets.items()}
        self.known, self.least_players = file.options, file.least_players
        self.lowest_wins = self.play.lowest
        self.best = "game" if self.play.wins == "round" else "turn"
        self.feats = tuple(name for name, one in file.words.items() if one.feat)
        self.moment_texts = {key: one.text for key, one in file.moments.items()}
        terms = {word: title_of_word(file, word) for word in (*self.words(), "rolloff")}
        rules = _rules_class(file, terms)
        self.named = {name: rules(name=name, **options) for name, (_t, _l, options) in file.presets.items()}
        self._play_by = lru_cache(RULES_KEPT)(lambda rules: file.play({key: getattr(rules, key) for key in file.usual}))
        self._latest: tuple[TurnRules | None, Play] = (None, self.play)
        self._own_move()
        self.face = self.shown_by(self)
        super().__init__()

    def play_of(self, rules: TurnRules) -> Play:
        known, play = self._latest
        if known is not rules:
            play = self._play_by(rules)
            self._latest = rules, play
        return play

    def word(self, means: str) -> str:
        """Return the word that this game has for what its rules know by another one."""
        return next((name for name, one in self.file.words.items() if one.means == means), means)

    def words(self) -> tuple[str, ...]:
        """Return the words of its announcements."""
        return tuple(self.file.words)

    def target(self, state: State) -> int:
        return self.play_of(state.rules).target(state.round)

    def _own_move(self) -> None:
        commands: dict[str, type[Event]] = {"stop": Stopped} if self.may_stop else {}
        self.events, self.moves, self.examples, self.recorded = {}, {}, {}, {}
        if self.move is not None:
            command, event = self.move
            of_owners = self.kind.startswith(OWN)
            own = OWNERS_MOVES[event] if of_owners else move_called(event)
            self.events = {f"own.{event}" if of_owners else f"{self.kind}.{event}": own}
            self.moves = {own: self.chosen}
            self.recorded = {own: "aside"}
            self.examples = {command: f'{{"{command}": [{", ".join(map(str, self.file.icon))}]}}'}
            commands = {command: own, **commands}
        if "stop" in commands:
            self.examples = {**self.examples, "stop": '{"stop": true}'}
        self.commands = commands

    @property
    def may_stop(self) -> bool:
        return self.play.stop

    def chosen(self, state: State, turn: Turn, event: Any) -> Turn:
        """Return the turn after the game's own move."""
        raise NotImplementedError

    # Rounds

    def closed_to(self, state: State) -> Wait | None:
        if state.untouched:
            return None
        return "mid_game" if self.play.wins == "round" else "mid_round"

    def counted(self, state: State, turn: Turn) -> State:
        play, name = self.play_of(state.rules), turn.player
        result = self.result(state.rules, turn)[0]
        if play.wins == "round":
            return replace(state, totals={**state.totals, name: result})
        lost = turn.bust and play.loses_all(turn.loose, self.target(state))
        total = (state.handicap.get(name, 0) if lost else state.totals[name]) + result
        state = replace(state, totals={**state.totals, name: total})
        return rounds.end(state, [name]) if play.at_once and play.goal and total >= play.goal else state

    def end_of_round(self, state: State) -> State:
        play = self.play_of(state.rules)
        if play.wins == "round":
            return self.settled(state, self.leading(state, state.results))
        most = max(state.totals[name] for name in state.present)
        if not (play.goal and most >= play.goal) and not (play.rounds and state.round >= play.rounds):
            return rounds.next_round(state)
        return self.settled(state, self.leading(state, {name: (total,) for name, total in state.totals.items()}))

    def outcome(self, state: State) -> GameOutcome:
        if self.play.wins != "round":
            return super().outcome(state)
        failed = None if self.play.needs else 0
        scores = {name: result[0] or failed for name, result in state.scores.items()}
        return GameOutcome(state.turn is None, scores, state.winner, state.tied)

    def merits(self, state: State) -> dict[str, tuple[int, ...]]:
        """Return the totals as players rank; those who had no turn in the one round come last."""
        merits = super().merits(state)
        if self.play.wins != "round":
            return merits
        return {name: (int(name in state.scores), *worth) for name, worth in merits.items()}

    def most_head_start(self, rules: Any) -> int:
        goal = self.play_of(rules).goal
        return goal - 1 if goal else 0

    # Turns

    def why_not_aside(self, state: State, turn: Turn, face: int) -> str:
        if self.stays == "nothing" or not self.move:
            return super().why_not_aside(state, turn, face)
        return _("There’s no {face} on the tray.", face=face)

    def result(self, rules: Any, turn: Turn) -> Result:
        return (self.points(rules, turn),)

    def ended_with(self, state: State, turn: Turn) -> tuple[str, int | None]:
        """Return the word for how the turn ended, as the kit has it, and its number."""
        raise NotImplementedError

    # What its face shows and says

    def slots(self, state: State, turn: Turn) -> Iterator[Slot]:
        raise NotImplementedError

    def stand_label(self, _state: State) -> Text | None:
        """Return the label of the key that ends the turn."""
        return None

    def chances_shown(self, _state: State) -> Iterator[Chance]:
        yield from ()

    def goes_on(self, _state: State, _turn: Turn, then: Text | None) -> Text | None:
        """Return the sentence between two throws, as :meth:`~engine.turns.face.Face.goes_on` does."""
        return then

    def counting(self, _state: State, _turn: Turn) -> Text | None:
        """Return the sentence for a throw that can be counted."""
        return None

    def then_called(self, state: State, turn: Turn) -> Text:
        """Return what is called after the dice of a roll after which the turn goes on."""
        raise NotImplementedError

    def called(self, state: State, turn: Turn, player: str) -> Text:
        """Return what is called of a roll after which the turn goes on."""
        return roll_called(player, turn.lies, self.then_called(state, turn))

    # What is told

    def said(self, _before: State, after: State, turn: Turn) -> Sequence[Announcement]:
        means, number = self.ended_with(after, turn)
        return (Announcement(self.word(means), turn.player, number),)

    def moments_of(self, step: SeenStep, past: Sequence[SeenStep], /) -> Iterator[Found]:
        was, now = step.before.turn, step.after.turn or step.after.last
        for key, one in self.file.moments.items():
            for said in step.said if one.word else ():
                lies = tuple(sorted(step.after.last.lies)) if step.after.last else ()
                fits = one.dice in ((), lies) and (not one.other_dice or one.other_dice != lies)
                if fits and said.word == one.word and said.player and one.least <= (said.number or 0) <= one.most:
                    yield said.player, key
            if one.first and was and now and not was.throws and now.throws == 1 and set(one.first) <= set(now.lies):
                yield now.player, key
            if one.behind and from_behind(step, past, lambda state: state.totals, one.behind):
                yield step.after.winner, key
            winner = step.after.winner if one.lives and step.ends else None
            if winner and step.after.totals[winner] == one.lives < self.play_of(step.after.rules).lives:
                yield winner, key


def _rules_class(file: GameFile, terms: Mapping[str, Text]) -> Any:
    """Return the class of the rules of the game: a field for each option, with its usual value."""
    fields = [(key, type(value), field(default=value)) for key, value in file.usual.items()]
    first = next(iter(file.presets))
    own: list[Any] = [("name", str, field(default=first)), *fields, ("tie", str, field(default=file.tie))]
    return make_dataclass("Rules", own, bases=(TurnRules,), namespace={"terms": terms}, frozen=True, slots=True)

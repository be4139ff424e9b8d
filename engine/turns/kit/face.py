"""What a game of a file shows and says: the texts of the file, and those that the kit makes of its rules."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from engine.face import Chance, Effect, Fact, News, RuleLine, Slot
from engine.i18n import Text, full_sentence, ngettext, number, pgettext, spelled
from engine.i18n import gettext as _
from engine.turns.face import BANKED, SCORES, Chart, Counts, Face, Says, points_chart, race_fact
from engine.turns.kit.file.reading import GameFile
from engine.turns.kit.file.said import SAYS, Word
from engine.turns.kit.how import lines_of
from engine.turns.state import Result, Turn, TurnState
from engine.values import Announcement

if TYPE_CHECKING:
    from engine.turns.kit.game import KitGame

State = TurnState[Any]
NO_SCORE = _("no score")


@dataclass(frozen=True, slots=True)
class Usual:
    """What a word of the kit is called, and said and called of a player with a number, and what sounds with it."""

    title: Text
    says: Says
    call: Says | None = None
    sound: Effect | None = None


USUAL: Mapping[str, Usual] = {
    "total": Usual(
        _("Total"),
        lambda player, total: _("{player}: total {total}.", player=player, total=number(total)),
        lambda player, total: _("{player} has {number}.", player=player, number=spelled(total)),
        "bank",
    ),
    "scored": Usual(
        _("Scored"),
        lambda player, points: _("{player} scores {points}.", player=player, points=number(points)),
        lambda player, points: _("{player} scores {number}.", player=player, number=spelled(points)),
        "bank",
    ),
    "banked": Usual(
        _("Banked"),
        lambda player, points: _("{player} banks {points}.", player=player, points=number(points)),
        lambda player, points: _("{player} banks {number}.", player=player, number=spelled(points)),
        "bank",
    ),
    "bust": Usual(
        _("Bust"),
        lambda player, _points: _("Bust! {player} scores nothing.", player=player),
        lambda player, _points: _("Bust, {player}!", player=player),
        "bust",
    ),
    "failed": Usual(
        _("Not qualified"),
        lambda player, _points: _("{player}: no score.", player=player),
        sound="bust",
    ),
    "best": Usual(
        _("Best score"),
        lambda player, points: _("{player} scores {points}.", player=player, points=number(points)),
        lambda player, points: _("{player} has {number}.", player=player, number=spelled(points)),
        "bell",
    ),
    "hot_dice": Usual(_("Hot dice"), lambda player, _points: _("Hot dice, {player}!", player=player), sound="found"),
    "last_round": Usual(
        _("Last round"),
        lambda player, points: _(
            "{player} has {points}: one more turn for everyone else.", player=player, points=number(points)
        ),
    ),
    "streak": Usual(
        _("Penalty"),
        lambda player, points: _("{player} loses {points}.", player=player, points=number(points)),
        sound="bust",
    ),
    "hand": Usual(_("Hand"), lambda player, _dice: full_sentence(player), sound="bank"),
    "rolls_set": Usual(
        _("Rolls set"),
        lambda _player, rolls: ngettext("One roll for everyone.", "{count} rolls for everyone.", rolls),
    ),
    "life_lost": Usual(
        _("Life lost"),
        lambda player, left: (
            ngettext("{player} loses a life: one left.", "{player} loses a life: {count} left.", left, player=player)
            if left
            else _("{player} is out.", player=player)
        ),
        lambda player, _left: _("{player} loses a life.", player=player),
        "bust",
    ),
    "round_won": Usual(
        _("Round won"),
        lambda player, _rounds: _("{player} wins the round.", player=player),
        sound="bank",
    ),
    "tokens_taken": Usual(
        _("Tokens taken"),
        lambda player, tokens: ngettext(
            "{player} takes one token.", "{player} takes {count} tokens.", tokens, player=player
        ),
        lambda player, _tokens: _("{player} takes tokens.", player=player),
        "bust",
    ),
    "tokens_given": Usual(
        _("Tokens given"),
        lambda player, tokens: ngettext(
            "{player} gives one token.", "{player} gives {count} tokens.", tokens, player=player
        ),
        sound="bank",
    ),
    "safe": Usual(_("Safe"), lambda player, _none: _("{player} is safe.", player=player), sound="bank"),
    "rolloff": Usual(_("Roll-off"), lambda player, _points: _("{player} rolls off.", player=player)),
}
"""What the kit says by its words where a file says nothing else."""


def usual(means: str) -> Usual:
    """Return what the kit says by a word; the name of a hand is said as a hand."""
    return USUAL.get(means, USUAL["hand"])


def title_of_word(file: GameFile, word: str) -> Text:
    own = file.words.get(word)
    return (own and own.title) or usual(own.means if own else word).title


class KitFace(Face):
    """What is shown and said of a game of a file."""

    def __init__(self, game: "KitGame") -> None:
        file, play = game.file, game.play
        self._game, self._file = game, file
        self.dice, self.quick, self.terms = file.icon, file.quick, file.terms
        words = {word: file.words.get(word) or Word(word) for word in game.words()}
        self._words = words
        self.sentences = {word: self._said(one) for word, one in words.items()}
        self.effects = {
            word: sound for word, one in words.items() if (sound := one.sound or usual(one.means).sound) is not None
        }
        self.tells = {
            word: News(one.news(), one.rare) for word, one in words.items() if one.news and one.news_at is None
        }
        self.feats = tuple(one.feat for one in words.values() if one.feat)
        one_round = play.wins == "round"
        self.wins_with_points = play.wins in ("round", "points")
        self.figures = SCORES if one_round else BANKED
        if play.needs:
            self.figures = {"scored": _("Qualified"), **SCORES}
        self.turns = None if one_round else Face.turns
        chart = file.chart
        self.chart = points_chart(*chart.starts)
        if one_round:
            described = _("A bar for each range of scores.")
            if chart.failed:
                described = chart.described or _("A bar for each range of scores, the first for turns that failed.")
            self.chart = Chart(
                _("Score frequency"), described, pgettext("column", "Score"), chart.starts, chart.failed, chart.most
            )
        if play.lowest:
            self.aims = {"points": _("Each choice: average total, less is better")}

    def _said(self, word: Word) -> Says:
        says = word.says
        if says is None:
            return usual(word.means).says
        zero = word.zero or says

        def said(player: str, points: int) -> Text:
            return (says if points else zero)(points, **dict.fromkeys(SAYS, number(points)) | {"player": player})

        return said

    def _called(self, means: str, player: str, points: int) -> Text:
        """Return what is called of a word of the kit."""
        word = self._words[self._game.word(means)]
        if word.call:
            return word.call(points, player=player, number=spelled(points))
        usual = USUAL[means]
        return (usual.call or usual.says)(player, points)

    def news(self, state: State, one: Announcement) -> News | None:
        word = self._words.get(one.word)
        if word and word.news and word.news_at is not None and one.number == word.news_at:
            return News(word.news(), word.rare)
        return super().news(state, one)

    def mean(self, rules: Any) -> float | None:
        if self._game.play.needs:
            return None
        odds = self._game.odds(rules)
        found = odds.get("expected_turn", next(iter(odds.values())))
        return float(found) if isinstance(found, Fraction | float) else None

    def how(self, rules: Any) -> Iterator[RuleLine]:
        return lines_of(self._file, self._game.play_of(rules), rules)

    def slots(self, state: State, turn: Turn) -> Iterator[Slot]:
        return self._game.slots(state, turn)

    def facts(self, state: State) -> Iterator[Fact]:
        play = self._game.play_of(state.rules)
        if self._file.fact and state.turn:
            yield Fact(self._file.fact())
        elif play.lowest:
            yield Fact(_("The lowest total wins."))
        if play.wins == "round":
            return
        if play.wins == "last_point":
            so_far = sum(state.totals.values()) + (state.turn.points if state.turn else 0)
            yield Fact(_("{points} of {goal} so far", points=so_far, goal=play.goal))
            return
        if play.goal:
            yield race_fact(state, play.goal, max(state.totals.values()) if state.closer or not play.last_turns else 0)
        if play.last_turns:
            if state.turn and state.turn.player not in state.opened and play.opening and not state.leg:
                yield Fact(_("{points} to open", points=number(play.opening)))
            return
        if state.turn and not state.leg:
            if play.rounds:
                yield Fact(_("Round {number} of {rounds}", number=state.round, rounds=play.rounds))
            else:
                yield Fact(_("Round {number}", number=state.round))
            if play.first_target:
                yield Fact(_("This round: {target}", target=play.target(state.round)))

    def score(self, state: State, name: str) -> str | None:
        if self._game.play.wins != "round":
            return super().score(state, name)
        if self.has_failed(state, name):
            return NO_SCORE
        return str(state.scores[name][0]) if name in state.scores else None

    def has_failed(self, state: State, name: str) -> bool:
        return bool(self._game.play.needs) and name in state.scores and not state.scores[name][0]

    def leaders(self, state: State) -> Mapping[str, Result]:
        if not self.wins_with_points:
            return {}
        if self._game.play.wins != "round":
            return super().leaders(state)
        return {name: result for name, result in state.scores.items() if not self.has_failed(state, name)}

    def counts(self, state: State) -> Counts:
        return super().counts(state) if self.wins_with_points else "nothing"

    def ended(self, name: str, _total: int, _rules: Any) -> Text | None:
        return None if self.wins_with_points else _("{name} won.", name=name)

    def progress(self, state: State) -> Sequence[tuple[int, int]] | None:
        return None if self._game.play.wins == "round" else super().progress(state)

    def rolls(self, state: State) -> int:
        return self._game.play_of(state.rules).throws

    def stand(self, state: State) -> Text | None:
        return self._game.stand_label(state)

    def chances(self, state: State) -> Iterator[Chance]:
        return self._game.chances_shown(state)

    def goes_on(self, state: State, turn: Turn, then: Text | None, _rail: bool) -> Text | None:
        return self._game.goes_on(state, turn, then)

    def counting(self, state: State, turn: Turn) -> Text | None:
        return self._game.counting(state, turn)

    def roll_called(self, state: State, turn: Turn, player: str) -> Text:
        return self._game.called(state, turn, player)

    def end_called(self, state: State, turn: Turn, player: str) -> Text:
        means, points = self._game.ended_with(state, turn)
        return self._called(means, player, points or 0)

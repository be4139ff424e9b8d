"""Games in which a turn makes a hand, and the lowest of a round loses a life, or the highest wins the round."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.errors import Refused
from engine.i18n import gettext as _
from engine.reports.odds_report import Figure, FigureName
from engine.reports.win_chances import WinChances
from engine.turns import rounds
from engine.turns.game import Wait
from engine.turns.kit.file.play import Play
from engine.turns.kit.game import KitGame
from engine.turns.kit.hands.face import HandFace
from engine.turns.kit.hands.plan import (
    HandCoach,
    best_in_throws,
    in_one_throw,
    of_a_kind,
    pot_of,
    rolls_of,
    sets_rolls,
    strength,
    win_chances,
)
from engine.turns.setting_aside import KeepingGame
from engine.turns.state import Result, Turn, TurnState
from engine.values import Announcement, replace

State = TurnState[Any]


def _turned(play: Play) -> tuple[str, ...]:
    """Return the words for totals that go up, that go down, and for what follows."""
    return ("tokens_taken", "tokens_given", "safe") if play.tokens else ("round_won", "life_lost")


class HandGame(KeepingGame, KitGame):
    shown_by = HandFace

    def __init__(self, file: Any) -> None:
        play: Play = file.play(file.usual)
        self.move = ("keep", "kept") if play.keep else None
        self.stays = "kept" if play.keep else "nothing"
        self.coach = HandCoach(self.play_of)
        of_kinds = {"of_a_kind": FigureName(_("of a kind in one roll"), is_chance=True)}
        of_hands = {
            one.name: FigureName(_("{hand} in one roll", hand=one.title), is_chance=True) for one in play.hands
        } | {"best_in": FigureName(_("{hand}, rolls up to", hand=play.hands[0].title), is_chance=True)}
        self.figure_names = of_kinds if play.of_a_kind else of_hands
        super().__init__(file)
        self.feats = () if play.tokens else ("round_won", "life_lost")

    def words(self) -> tuple[str, ...]:
        """Return the words of the kit, and the names of hands that have words of their own."""
        named = [one.name for one in self.play.hands if one.name in self.file.words]
        turned = dict.fromkeys(word for play in self.file.plays for word in _turned(play))
        return (*map(self.word, ("hand", "rolls_set", *turned)), *named)

    def is_hand(self, word: str) -> bool:
        return word == self.word("hand") or any(one.name == word for one in self.play.hands)

    @property
    def may_stop(self) -> bool:
        return self.play.most_throws > 1

    def dice_of(self, rules: Any) -> int:
        return self.play_of(rules).dice

    def keeps(self, rules: Any) -> bool:
        return self.play_of(rules).keep

    def thrown(self, state: State, turn: Turn, dice: tuple[int, ...]) -> Turn:
        play, throws, lies = self.play_of(state.rules), turn.throws + 1, turn.fresh + dice
        over = play.hand(lies) is not None if play.again else throws == rolls_of(play, state)
        return replace(turn, throws=throws, fresh=(), loose=lies, over=over)

    def stopped(self, state: State, turn: Turn) -> Turn:
        if self.play_of(state.rules).again:
            raise Refused("no_standing", _("You can’t stand: the turn ends by itself."))
        return super().stopped(state, turn)

    def scoring(self, state: State, turn: Turn) -> tuple[int, ...]:
        """Return the dice of which there are most, as they make the hand; all where it takes them all."""
        play = self.play_of(state.rules)
        number = play.number_of(turn.lies)
        if number < 0 or not play.keep:
            return ()
        hand = play.hands[number]
        pattern = hand.pattern
        if hand.by == "alike":
            return tuple(die for die in turn.lies if die in (*pattern.wild, hand.key(turn.lies, int)[1]))
        whole = pattern.exact or (pattern.run and not play.tokens)
        return tuple(die for die in turn.lies if whole or turn.lies.count(die) > 1)

    def result(self, rules: Any, turn: Turn) -> Result:
        return self.play_of(rules).hand(turn.lies) or ()

    def points(self, rules: Any, turn: Turn) -> int:
        """Return the number of dice of a kind, or the strength of the hand in percent."""
        play = self.play_of(rules)
        hand = play.hand(turn.lies)
        if hand and play.of_a_kind:
            return hand[1]
        return round(100 * strength(play)[hand]) if hand else 0

    def turn_score(self, rules: Any, turn: Turn) -> int:
        play = self.play_of(rules)
        return 0 if play.hands[play.number_of(turn.lies)].fails else self.points(rules, turn)

    def merits(self, state: State) -> dict[str, tuple[int, ...]]:
        play = self.play_of(state.rules)
        if play.tokens:
            return {name: (-state.totals[name],) for name in state.players}
        if play.first_to != 1:
            return super().merits(state)
        return {name: state.scores.get(name, ()) for name in state.players}

    def _left(self, state: State, event: Any) -> State:
        after = super()._left(state, event)
        safe = [name for name in after.present if name in after.out]
        return rounds.end(after, safe) if self.play.tokens and after.turn is None and safe else after

    def first_total(self, state: State) -> int:
        lives = self.play_of(state.rules).lives
        return (
            min((state.totals[name] for name in state.playing if name in state.totals), default=lives) if lives else 0
        )

    def closed_to(self, state: State) -> Wait | None:
        play = self.play_of(state.rules)
        if play.tokens and any(state.totals.values()):
            return "mid_game"
        if state.untouched:
            return None
        return "mid_game" if play.first_to == 1 else "mid_round"

    def counted(self, state: State, turn: Turn) -> State:
        """Return the state in which the first player of the round leaves the others as many rolls as that one took."""
        play = self.play_of(state.rules)
        return replace(state, limit=turn.throws) if sets_rolls(play, state) else state

    def leading(self, state: State, results: Mapping[str, Result]) -> list[str]:
        here = {name: result for name, result in results.items() if name not in state.gone}
        pick = min if self.play_of(state.rules).lowest_pays else max
        return [name for name, result in here.items() if result == pick(here.values())]

    def end_of_round(self, state: State) -> State:
        play = self.play_of(state.rules)
        if not play.outs:
            return self.settled(state, self.leading(state, state.results))
        here = {name: hand for name, hand in state.results.items() if name not in state.gone}
        out = [name for name, hand in here.items() if play.of_rules(hand).out]
        lost = {name: state.totals[name] - (len(out) < len(here)) for name in out}
        return self._next(self._with_totals(state, lost))

    def decided(self, state: State, name: str) -> State:
        play = self.play_of(state.rules)
        if play.first_to == 1:
            return rounds.end(state, [name])
        if play.tokens:
            return self._tokens_moved(state, name)
        total = state.totals[name] + (-1 if play.lives else 1)
        state = self._with_totals(state, {name: total})
        return rounds.end(state, [name]) if play.first_to and total == play.first_to else self._next(state)

    def _tokens_moved(self, state: State, name: str) -> State:
        """Return the state after the lowest hand of the round took tokens; who has none left then is out, and safe."""
        play, pot = self.play_of(state.rules), pot_of(self.play_of(state.rules), state)
        others = [
            other for other in rounds.order_from(state, state.starter) if other != name and other in state.playing
        ]
        best = max(others, key=lambda other: (state.scores.get(other, ()), others.index(other)))
        worth = play.of_rules(state.scores[best]).tokens if best in state.scores else 1
        moved = min(worth, pot or state.totals[best])
        totals = {**state.totals, name: state.totals[name] + moved}
        if not pot:
            totals[best] -= moved
        state = replace(state, totals=totals)
        if not pot_of(play, state):
            state = replace(state, out=state.out | {one for one in state.playing if not totals[one]})
        if len(state.playing) == 1:
            return rounds.end(state, [one for one in state.present if one in state.out])
        return self._next(state)

    def _with_totals(self, state: State, totals: Mapping[str, int]) -> State:
        """Return the state with these totals; who has no life left is out."""
        out = {name for name, total in totals.items() if not total}
        return replace(state, totals={**state.totals, **totals}, out=state.out | out)

    def _next(self, state: State) -> State:
        if len(state.playing) == 1:
            return rounds.end(state, state.playing)
        starter = rounds.order_from(state, rounds.after(state, state.starter))[0]
        return rounds.next_round(replace(state, starter=starter))

    def win_chances(self, state: State) -> WinChances | None:
        return win_chances(self.play_of(state.rules), state)

    def said(self, before: State, after: State, turn: Turn) -> Sequence[Announcement]:
        """Return the hand, with the number of a kind, or its dice as one, the highest first, and what follows."""
        play = self.play_of(after.rules)
        dice = int("".join(map(str, sorted(turn.lies, reverse=True))))
        number = self.points(after.rules, turn) if play.of_a_kind else dice
        name = play.hands[play.number_of(turn.lies)].name
        said = [Announcement(name if name in self.file.words else self.word("hand"), turn.player, number)]
        if sets_rolls(play, before):
            said.append(Announcement(self.word("rolls_set"), turn.player, turn.throws))
        for name, total in after.totals.items():
            was = before.totals.get(name, total)
            if total != was:
                up, down = _turned(play)[:2]
                number = abs(total - was) if play.tokens else total
                said.append(Announcement(self.word(up if total > was else down), name, number))
        if play.tokens:
            said += [Announcement(self.word("safe"), name) for name in after.players if name in after.out - before.out]
        return said

    def reported(self, state: State) -> dict[str, object]:
        turn, play = state.turn, self.play_of(state.rules)
        rolls = rolls_of(play, state)
        return {
            "rolls_left": None if play.again else rolls - turn.throws if turn else 0,
            "rolls": None if play.again else rolls,
            "hand": list(play.hand(turn.lies) or ()) if turn and turn.throws else None,
            "out": [name for name in state.players if name in state.out],
        }

    def odds(self, rules: Any) -> Mapping[str, Figure]:
        play = self.play_of(rules)
        if play.of_a_kind:
            return {"of_a_kind": of_a_kind(play)}
        found: dict[str, Figure] = {play.hands[number].name: chance for number, chance in in_one_throw(play).items()}
        return found | ({"best_in": best_in_throws(play)} if play.keep else {})

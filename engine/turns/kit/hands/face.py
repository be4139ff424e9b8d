"""What is shown and said of a game of hands."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from engine.face import Chance, Fact, News, Slot, rolls_left
from engine.i18n import Text, full_sentence, ngettext, pgettext
from engine.i18n import gettext as _
from engine.turns.coach import advise
from engine.turns.face import Chart, Counts, Measure
from engine.turns.kit.face import KitFace
from engine.turns.kit.hands.plan import in_one_throw, places, pot_of, rolls_of
from engine.turns.kit.how import decides
from engine.turns.setting_aside import between_throws
from engine.turns.state import Result, Turn, TurnState
from engine.values import Announcement

if TYPE_CHECKING:
    from engine.turns.kit.hands.hands import HandGame

State = TurnState[Any]


class HandFace(KitFace):
    _game: "HandGame"

    figures: Mapping[Measure, Text] = {"mean_score": _("Average strength, %"), "best": _("Best strength, %")}
    turns = pgettext("of dice", "Hands")
    course = (_("A line for each player: lives or rounds won, after each round."), _("Round"))
    chart = Chart(
        _("Strength of hands"),
        _("A bar for each range of strength: the share of single rolls that a hand beats, in percent."),
        _("Strength"),
        (0, 20, 40, 60, 80),
        most=100,
    )
    of_a_kind: Mapping[Measure, Text] = {"mean_score": _("Average of a kind"), "best": _("Most of a kind")}
    aims: Mapping[str, Text] = {
        "hand": _("Each choice: share of single rolls it beats"),
        "beat": _("Each choice: chance to win the round"),
        "stay": _("Each choice: chance to keep your life"),
    }
    luck = _(
        "Luck: how much better your hands were than average with perfect play, as a share of hands beaten. Lost to "
        "mistakes: what your choices cost compared with the best move."
    )

    def __init__(self, game: "HandGame") -> None:
        own = type(self)
        super().__init__(game)
        self.figures, self.turns, self.chart, self.aims = own.figures, own.turns, own.chart, own.aims
        if (play := game.play).of_a_kind:
            self.figures = self.of_a_kind
            self.chart = Chart(
                _("Dice of a kind"),
                game.file.chart.described or _("A bar for each number of dice of a kind."),
                _("Of a kind"),
                range(1, play.dice + 1),
                game.file.chart.failed,
                play.dice,
            )
        self.feats = () if game.play.tokens else (_("Rounds won"), _("Lives lost"))
        self.terms = {
            "lives": (_("Lives"), _("Rounds that you may still lose.")),
            "hand": (_("Hand"), _("The dice of a turn, and what they are worth together.")),
            **self.terms,
        }
        self.sentences = {
            **self.sentences,
            **{word: self._hand_said for word in self._words if self._words[word].says is None and game.is_hand(word)},
        }
        called = {
            word: one for word in ("life_lost", "round_won", "tokens_taken") if (one := game.word(word)) in self._words
        }
        self.calls = {one: partial(self._called, word, points=0) for word, one in called.items()}

    def _hand_said(self, player: str, dice: int) -> Text:
        if self._game.play.of_a_kind:
            return ngettext("{player} has no pair.", "{player} has {count} of a kind.", dice, player=player)
        made = self._game.play.hand([int(die) for die in str(dice)])
        return _("{player}: {hand}.", player=player, hand=self._game.play.in_words(made) if made else "")

    def news(self, state: State, one: Announcement) -> News | None:
        """Return the highest of all dice of a kind, which is rare, and the one below it."""
        play = self._game.play_of(state.rules)
        if play.of_a_kind and state.last and self._game.is_hand(one.word) and (hand := play.hand(state.last.lies)):
            above = len(places(play)) - 1 - places(play)[hand]
            return News(full_sentence(play.in_words(hand, spoken=True)), not above) if above < 2 else None
        return super().news(state, one)

    def mean(self, _rules: Any) -> float | None:
        return None

    def _in_words(self, state: State, dice: Sequence[int], *, spoken: bool = False) -> Text:
        play = self._game.play_of(state.rules)
        made = play.hand(dice)
        return play.in_words(made, spoken=spoken) if made else _("nothing yet")

    def of_result(self, state: State, result: Result) -> Text:
        return self._game.play_of(state.rules).in_words(result)

    def slots(self, state: State, turn: Turn) -> Iterator[Slot]:
        dice = tuple(sorted(turn.lies, reverse=True))
        blanks = 0 if dice else self._game.play_of(state.rules).dice
        yield Slot("thrown", _("Rolled") if dice else _("To roll"), dice, blanks=blanks)
        made = self._in_words(state, dice) if dice else ""
        yield Slot("hand", _("Hand"), (), "held" if dice else "open", made, term="hand")

    def facts(self, state: State) -> Iterator[Fact]:
        play = self._game.play_of(state.rules)
        if play.first_to != 1:
            yield Fact(_("Round {number}", number=state.round))
        if play.tokens:
            pot = pot_of(play, state)
            yield Fact(
                ngettext("{count} token in the pot", "{count} tokens in the pot", pot)
                if pot
                else _("Get rid of your tokens")
            )
        yield Fact(decides(play), "lives" if play.lives else "")

    def score(self, state: State, name: str) -> Text | None:
        if name in state.out:
            return _("safe") if self._game.play.tokens else _("out")
        return self.of_result(state, state.scores[name]) if name in state.scores else None

    def has_failed(self, state: State, name: str) -> bool:
        return name in state.out and not self._game.play.tokens

    def sums(self, state: State, name: str) -> Iterator[tuple[Text, int]]:
        play = self._game.play_of(state.rules)
        if play.first_to != 1:
            name_of = _("tokens") if play.tokens else _("lives") if play.lives else _("rounds won")
            yield name_of, state.totals[name]

    def final_scores(self, state: State) -> dict[str, str | None]:
        play = self._game.play_of(state.rules)
        if play.first_to == 1:
            return super().final_scores(state)
        if play.tokens:
            return {one: ngettext("{count} token", "{count} tokens", total) for one, total in state.totals.items()}
        says = (lambda total: ngettext("{count} life", "{count} lives", total)) if play.lives else str
        return {name: says(total) for name, total in state.totals.items()}

    def last_hand(self, state: State, name: str) -> str:
        first_to = self._game.play_of(state.rules).first_to
        return self.of_result(state, state.scores[name]) if first_to != 1 and name in state.scores else ""

    def counts(self, state: State) -> Counts:
        play = self._game.play_of(state.rules)
        return "lives" if play.lives else "tokens" if play.tokens else "rounds" if play.first_to > 1 else "nothing"

    def rolled_off(self, state: State, result: Result) -> Text:
        return self.of_result(state, result)

    def leaders(self, state: State) -> Mapping[str, Result]:
        if self._game.play_of(state.rules).outs:
            return {}
        return {name: result for name, result in state.scores.items() if name not in state.gone}

    def rolls(self, state: State) -> int:
        play = self._game.play_of(state.rules)
        return 0 if play.again else rolls_of(play, state)

    def stand(self, state: State) -> Text | None:
        dice = state.turn.lies if state.turn and self._game.may_stop else ()
        return _("Stand: {hand}", hand=self._in_words(state, dice)) if dice else None

    def chances(self, state: State) -> Iterator[Chance]:
        stay = _("Not the lowest") if self._game.play.tokens else _("Keep your life")
        says = {"hand": _("Beats a single roll"), "beat": _("Win the round"), "stay": stay}
        aim, play = self._game.coach.aim(state), self._game.play_of(state.rules)
        if play.outs:
            yield Chance(
                "stay",
                float(sum(chance for number, chance in in_one_throw(play).items() if not play.hands[number].out)),
                says=says["stay"],
            )
            return
        yield Chance(aim, advise(self._game.coach, state, aim, lowest=False).best.value, says=says[aim])

    def goes_on(self, state: State, turn: Turn, then: Text | None, rail: bool) -> Text:
        play = self._game.play_of(state.rules)
        if play.again:
            return _("{player}: nothing yet. Roll again", player=turn.player)
        return between_throws(turn, then, holds=rail and play.keep)

    def counting(self, state: State, turn: Turn) -> Text:
        made = self._in_words(state, turn.lies)
        if turn.over or not self._game.may_stop:
            return _("{player}: {hand}. ROLL counts", player=turn.player, hand=made)
        return _("{player}: {hand}. ROLL counts, STAND keeps", player=turn.player, hand=made)

    def roll_called(self, state: State, turn: Turn, player: str) -> Text:
        play = self._game.play_of(state.rules)
        left = _("Roll again.") if play.again else rolls_left(rolls_of(play, state) - turn.throws)
        return _(
            "{player}: {hand}. {then}", player=player, hand=self._in_words(state, turn.lies, spoken=True), then=left
        )

    def end_called(self, state: State, turn: Turn, player: str) -> Text:
        return _("{player}: {hand}.", player=player, hand=self._in_words(state, turn.lies, spoken=True))

    def ended(self, name: str, total: int, rules: Any) -> Text | None:
        play = self._game.play_of(rules)
        if play.lives:
            return ngettext(
                "{name} won with {count} life left.", "{name} won with {count} lives left.", total, name=name
            )
        return _("{name} won.", name=name) if play.tokens or play.first_to == 1 else None

    def progress(self, state: State) -> Sequence[tuple[int, int]] | None:
        if self._game.play_of(state.rules).first_to == 1:
            return None
        rounds_played = state.round - (state.phase != "over")
        return [(rounds_played, state.totals[name]) for name in state.players]

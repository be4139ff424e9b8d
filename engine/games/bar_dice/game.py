"""Bar dice: up to three rolls for most of a kind, 1s wild; the lowest hand loses a life, or the highest wins."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from engine.events import Event, Stopped
from engine.face import OF_A_KIND, Chance, Effect, Fact, News, RuleLine, Slot, blank, drawn, rolls_left
from engine.game import RecordedAs, Titles
from engine.games.bar_dice.chances import COACH, rolls_of, win_chances
from engine.games.bar_dice.rules import (
    ACES,
    DICE,
    OPTIONS,
    PRESETS,
    TITLES,
    WILD,
    WINS,
    HandRank,
    Kept,
    Rules,
    hand,
    of_a_kind,
)
from engine.i18n import Text, full_sentence, ngettext, pgettext, spelled
from engine.i18n import gettext as _
from engine.reports.moments import Found, MomentText, SeenStep
from engine.reports.odds_report import Figure, FigureName
from engine.reports.win_chances import WinChances
from engine.turns import rounds
from engine.turns.coach import advise
from engine.turns.face import Chart, Counts, Face, Measure, Says
from engine.turns.game import Wait
from engine.turns.keeping import KeepingGame, between_throws
from engine.turns.state import Result, Turn, TurnState
from engine.values import Announcement, replace

BarDiceState = TurnState[Rules]

DECIDES = {
    "lives": _("The lowest hand loses a life. The last player in wins."),
    "horse": _("The highest hand wins the round. Two rounds win the game."),
    "single": _("The highest hand wins."),
}
"""How a round decides the game, by the length of the match."""


def in_words(rank: Result) -> Text:
    """Return a hand as “three 5s”, with what is missing if it needs a 1."""
    ace, many, face = rank
    words = ngettext("one {face}", "{count} × {face}", many, face=WILD if face == ACES else face)
    return words if ace else _("{hand} without a 1", hand=words)


def spoken(rank: HandRank) -> Text:
    """Return a hand as it is spoken: “three fives”."""
    ace, many, face = rank
    if not ace:
        return _("no ace")
    if many < 2:
        return _("no pair")
    return _("{number} {faces}", number=spelled(many), faces=OF_A_KIND[0 if face == ACES else face - 1])


class BarDiceFace(Face):
    dice = (6, 1)
    wins_with_points = False
    terms: Mapping[str, tuple[Text, Text]] = {
        "lives": (_("Lives"), _("Rounds that you may still lose.")),
        "hand": (_("Hand"), _("As many of a kind as possible, then the face. 1s are wild.")),
    }
    sentences: Mapping[str, Says] = {
        "hand": lambda player, many: ngettext(
            "{player} has no pair.", "{player} has {count} of a kind.", many, player=player
        ),
        "rolls_set": lambda _player, rolls: ngettext("One roll for everyone.", "{count} rolls for everyone.", rolls),
        "life_lost": lambda player, left: (
            ngettext("{player} loses a life: one left.", "{player} loses a life: {count} left.", left, player=player)
            if left
            else _("{player} is out.", player=player)
        ),
        "round_won": lambda player, _rounds: _("{player} wins the round.", player=player),
    }
    aims: Mapping[str, Text] = {
        "hand": _("Each choice: share of single rolls it beats"),
        "beat": _("Each choice: chance to win the round"),
        "stay": _("Each choice: chance to keep your life"),
    }
    effects: Mapping[str, Effect] = {"life_lost": "bust", "round_won": "bank", "hand": "bank"}
    calls: Mapping[str, Callable[[str], Text]] = {
        "life_lost": lambda player: _("{player} loses a life.", player=player),
        "round_won": lambda player: _("{player} wins the round.", player=player),
    }
    figures: Mapping[Measure, Text] = {"mean_score": _("Average of a kind"), "best": _("Most of a kind")}
    feats = (_("Rounds won"), _("Lives lost"))
    turns = pgettext("of dice", "Hands")
    course = (_("A line for each player: lives or rounds won, after each round."), _("Round"))
    chart = Chart(
        _("Dice of a kind"),
        _("A bar for each number of dice of a kind, the first for hands without a 1."),
        _("Of a kind"),
        range(1, DICE + 1),
        _("no 1"),
        DICE,
    )
    luck = _(
        "Luck: how much better your hands were than average with perfect play, as a share of hands beaten. Lost to "
        "mistakes: what your choices cost compared with the best move."
    )

    def how(self, rules: Rules) -> Iterator[RuleLine]:
        yield RuleLine(_("Roll five dice, up to three times."), blank(DICE))
        yield RuleLine(_("Keep any dice between rolls, and give them back if you like."), rank=2)
        yield RuleLine(_("The first player of a round sets how many rolls the others have."))
        yield RuleLine(_("As many of a kind as possible count, then the face. 1s are wild."), drawn(5, 5, 1))
        yield RuleLine(_("Five 1s beat everything."), drawn(1, 1, 1, 1, 1), rank=2)
        if rules.ace_needed:
            yield RuleLine(_("A hand without a 1 ranks below every hand with one."), rank=1)
        if rules.match == "lives":
            yield RuleLine(ngettext("Everyone has one life.", "Everyone has {count} lives.", rules.lives))
        yield RuleLine(DECIDES[rules.match])
        yield RuleLine(_("Players who tie roll once more."), rank=3)

    def slots(self, state: BarDiceState, turn: Turn) -> Iterator[Slot]:
        dice = tuple(sorted(turn.lies, reverse=True))
        yield Slot("thrown", _("Rolled") if dice else _("To roll"), dice, blanks=0 if dice else DICE)
        made = in_words(hand(state.rules.ace_needed, dice)) if dice else ""
        yield Slot("hand", _("Hand"), (), "held" if dice else "open", made, term="hand")

    def facts(self, state: BarDiceState) -> Iterator[Fact]:
        match = state.rules.match
        if match != "single":
            yield Fact(_("Round {number}", number=state.round))
        yield Fact(DECIDES[match], "lives" if match == "lives" else "")

    def score(self, state: BarDiceState, name: str) -> Text | None:
        if name in state.out:
            return _("out")
        return in_words(state.scores[name]) if name in state.scores else None

    def has_failed(self, state: BarDiceState, name: str) -> bool:
        return name in state.out

    def sums(self, state: BarDiceState, name: str) -> Iterator[tuple[Text, int]]:
        if state.rules.match != "single":
            yield _("lives") if state.rules.match == "lives" else _("rounds won"), state.totals[name]

    def news(self, state: BarDiceState, one: Announcement) -> News | None:
        """Return five sixes or aces: five of a kind alone is made in one turn of four."""
        made = hand(state.rules.ace_needed, state.last.lies) if one.word == "hand" and state.last else None
        rare = {(1, DICE, len(OF_A_KIND)): False, (1, DICE, ACES): True}
        return News(full_sentence(spoken(made)), rare[made]) if made in rare else None

    def final_scores(self, state: BarDiceState) -> dict[str, str | None]:
        if state.rules.match == "single":
            return super().final_scores(state)
        lives = state.rules.match == "lives"
        says = (lambda total: ngettext("{count} life", "{count} lives", total)) if lives else str
        return {name: says(total) for name, total in state.totals.items()}

    def last_hand(self, state: BarDiceState, name: str) -> str:
        return in_words(state.scores[name]) if state.rules.match != "single" and name in state.scores else ""

    def counts(self, state: BarDiceState) -> Counts:
        of: dict[str, Counts] = {"lives": "lives", "horse": "rounds"}
        return of.get(state.rules.match, "nothing")

    def rolled_off(self, _state: BarDiceState, result: Result) -> Text:
        return in_words(result)

    def leaders(self, state: BarDiceState) -> Mapping[str, Result]:
        return {name: result for name, result in state.scores.items() if name not in state.gone}

    def rolls(self, state: BarDiceState) -> int:
        return rolls_of(state)

    def stand(self, state: BarDiceState) -> Text | None:
        dice = state.turn.lies if state.turn else ()
        return _("Stand: {hand}", hand=in_words(hand(state.rules.ace_needed, dice))) if dice else None

    def chances(self, state: BarDiceState) -> Iterator[Chance]:
        says = {"hand": _("Beats a single roll"), "beat": _("Win the round"), "stay": _("Keep your life")}
        aim = COACH.aim(state)
        yield Chance(aim, advise(COACH, state, aim, lowest=False).best.value, says=says[aim])

    def goes_on(self, _state: BarDiceState, turn: Turn, then: Text | None, rail: bool) -> Text:
        return between_throws(turn, then, holds=rail)

    def counting(self, state: BarDiceState, turn: Turn) -> Text:
        made = in_words(hand(state.rules.ace_needed, turn.lies))
        if turn.over:
            return _("{player}: {hand}. ROLL counts", player=turn.player, hand=made)
        return _("{player}: {hand}. ROLL counts, STAND keeps", player=turn.player, hand=made)

    def roll_called(self, state: BarDiceState, turn: Turn, player: str) -> Text:
        left = rolls_left(rolls_of(state) - turn.throws)
        return _(
            "{player}: {hand}. {then}", player=player, hand=spoken(hand(state.rules.ace_needed, turn.lies)), then=left
        )

    def end_called(self, state: BarDiceState, turn: Turn, player: str) -> Text:
        return _("{player}: {hand}.", player=player, hand=spoken(hand(state.rules.ace_needed, turn.lies)))

    def ended(self, name: str, total: int, rules: Rules) -> Text | None:
        match rules.match:
            case "lives":
                return ngettext(
                    "{name} won with {count} life left.", "{name} won with {count} lives left.", total, name=name
                )
            case "single":
                return _("{name} won.", name=name)
        return None

    def progress(self, state: BarDiceState) -> Sequence[tuple[int, int]] | None:
        if state.rules.match == "single":
            return None
        rounds_played = state.round - (state.phase != "over")
        return [(rounds_played, state.totals[name]) for name in state.players]


class BarDice(KeepingGame):
    kind = "bar_dice"
    moment_texts: Mapping[str, MomentText] = {
        "bar_dice.five": MomentText(_("Five of a kind"), _("Finish a hand with five of a kind."), "comet"),
        "bar_dice.aces": MomentText(_("Five aces"), _("Finish a hand with five 1s."), "crown"),
        "bar_dice.last_life": MomentText(_("Last one standing"), _("Win with one life left."), "lifeline"),
    }
    title = _("Bar dice")
    titles: Titles = TITLES
    named: Mapping[str, Rules] = PRESETS
    known = OPTIONS
    events: Mapping[str, type[Event]] = {"bar_dice.kept": Kept}
    commands: Mapping[str, type[Event]] = {"keep": Kept, "stop": Stopped}
    least_players = 2
    examples: Mapping[str, str] = {"keep": '{"keep": [1, 6]}', "stop": '{"stop": true}'}
    recorded: Mapping[type[Event], RecordedAs] = {Kept: "aside"}
    figure_names: Mapping[str, FigureName] = {"of_a_kind": FigureName(_("of a kind in one roll"), is_chance=True)}
    feats: Sequence[str] = ("round_won", "life_lost")
    coach = COACH
    face = BarDiceFace()

    def dice_of(self, _rules: Rules) -> int:
        return DICE

    def thrown(self, state: BarDiceState, turn: Turn, dice: tuple[int, ...]) -> Turn:
        throws = turn.throws + 1
        return replace(turn, throws=throws, fresh=(), loose=turn.fresh + dice, over=throws == rolls_of(state))

    def scoring(self, state: BarDiceState, turn: Turn) -> tuple[int, ...]:
        of = hand(state.rules.ace_needed, turn.lies)[-1]
        return tuple(die for die in turn.lies if die in (WILD, of))

    def result(self, rules: Rules, turn: Turn) -> Result:
        return hand(rules.ace_needed, turn.lies)

    def points(self, rules: Rules, turn: Turn) -> int:
        return hand(rules.ace_needed, turn.lies)[1]

    def turn_score(self, rules: Rules, turn: Turn) -> int:
        with_ace, many, _ = self.result(rules, turn)
        return many if with_ace else 0

    def merits(self, state: BarDiceState) -> dict[str, tuple[int, ...]]:
        if state.rules.match != "single":
            return super().merits(state)
        return {name: state.scores.get(name, (0, 0, 0)) for name in state.players}

    def first_total(self, state: BarDiceState) -> int:
        if state.rules.match != "lives":
            return 0
        return min((state.totals[name] for name in state.playing if name in state.totals), default=state.rules.lives)

    def closed_to(self, state: BarDiceState) -> Wait | None:
        wait = super().closed_to(state)
        return "mid_game" if wait and state.rules.match == "single" else wait

    def counted(self, state: BarDiceState, turn: Turn) -> BarDiceState:
        """Return the state in which the first player of the round leaves the others as many rolls as that one took."""
        return state if state.limit else replace(state, limit=turn.throws)

    def leading(self, state: BarDiceState, results: Mapping[str, Result]) -> list[str]:
        here = {name: result for name, result in results.items() if name not in state.gone}
        pick = min if state.rules.match == "lives" else max
        return [name for name, result in here.items() if result == pick(here.values())]

    def end_of_round(self, state: BarDiceState) -> BarDiceState:
        return self.settled(state, self.leading(state, state.results))

    def decided(self, state: BarDiceState, name: str) -> BarDiceState:
        rules = state.rules
        if rules.match == "single":
            return rounds.end(state, [name])
        total = state.totals[name] + (-1 if rules.match == "lives" else 1)
        state = replace(state, totals={**state.totals, name: total})
        if rules.match == "lives" and not total:
            state = replace(state, out=state.out | {name})
            if len(state.playing) == 1:
                return rounds.end(state, state.playing)
        if rules.match == "horse" and total == WINS:
            return rounds.end(state, [name])
        starter = rounds.order_from(state, rounds.after(state, state.starter))[0]
        return rounds.next_round(replace(state, starter=starter))

    def moments_of(self, step: SeenStep, _past: Sequence[SeenStep], /) -> Iterator[Found]:
        for one in step.said:
            if one.word == "hand" and one.player and one.number == DICE:
                turn = step.after.last
                aces = turn is not None and set(turn.lies) == {WILD}
                yield one.player, "bar_dice.aces" if aces else "bar_dice.five"
        rules, winner = step.after.rules, step.after.winner
        if step.ends and winner and rules.match == "lives" and rules.lives > 1 and step.after.totals[winner] == 1:
            yield winner, "bar_dice.last_life"

    def win_chances(self, state: BarDiceState) -> WinChances | None:
        return win_chances(state)

    def said(self, before: BarDiceState, after: BarDiceState, turn: Turn) -> Sequence[Announcement]:
        said = [Announcement("hand", turn.player, self.points(after.rules, turn))]
        if before.limit is None and not before.leg:
            said.append(Announcement("rolls_set", turn.player, turn.throws))
        for name, total in after.totals.items():
            was = before.totals.get(name, total)
            if total != was:
                said.append(Announcement("life_lost" if total < was else "round_won", name, total))
        return said

    def reported(self, state: BarDiceState) -> dict[str, object]:
        turn = state.turn
        return {
            "rolls_left": rolls_of(state) - turn.throws if turn else 0,
            "rolls": rolls_of(state),
            "hand": list(hand(state.rules.ace_needed, turn.lies)) if turn and turn.throws else None,
            "out": [name for name in state.players if name in state.out],
        }

    def odds(self, _rules: Rules) -> Mapping[str, Figure]:
        return {"of_a_kind": of_a_kind()}

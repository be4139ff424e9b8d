"""What the pages show of Ship, Captain, Crew: slots for the sequence and the cargo, and a line for each player."""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any, Literal

from engine import (
    Announcement,
    Anted,
    Bet,
    Event,
    Held,
    Passed,
    Phase,
    Released,
    RoundsSet,
    State,
    Turn,
    expected_tray,
    game_of,
    legal_actions,
    title_of,
    totals,
)
from engine.face import Chance, Fact, News, Option, QuickGame
from engine.games.ship.analysis.advice import Choice, advise, is_to_win
from engine.games.ship.analysis.chances import MOST_COACHED
from engine.games.ship.face import OPTIONS, how_lines, odds_said, terms_of, written
from engine.games.ship.game import ShipCaptainCrew
from engine.games.ship.play.rounds import least_rounds
from engine.games.ship.play.turn import may_return
from engine.games.ship.rules import MOST_ROUNDS, PARTS, Rules
from engine.games.ship.ship_of_fools import NAME as SHIP_OF_FOOLS
from engine.games.ship.ship_of_fools import TITLES as TITLES_OF_FOOLS
from engine.i18n import Text, full_sentence, in_words, listed, ngettext, number, pgettext
from engine.i18n import gettext as _
from engine.reports.figures import Part as GamePart
from engine.statistics.summaries import Account, LeaderboardRow
from engine.values import Advice
from table.snapshot import Mode, Part, Snapshot
from web.display_names import isolated, shown
from web.games.page import (
    NOT_YET,
    BeforeThrow,
    EnteredDice,
    EnteredDie,
    GamePage,
    Help,
    HowToPlay,
    OnTurn,
    PlayerFigure,
    RoundsToSet,
    ScoreBin,
    ScoreChart,
    TableColumn,
    Way,
    best,
    best_figure,
    comings_said,
    faces_listed,
    kept_or_free,
    mean,
    scores_listed,
    share,
    turns_noted,
)

SlotState = Literal["held", "seen", "open"]
Sum = Literal["total", "hands", "chips", "drinks"]

PART_NAMES: Mapping[Part, Text] = {
    "ship": _("Ship"),
    "captain": _("Captain"),
    "crew": _("Crew"),
    "cargo": _("Cargo"),
}
NO_SCORE = _("no score")


USUAL, MOST = 12, 99
"""The highest cargo that every chart shows, and that any chart shows."""


@dataclass(frozen=True, slots=True)
class ShipSlot:
    """One of ship, captain, crew and cargo: its faces, and whether they are held, seen, or open.

    ``blanks`` is the number of dice that have no face yet.
    """

    part: Part
    name: str
    faces: tuple[int, ...]
    state: SlotState
    points: int | None = None
    blanks: int = 0


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """One player's line. ``rolloff`` is the player's throw in the roll-off, None outside of it.

    ``has`` are ship, captain and crew by their names, each with whether it is there, if all throw roll by roll;
    ``sums`` are the sums over the rounds, each with its word: points or hands, chips, drinks.
    """

    name: str
    on: bool
    score: str
    score_is: Literal["scored", "failed", "open"]
    point: bool
    hammer: bool
    won: bool
    out: bool
    gone: bool
    rolloff: str | None
    has: tuple[tuple[Part, str, bool], ...] | None
    sums: tuple[tuple[Sum, str, int], ...]


@dataclass(frozen=True, slots=True)
class ShipBoard:
    """The part of the page that is specific to Ship, Captain, Crew."""

    facts: tuple[Fact, ...]
    slots: tuple[ShipSlot, ...]
    lines: tuple[PlayerLine, ...]


class ShipPage(GamePage):
    """What the pages show of Ship, Captain, Crew."""

    title = _("Ship, Captain, Crew")
    symbol = "ship"
    options: Sequence[Option] = OPTIONS
    quick = (QuickGame(TITLES_OF_FOOLS[SHIP_OF_FOOLS][0], SHIP_OF_FOOLS),)
    template = "ship.html"
    weighs_winning = True
    tells: Mapping[str, News] = {"midnight": News(_("Midnight!")), "dream_spider": News(_("Dream spider!"))}
    terms: Mapping[str, tuple[Text, Text]] = {
        "ship": (_("Ship"), _("The first die to find. It counts before captain and crew.")),
        "captain": (_("Captain"), _("The second die to find. It needs a ship.")),
        "crew": (_("Crew"), _("The third die to find. It needs ship and captain.")),
        "cargo": (_("Cargo"), _("The other dice. Their sum is your score once you have ship, captain and crew.")),
        "no_score": (_("No score"), _("A turn that ends without ship, captain and crew.")),
        "point": (_("To beat"), _("The best score so far.")),
        "hammer": (_("Hammer"), _("The advantage of rolling last, and who has it.")),
        "rolloff": (_("Roll-off"), _("One more roll to decide a tie, or who goes first.")),
        "midnight": (_("Midnight"), _("A cargo of two sixes: twelve, the highest.")),
        "dream_spider": (_("Dream spider"), _("A second midnight that makes the round a tie.")),
        "minimum": (_("Minimum"), _("A cargo of ones only, the lowest.")),
        "hands": (_("Hand"), _("One round. Win enough of them to win the game.")),
        "ante": (_("Ante"), _("What each player pays into the pot before a round.")),
        "pot": (_("Pot"), _("The chips in the middle. The winner takes them.")),
        "chips": (_("Chips"), _("What you have won or lost so far.")),
        "drinks": (_("Drinks"), _("One for each round that someone else won.")),
        "bet": (_("Bet"), _("Chips on whether a player gets ship, captain and crew.")),
    }

    # The form for a new game

    def values(self, rules: Rules) -> Mapping[str, Any]:
        return {**super().values(rules), **written(rules)}

    def odds(self, rules: Rules, usual: Rules) -> str:
        return odds_said(rules, usual)

    def how(self, rules: Rules) -> HowToPlay:
        return HowToPlay(tuple(how_lines(rules)), tuple(terms_of(rules)))

    # The table

    def on_turn(self, state: State) -> OnTurn:
        who = state.player or state.winner or ""
        if state.turn is None:
            return OnTurn(who, 0, state.rules.rolls, won=state.winner is not None)
        return OnTurn(who, state.turn.taken + 1, state.rules.rolls)

    def board(self, snapshot: Snapshot) -> ShipBoard:
        state: State = snapshot.state
        return ShipBoard(tuple(_facts(state)), _slots(snapshot), tuple(self._lines(state)))

    def held(self, snapshot: Snapshot) -> frozenset[str]:
        turn = snapshot.state.turn
        kept = turn.kept if turn else ()
        return frozenset(die.key for die in snapshot.dice if die.part in PARTS or (die.on_rail and die.value in kept))

    def said(self, announcements: Sequence[Announcement]) -> Sequence[str]:
        words = {one.word for one in announcements}

        def names(word: str) -> list[str]:
            return [isolated(one.player) for one in announcements if one.word == word]

        spoken: list[str] = []
        tied = [] if "shared" in words else names("tied")
        for one in announcements:
            if one.word == "tied" and tied:
                spoken.append(_tie(tied, one.number))
                tied = []
            elif sentence := _sentence(one, words):
                spoken.append(sentence)
        crew = [_FOUND[part] for one in announcements for part in _FOUND if part == one.word]
        if crew and "qualified" not in words:
            player = isolated(announcements[0].player)
            spoken.insert(0, _("{player} has {parts}.", player=player, parts=listed(crew)))
        if rolloff := names("rolloff"):
            spoken.append(_("Roll-off: {players}.", players=listed(rolloff)))
        if drinks := names("drinks"):
            spoken.append(ngettext("{players} drinks.", "{players} drink.", len(drinks), players=listed(drinks)))
        if shared := names("shared"):
            spoken.append(full_sentence(_("{players} tie for the win", players=listed(shared))))
        return spoken

    def scores(self, state: State) -> dict[str, str]:
        return {
            name: NO_SCORE if self.has_failed(state, name) else number(total) for name, total in totals(state).items()
        }

    def has_failed(self, state: State, name: str) -> bool:
        return state.rules.match.kind == "single_round" and state.scores.get(name) is None

    def turned(self, _before: State, after: State) -> str:
        return faces_listed(after.last.held + after.last.loose) if after.last else ""

    def rolled_off(self, state: State, name: str) -> str | None:
        if not state.rolloffs or name not in state.shooters:
            return None
        turn = next((one for one in state.finished if one.player == name), None)
        return NOT_YET if turn is None else NO_SCORE if turn.score is None else str(turn.score)

    def counts(self, state: State) -> Literal["points", "hands"]:
        return "hands" if state.rules.match.kind == "hands" else "points"

    def help(self, state: State) -> Help:
        if state.turn is None or state.turn.over:
            return Help(why_not="nobody_throws")
        if state.rules.dice > MOST_COACHED:
            return Help(why_not="own_rules")
        game = game_of(state.rules.name)
        assert isinstance(game, ShipCaptainCrew)
        state = game.with_last_round(state)
        aim = _aim(state)
        advice = advise(state, aim)
        ways = tuple(Way(one.throw, _kept(state, one.hold, one.release), one.value, one.cost) for one in advice.choices)
        return Help(tuple(_chances(state, aim, advice)), aim, "points" if aim == "points" else "chance", ways)

    # The helm

    def entered(self, state: State) -> EnteredDice:
        turn, expected = state.turn, expected_tray(state)
        if state.phase is Phase.ANTE:
            return EnteredDice()
        if turn is None or not turn.rolls:
            return EnteredDice(throw=expected.throw)
        releases = "release" in legal_actions(state)
        free = (*expected.may_hold, *(turn.kept if releases else ()))
        returning = may_return(state.rules, turn)
        held = tuple(EnteredDie(face, stays=True, free=face in returning) for face in turn.held)
        return EnteredDice(held + kept_or_free(turn.loose, turn.kept, free), expected.throw or int(releases))

    def stand_says(self, state: State) -> str:
        if "pass" in legal_actions(state):
            return _("Skip this roll")
        return _("Stand with {score}", score=state.turn.score if state.turn else None)

    def rounds(self, state: State) -> RoundsToSet | None:
        least = least_rounds(state)
        return RoundsToSet(least, MOST_ROUNDS, state.rules.match.count) if least else None

    def bettors(self, state: State) -> tuple[str, ...]:
        return (*(name for name in state.present if name != state.player), *state.money.bystanders)

    def asks(self, state: State) -> BeforeThrow | None:
        return BeforeThrow(_("Set the ante"), "/helm/stakes") if state.phase is Phase.ANTE else None

    def _lines(self, state: State) -> Iterator[PlayerLine]:
        taken = {turn.player: turn for turn in state.finished}
        kept = totals(state)
        over, by_roll = state.phase is Phase.OVER, state.rules.rolling == "interleaved"
        for player in state.players:
            score, done = _standing(state, player, taken)
            rolloff = self.rolled_off(state, player)
            yield PlayerLine(
                name=shown(player),
                on=player == state.player,
                score=NOT_YET if score is None and not done else NO_SCORE if score is None else str(score),
                score_is="scored" if score is not None else "failed" if done else "open",
                point=not over and player in state.leaders,
                hammer=not over and player == state.hammer,
                won=player == state.winner or (over and player in state.tied),
                out=state.rolloffs > 0 and rolloff is None,
                gone=player in state.gone,
                rolloff=rolloff,
                has=_parts(state, player) if by_roll and not over else None,
                sums=tuple(_sums(state, player, kept)),
            )

    # The log

    def told(self, event: Event, name: str, dice: Sequence[int] | None, _state: State) -> str | None:
        match event:
            case Held():
                if dice is None:
                    return _("{player} holds", player=name)
                return _("{player} holds {dice}", player=name, dice=faces_listed(dice))
            case Released():
                if dice is None:
                    return _("{player} releases", player=name)
                return _("{player} releases {dice}", player=name, dice=faces_listed(dice))
            case Passed():
                return _("{player} skips a roll", player=name)
            case Anted(chips=chips):
                return _("{name} sets the ante: {chips}", name=name, chips=chips)
            case RoundsSet(rounds=rounds):
                count = in_words(rounds)
                return ngettext("The game now has one round", "The game now has {number} rounds", rounds, number=count)
            case Bet(on="qualify", chips=chips):
                return _("{player} bets {chips} on a full crew", player=name, chips=chips)
            case Bet(chips=chips):
                return _("{player} bets {chips} against a full crew", player=name, chips=chips)
        return None

    def player_of(self, event: Event) -> str | None:
        return event.by if isinstance(event, Bet) else None

    def part_columns(self) -> Sequence[TableColumn[GamePart]]:
        return (TableColumn(_("Cargo"), scores_listed),)

    def board_columns(self) -> Sequence[TableColumn[LeaderboardRow]]:
        return (
            TableColumn(_("Qualified"), lambda row: share(row.tally.scored_share)),
            TableColumn(_("Average cargo"), lambda row: mean(row.tally.mean_score)),
            TableColumn(_("Best turn"), lambda row: best(row.best)),
        )

    def figures(self, account: Account) -> Sequence[PlayerFigure]:
        tally = account.tally
        return (
            PlayerFigure(_("Qualified"), share(tally.scored_share), turns_noted(tally.turns)),
            PlayerFigure(_("Average cargo"), mean(tally.mean_score)),
            best_figure(_("Best turn"), account),
        )

    def score_chart(self, account: Account) -> ScoreChart | None:
        if not account.scores:
            return None
        described = _("A bar for each cargo, the first for turns without a full crew.")
        bins = [ScoreBin(NOT_YET, pgettext("cargo", "none"), account.scores.get(0, 0), failed=True)]
        for cargo in range(2, min(max((USUAL, *account.scores)), MOST) + 1):
            bins.append(ScoreBin(str(cargo), str(cargo), account.scores.get(cargo, 0)))
        return ScoreChart(_("Cargo frequency"), described, _("Cargo"), tuple(bins))


def _facts(state: State) -> Iterator[Fact]:
    now = _("Round {number}", number=state.round)
    match state.rules.match.kind, state.rules.match.count:
        case "hands", int(hands):
            yield Fact(ngettext("One hand wins", "First to {count} hands", hands), "hands")
        case "rounds" | "total" | "chips", int(rounds):
            yield Fact(_("Round {number} of {rounds}", number=min(state.round, rounds), rounds=rounds))
        case "total", None:
            yield Fact(title_of(state.rules.name)[0])
            yield Fact(now)
        case _ if state.round > 1:
            yield Fact(now)
    money = state.money
    if state.rules.stakes.kind == "pot" and state.phase is not Phase.OVER:
        yield Fact(_("Pot {chips}", chips=money.pot), "pot")
        if money.ante:
            yield Fact(_("Ante {chips}", chips=money.ante), "ante")
    for bet in money.bets:
        by, against, shooter = isolated(bet.by), isolated(bet.against), isolated(bet.shooter)
        if bet.on == "qualify":
            says = _(
                "{by} bets {against} {chips} that {shooter} qualifies",
                by=by,
                against=against,
                chips=bet.chips,
                shooter=shooter,
            )
        else:
            says = _(
                "{by} bets {against} {chips} that {shooter} fails",
                by=by,
                against=against,
                chips=bet.chips,
                shooter=shooter,
            )
        yield Fact(says, "bet")


def _slots(snapshot: Snapshot) -> tuple[ShipSlot, ...]:
    state: State = snapshot.state
    turn = state.turn or _winning(state)

    def slot(
        part: Part, faces: tuple[int, ...], is_: SlotState, points: int | None = None, blanks: int = 0
    ) -> ShipSlot:
        return ShipSlot(part, _called(state.rules, part), faces, is_, points, blanks)

    sequence = tuple(
        slot(part, (face,), _slot_state(snapshot, turn, place))
        for place, (part, face) in enumerate(zip(PARTS, _sequence_of(state, turn), strict=True))
    )
    lying = tuple(die.value for die in snapshot.dice if die.part == "cargo" and die.value is not None)
    if lying and snapshot.mode is Mode.SHOWN:  # a new cargo replaces the one before
        return (*sequence, slot("cargo", lying, "seen", sum(lying)))
    if turn.qualified and turn.cargo:
        return (*sequence, slot("cargo", turn.cargo, "held", turn.score))
    return (*sequence, slot("cargo", (), "open", blanks=state.rules.cargo_dice))


def _called(rules: Rules, part: Part) -> str:
    own = rules.labels.get(part)
    return f"{own[0].upper()}{own[1:]}" if own else PART_NAMES[part]


def _sequence_of(state: State, turn: Turn) -> tuple[int, ...]:
    sequences = state.rules.sequences
    return next((one for one in sequences if turn.held and turn.held[0] in one), state.rules.sequence)


def _slot_state(snapshot: Snapshot, turn: Turn, place: int) -> SlotState:
    if place < len(turn.held):
        return "held"
    lies = any(die.part == PARTS[place] and die.value is not None for die in snapshot.dice)
    return "seen" if lies and snapshot.mode is Mode.SHOWN else "open"


def _winning(state: State) -> Turn:
    return next((turn for turn in state.finished if turn.player == state.winner), Turn(state.winner or ""))


def _standing(state: State, player: str, taken: dict[str, Turn]) -> tuple[int | None, bool]:
    """Return a player's score, None if there is none, and whether it is final."""
    if state.phase is Phase.STARTER and state.start:
        thrown = state.start.thrown.get(player)
        return (sum(thrown), True) if thrown else (None, player not in state.start.thrown)
    if state.rules.rolling == "interleaved" and state.leg is not None and state.rolloffs == 0:
        place = state.leg.of(player)
        lying = state.leg.turns[place].score if place is not None else None
        return lying, player in taken
    score = state.scores.get(player)
    return score, state.rolloffs > 0 or player in taken


def _parts(state: State, player: str) -> tuple[tuple[Part, str, bool], ...]:
    place = state.leg.of(player) if state.leg else None
    held = len(state.leg.turns[place].held) if state.leg and place is not None else 0
    return tuple((part, PART_NAMES[part], number < held) for number, part in enumerate(PARTS))


def _sums(state: State, player: str, kept: Mapping[str, int]) -> Iterator[tuple[Sum, str, int]]:
    match state.rules.match.kind:
        case "hands":
            yield "hands", _("hands"), kept[player]
        case "rounds" | "total":
            yield "total", _("total"), kept[player]
    if state.rules.stakes.kind == "pot" or any(state.money.chips.values()):
        yield "chips", _("chips"), state.money.chips.get(player, 0)
    if state.rules.stakes.kind == "drinks":
        yield "drinks", _("drinks"), state.money.drinks.get(player, 0)


def _aim(state: State) -> str:
    """Return the aim of a player: to win where the leg decides, points if they are added up, or to beat the point."""
    if is_to_win(state):
        return "win"
    return "points" if state.rules.match.kind in ("rounds", "total") else "beat"


def _chances(state: State, aim: str, advice: Advice[Choice]) -> Iterator[Chance]:
    assert state.turn is not None
    if not state.turn.qualified:
        yield Chance("qualify", advise(state, "qualify").best.value)
    others = _point_of_the_others(state)
    if others is not None:
        yield Chance("beat", advise(state, "beat").best.value, of=others)
    if aim == "win":
        yield Chance("win", advice.best.value)
    yield Chance("mean", advise(state, "points").best.value, "points")


def _point_of_the_others(state: State) -> int | None:
    """Return the score that the player on turn has to beat, or None. Roll by roll it may be the player's own."""
    turns = state.leg.turns if state.leg else ()
    counted = (turn for turn in turns if turn.over or state.rules.rolling == "interleaved")
    return max((turn.score for turn in counted if turn.player != state.player and turn.score is not None), default=None)


def _kept(state: State, hold: tuple[int, ...], release: tuple[int, ...]) -> tuple[int, ...]:
    """Return the dice set aside when the others are thrown: those held, with this choice's changes."""
    assert state.turn is not None
    kept = [*state.turn.held, *state.turn.kept, *hold]
    for face in release:
        kept.remove(face)
    return tuple(sorted(kept, reverse=True))


_FOUND: dict[Part, Text] = {"ship": _("the ship"), "captain": _("the captain"), "crew": _("the crew")}


def _tie(names: Sequence[str], score: int | None) -> Text:
    if score is None:
        return _("{players} tie.", players=listed(names))
    return _("{players} tie at {score}.", players=listed(names), score=score)


def _sentence(one: Announcement, words: Set[str]) -> str | None:
    player, number = isolated(one.player), one.number
    match one.word:
        case "midnight":
            return _("Midnight!")
        case "dream_spider":
            return _("Dream spider: a second midnight!")
        case "minimum":
            return _("Minimum: cargo {number}.", number=number)
        case "cargo" if not words & {"midnight", "minimum", "point", "won", "hand_won"}:
            return _("Cargo {number}.", number=number)
        case "qualified":
            return _("{player} has ship, captain and crew.", player=player)
        case "point" if not words & {"won", "hand_won"}:
            return _("{player} leads with {number}.", player=player, number=number)
        case "no_score":
            return _("{player}: no score.", player=player)
        case "hand_won" if "won" not in words:
            return (
                _("{player} wins the hand.", player=player)
                if number is None
                else _("{player} wins the hand with {number}.", player=player, number=number)
            )
        case "won":
            return (
                full_sentence(_("{player} wins", player=player))
                if number is None
                else full_sentence(_("{player} wins with {points}", player=player, points=number))
            )
        case "rounds":
            rounds = number or 0
            return ngettext("One round now.", "{number} rounds now.", rounds, number=in_words(rounds))
        case "pot_won":
            return _("{player} takes the pot of {number}.", player=player, number=number)
        case "pot_carried":
            return _("The pot of {number} carries over.", number=number)
        case "ante":
            return (
                _("Everyone antes {number} more.", number=number)
                if "pot_carried" in words
                else _("Everyone antes {number}.", number=number)
            )
        case "starts":
            return _("{player} goes first.", player=player)
        case "bet_qualify":
            return full_sentence(_("{player} bets {chips} on a full crew", player=player, chips=number))
        case "bet_miss":
            return full_sentence(_("{player} bets {chips} against a full crew", player=player, chips=number))
        case "bet_won":
            return _("{player} wins the bet of {number}.", player=player, number=number)
    return comings_said(one)

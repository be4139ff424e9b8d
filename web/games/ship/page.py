"""The display of Ship, Captain, Crew: slots for the sequence and the cargo, and a line for each player."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from engine import Announcement, Phase, State, Turn, expected_tray, legal_actions, totals
from engine.games.ship.play.rounds import least_rounds
from engine.games.ship.rules import MOST_ROUNDS, TERMS, Rules
from engine.i18n import joined
from table.snapshot import LyingDie, Mode, Part, Snapshot
from web.catalogue import Words
from web.display_names import isolated, shown
from web.games.game_page import BeforeThrow, EnteredDice, EnteredDie, Fact, OnTurn, OpenBox, RoundsToSet, Terms
from web.games.game_setup import GameSetup
from web.games.help import Help
from web.games.how import HowToPlay
from web.games.ship.help import help_of
from web.games.ship.how import how_to_play
from web.games.ship.log import ShipLog
from web.games.ship.setup import ShipSetup

SlotState = Literal["held", "seen", "open"]
Sum = Literal["total", "hands", "chips", "drinks"]

SEQUENCE: tuple[Part, Part, Part] = ("ship", "captain", "crew")
PARTS: tuple[Part, ...] = (*SEQUENCE, "cargo")


@dataclass(frozen=True, slots=True)
class Slot:
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

    ``has`` is the part of the sequence reached, if all throw roll by roll; ``sums`` are the sums over the rounds:
    points or hands, chips, drinks.
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
    has: tuple[Part, ...] | None
    sums: tuple[tuple[Sum, int], ...]


@dataclass(frozen=True, slots=True)
class ShipBoard:
    """The part of the page that is specific to Ship, Captain, Crew."""

    facts: tuple[Fact, ...]
    slots: tuple[Slot, ...]
    lines: tuple[PlayerLine, ...]


class ShipOnThePage:
    """Displays Ship, Captain, Crew."""

    template = "ship.html"
    layout: Literal["lines", "cards"] = "lines"
    setup: GameSetup = ShipSetup()
    log = ShipLog()

    def on_turn(self, state: State) -> OnTurn:
        """Return whose turn it is, or who has won."""
        who = state.player or state.winner or ""
        if state.turn is None:
            return OnTurn(who, 0, state.rules.rolls, won=state.winner is not None)
        return OnTurn(who, state.turn.taken + 1, state.rules.rolls)

    def board(self, snapshot: Snapshot, words: Words) -> ShipBoard:
        """Return slots, facts and lines."""
        state: State = snapshot.state
        return ShipBoard(tuple(_facts(state, words)), _slots(snapshot, words), tuple(self._lines(state, words)))

    def held(self, snapshot: Snapshot) -> frozenset[str]:
        """Return the keys of ship, captain, crew, and of held cargo."""
        turn = snapshot.state.turn
        kept = turn.kept if turn else ()
        return frozenset(
            die.key for die in snapshot.dice if die.part in SEQUENCE or (die.on_rail and die.value in kept)
        )

    def spoken(self, die: LyingDie, words: Words) -> str:  # noqa: ARG002
        """Describe the die by part and face."""
        return joined((TERMS[die.part], die.value)) if die.part else str(die.value)

    def said(self, announcements: Sequence[Announcement], words: Words) -> str:
        """Return the announcements in a few sentences."""
        sentence: str = words.ship_said(announcements, isolated)
        return sentence

    def cheers(self, words: Words) -> dict[str, str]:
        """Return the announcements that are cheered, midnight first."""
        cheers: dict[str, str] = words.SHIP_CHEERS
        return cheers

    def scores(self, state: State, words: Words) -> dict[str, str]:
        """Return the points or hands of each player; of a single round also that there are none."""
        alone = state.rules.match.kind == "single_round"
        return {
            name: words.NO_SCORE if alone and state.scores.get(name) is None else str(total)
            for name, total in totals(state).items()
        }

    def rolled_off(self, state: State, name: str, words: Words) -> str | None:
        """Return a player's score in the roll-off; None for one who is not in it."""
        if not state.rolloffs or name not in state.shooters:
            return None
        turn = next((one for one in state.finished if one.player == name), None)
        return str(words.NOT_YET if turn is None else words.NO_SCORE if turn.score is None else turn.score)

    def counts(self, state: State) -> Literal["points", "hands"]:
        """Return whether hands decide the game, or points."""
        return "hands" if state.rules.match.kind == "hands" else "points"

    def box(self, rules: Any, box: str, words: Words) -> str:  # noqa: ARG002
        """Return the name unchanged: this game has no boxes."""
        return box

    def how(self, rules: Rules, words: Words) -> HowToPlay:
        """Return the rules in short sentences."""
        return how_to_play(rules, words)

    def terms(self, words: Words) -> Terms:
        """Return the special words of this game."""
        terms: Terms = words.SHIP_TERMS
        return terms

    def help(self, state: State) -> Help:
        """Return exact chances, and the value of each choice."""
        return help_of(state)

    def entered(self, state: State) -> EnteredDice:
        """Return what is held, and the cargo dice that may stay."""
        turn, expected = state.turn, expected_tray(state)
        if state.phase is Phase.ANTE:
            return EnteredDice()
        if turn is None or not turn.rolls:
            return EnteredDice(throw=expected.throw)
        free = Counter(expected.may_hold)
        if "release" in legal_actions(state):
            free += Counter(turn.kept)
        kept = Counter(turn.kept)
        dice = [EnteredDie(face, stays=True, free=False) for face in turn.held]
        for face in sorted(turn.loose, reverse=True):
            dice.append(EnteredDie(face, stays=kept[face] > 0, free=free[face] > 0))
            kept[face] -= 1
            free[face] -= 1
        return EnteredDice(tuple(dice), expected.throw)

    def stand_says(self, state: State, words: Words) -> str:
        """Return that the score is kept, or the roll passed."""
        if "pass" in legal_actions(state):
            return str(words.HELM_PASS)
        return str(words.helm_stand_with(state.turn.score if state.turn else None))

    def boxes(self, state: State, words: Words) -> tuple[OpenBox, ...]:  # noqa: ARG002
        """Return none."""
        return ()

    def rounds(self, state: State) -> RoundsToSet | None:
        """Return the numbers of rounds that may be set now."""
        least = least_rounds(state)
        return RoundsToSet(least, MOST_ROUNDS, state.rules.match.count) if least else None

    def bettors(self, state: State) -> tuple[str, ...]:
        """Return the players who are not on turn, and bystanders who have bet before."""
        return (*(name for name in state.present if name != state.player), *state.money.bystanders)

    def asks(self, state: State, words: Words) -> BeforeThrow | None:
        """Return the ante while it is to be set."""
        return BeforeThrow(words.HELM_SET_ANTE, "/helm/stakes") if state.phase is Phase.ANTE else None

    def _lines(self, state: State, words: Words) -> Iterator[PlayerLine]:
        """Yield a line for each player, in the order of the seats."""
        taken = {turn.player: turn for turn in state.finished}
        kept = totals(state)
        over, by_roll = state.phase is Phase.OVER, state.rules.rolling == "interleaved"
        for player in state.players:
            score, done = _standing(state, player, taken)
            rolloff = self.rolled_off(state, player, words)
            yield PlayerLine(
                name=shown(player),
                on=player == state.player,
                score=words.NOT_YET if score is None and not done else words.NO_SCORE if score is None else str(score),
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


def _facts(state: State, words: Words) -> Iterator[Fact]:
    """Yield the progress of the game, the pot, and the bets."""
    match state.rules.match.kind:
        case "hands":
            yield Fact(words.first_to(state.rules.match.count), "hands")
        case "rounds" | "total" | "chips" if state.rules.match.count:
            yield Fact(words.round_of(min(state.round, state.rules.match.count), state.rules.match.count))
        case "total":
            yield Fact(words.title(state.rules.name)[0])
            yield Fact(words.round_number(state.round))
        case _ if state.round > 1:
            yield Fact(words.round_number(state.round))
    money = state.money
    if state.rules.stakes.kind == "pot" and state.phase is not Phase.OVER:
        yield Fact(words.pot_of(money.pot), "pot")
        if money.ante:
            yield Fact(words.ante_of(money.ante), "ante")
    for bet in money.bets:
        names = isolated(bet.by), bet.chips, isolated(bet.shooter), isolated(bet.against)
        yield Fact(words.bet_of(*names, qualifies=bet.on == "qualify"), "bet")


def _slots(snapshot: Snapshot, words: Words) -> tuple[Slot, ...]:
    state: State = snapshot.state
    turn = state.turn or _winning(state)

    def slot(part: Part, faces: tuple[int, ...], is_: SlotState, points: int | None = None, blanks: int = 0) -> Slot:
        return Slot(part, _called(state.rules, part, words), faces, is_, points, blanks)

    sequence = tuple(
        slot(part, (face,), _slot_state(snapshot, turn, place))
        for place, (part, face) in enumerate(zip(SEQUENCE, _sequence_of(state, turn), strict=True))
    )
    lying = tuple(die.value for die in snapshot.dice if die.part == "cargo" and die.value is not None)
    if lying and snapshot.mode is Mode.SHOWN:  # a new cargo replaces the one before
        return (*sequence, slot("cargo", lying, "seen", sum(lying)))
    if turn.qualified and turn.cargo:
        return (*sequence, slot("cargo", turn.cargo, "held", turn.score))
    return (*sequence, slot("cargo", (), "open", blanks=state.rules.cargo_dice))


def _called(rules: Rules, part: Part, words: Words) -> str:
    """Return the name of a part: that of the rules if they name it, else that of the viewer's language."""
    own = rules.labels.get(part)
    name: str = f"{own[0].upper()}{own[1:]}" if own else words.SHIP_PARTS[part]
    return name


def _sequence_of(state: State, turn: Turn) -> tuple[int, ...]:
    """Return the faces of ship, captain and crew, in the chosen direction if there are two."""
    sequences = state.rules.sequences
    return next((one for one in sequences if turn.held and turn.held[0] in one), state.rules.sequence)


def _slot_state(snapshot: Snapshot, turn: Turn, place: int) -> SlotState:
    if place < len(turn.held):
        return "held"
    lies = any(die.part == SEQUENCE[place] and die.value is not None for die in snapshot.dice)
    return "seen" if lies and snapshot.mode is Mode.SHOWN else "open"


def _winning(state: State) -> Turn:
    """Return the winning turn, once the game is over."""
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


def _parts(state: State, player: str) -> tuple[Part, ...]:
    place = state.leg.of(player) if state.leg else None
    held = state.leg.turns[place].held if state.leg and place is not None else ()
    return SEQUENCE[: len(held)]


def _sums(state: State, player: str, kept: dict[str, Any]) -> Iterator[tuple[Sum, int]]:
    """Yield the sums over the rounds. With one round the score is the sum."""
    match state.rules.match.kind:
        case "hands":
            yield "hands", kept[player]
        case "rounds" | "total":
            yield "total", kept[player]
    if state.rules.stakes.kind == "pot" or any(state.money.chips.values()):
        yield "chips", state.money.chips.get(player, 0)
    if state.rules.stakes.kind == "drinks":
        yield "drinks", state.money.drinks.get(player, 0)

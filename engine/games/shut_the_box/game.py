"""Shut the box: each throw closes open tiles that add up to it; what cannot be closed is left, and the least wins."""

from collections.abc import Iterator, Mapping, Sequence

from engine.errors import BadRules, Refused
from engine.events import Event, Stopped
from engine.face import Chance, Effect, Fact, News, QuickGame, RuleLine, Slot, Tile, blank, drawn, roll_called
from engine.game import RecordedAs, Titles
from engine.games.shut_the_box.chances import COACH, dice_now
from engine.games.shut_the_box.rules import (
    OPTIONS,
    PRESETS,
    TITLES,
    Closed,
    Rules,
    Switched,
    Tiles,
    closable,
    dice_for,
    left,
    name_of,
    sets,
    worth,
)
from engine.i18n import Text, in_words, ngettext, number, pgettext, spelled
from engine.i18n import gettext as _
from engine.reports.moments import Found, MomentText, SeenStep, said
from engine.reports.odds_report import Figure, FigureName
from engine.reports.win_chances import WinChances
from engine.turns import rounds
from engine.turns.coach import TurnWay
from engine.turns.face import SCORES, Chart, Face, Says, tie_line
from engine.turns.game import Best, Move, TurnGame, Wait
from engine.turns.state import Result, Turn, TurnState
from engine.values import Announcement, GameOutcome, replace

BoxState = TurnState[Rules]


class BoxFace(Face):
    dice = (4, 5)
    quick = (QuickGame(pgettext("name of a game", "Shut the box"), "shut-the-box"),)
    terms: Mapping[str, tuple[Text, Text]] = {
        "shut": (_("Shut the box"), _("Close the last tile: nothing is left.")),
    }
    tells: Mapping[str, News] = {"shut": News(_("Box shut!"))}
    sentences: Mapping[str, Says] = {
        "shut": lambda player, _left: _("{player} shuts the box!", player=player),
        "total": lambda player, points: _("{player}: {points} left.", player=player, points=number(points)),
    }
    effects: Mapping[str, Effect] = {"shut": "five", "total": "bank"}
    figures = SCORES
    feats = (_("Boxes shut"),)
    turns = None
    aims: Mapping[str, Text] = {"points": _("Each choice: average rest, less is better")}
    chart = Chart(
        _("Score frequency"),
        _("A bar for each range of scores."),
        pgettext("column", "Score"),
        (0, 1, 4, 8, 12, 16, 21, 31),
    )

    def mean(self, rules: Rules) -> float:
        return float(COACH.exact(rules, "points"))

    def tiles(self, state: BoxState, turn: Turn) -> Iterator[Tile]:
        for tile in range(1, state.rules.tiles + 1):
            yield Tile(tile, tile in turn.closed)

    def slots(self, _state: BoxState, _turn: Turn) -> Iterator[Slot]:
        """Yield nothing: the tiles are shown."""
        yield from ()

    def facts(self, state: BoxState) -> Iterator[Fact]:
        rules = state.rules
        if rules.limit:
            yield Fact(_("Out at {points}", points=number(rules.limit)))
        elif rules.rounds > 1 and not state.leg:
            yield Fact(_("Round {round} of {rounds}", round=state.round, rounds=rules.rounds))
        if state.turn and not state.leg and state.scores:
            yield Fact(_("{points} to beat", points=number(min(result[0] for result in state.scores.values()))))

    def score(self, state: BoxState, name: str) -> str | None:
        is_new = state.round == 1 and name not in state.scores
        return None if is_new else number(state.totals[name])

    def leaders(self, state: BoxState) -> Mapping[str, Result]:
        here = state.playing if state.round > 1 else state.scores
        return {name: (state.totals[name],) for name in here}

    def chances(self, state: BoxState) -> Iterator[Chance]:
        assert state.turn is not None
        yield Chance("shut", float(COACH.to_shut(state, state.turn)), says=_("Box shut"))
        ways = COACH.ways(state, state.turn, "points")
        yield Chance("mean", float(min(way.value for way in ways)), "points", says=_("Average rest"))

    def way(self, one: TurnWay) -> Text:
        if one.do == "set_aside":
            return _("Close {tiles}", tiles=name_of(one.dice))
        return ngettext("Roll one die", "Roll {number} dice", one.throw, number=in_words(one.throw))

    def stand(self, state: BoxState) -> Text:
        one = state.turn is not None and dice_now(state.rules, state.turn) == 1
        return _("Roll two dice instead") if one else _("Roll only one die")

    def how(self, rules: Rules) -> Iterator[RuleLine]:
        yield RuleLine(_("Roll two dice and add them up. Close open tiles with that sum."), blank(2))
        yield RuleLine(_("An 8 closes the 8, or 7 and 1, or 5, 2 and 1, and so on."), drawn(5, 3))
        if rules.one_die == "six":
            yield RuleLine(_("With 6 or less left, roll one die."), blank(1))
        elif rules.one_die == "high":
            yield RuleLine(_("Once all tiles above 6 are down, you may roll one die."), blank(1))
        yield RuleLine(_("Your turn ends when nothing can be closed."))
        if rules.scores == "digits":
            yield RuleLine(_("The open tiles, read as one number, are your score. The lowest wins."))
        elif rules.scores == "count":
            yield RuleLine(_("Each open tile counts one. The lowest score wins."))
        else:
            yield RuleLine(_("The open tiles add up to your score. The lowest score wins."))
        if rules.outright:
            yield RuleLine(_("Close all tiles, and you win at once."))
        if rules.limit:
            out = _("With {points} points a player is out. The last one in wins.", points=number(rules.limit))
            yield RuleLine(out, rank=1)
        elif rules.rounds > 1:
            yield RuleLine(_("Scores of {rounds} rounds are added up.", rounds=in_words(rules.rounds)), rank=1)
        yield tie_line(rules)

    def goes_on(self, state: BoxState, turn: Turn, _then: Text | None, _rail: bool) -> Text:
        points, dice = number(worth(state.rules.scores, left(state.rules, turn))), dice_now(state.rules, turn)
        if len(dice_for(state.rules.one_die, left(state.rules, turn))) > 1:
            if dice == 1:
                return _("{player}: {points} left. Roll one die. STAND: two", player=turn.player, points=points)
            return _("{player}: {points} left. Roll two dice. STAND: one", player=turn.player, points=points)
        return ngettext(
            "{player}: {points} left. Roll one die",
            "{player}: {points} left. Roll {number} dice",
            dice,
            player=turn.player,
            points=points,
            number=in_words(dice),
        )

    def choosing(self, _state: BoxState, turn: Turn) -> Text:
        return _("{player}: which tiles for {total}?", player=turn.player, total=turn.due)

    def counting(self, state: BoxState, turn: Turn) -> Text:
        dice = "+".join(map(str, turn.loose))
        if turn.over and len(turn.closed) < state.rules.tiles:
            return _("{player}: {dice} – nothing to close. ROLL ends the turn", player=turn.player, dice=dice)
        return _("{player}: {dice}. ROLL counts", player=turn.player, dice=dice)

    def roll_called(self, _state: BoxState, turn: Turn, player: str) -> Text:
        total = sum(turn.loose)
        if turn.due:
            return roll_called(player, turn.loose, _("Close {number}.", number=spelled(total)))
        return roll_called(player, turn.loose, _("{number} goes down.", number=spelled(total)))

    def end_called(self, state: BoxState, turn: Turn, player: str) -> Text:
        rest = left(state.rules, turn)
        if not rest:
            return _("{player} shuts the box!", player=player)
        return _("{player}: {number} left.", player=player, number=spelled(worth(state.rules.scores, rest)))


def _may_switch(state: BoxState, turn: Turn) -> bool:
    return not turn.due and len(dice_for(state.rules.one_die, left(state.rules, turn))) > 1


def _close(rules: Rules, turn: Turn, tiles: Tiles) -> Turn:
    closed = tuple(sorted((*turn.closed, *tiles)))
    return replace(turn, closed=closed, due=0, over=len(closed) == rules.tiles)


def closes(state: BoxState, turn: Turn, event: Closed) -> Turn:
    if not turn.due:
        raise Refused("nothing_thrown", _("Roll first."))
    tiles = sorted(event.tiles.split("+"))
    some = next((one for one in closable(state.rules, turn, turn.due) if sorted(map(str, one)) == tiles), None)
    if some is None:
        raise Refused("not_these_tiles", _("Close open tiles that add up to {total}.", total=turn.due))
    return _close(state.rules, turn, some)


def switches(state: BoxState, turn: Turn, _event: Switched) -> Turn:
    if not _may_switch(state, turn):
        raise Refused("no_choice_of_dice", _("The number of dice is fixed now."))
    return replace(turn, one_die=not turn.one_die)


class ShutTheBox(TurnGame):
    kind = "shut_the_box"
    moment_texts: Mapping[str, MomentText] = {
        "shut_the_box.shut": MomentText(_("Shut the box"), _("Close all tiles in one turn."), "chest"),
    }
    title = pgettext("name of a game", "Shut the box")
    also = _("Canoga, Tric\N{NON-BREAKING HYPHEN}Trac, Batten Down the Hatches")
    titles: Titles = TITLES
    named: Mapping[str, Rules] = PRESETS
    known = OPTIONS
    events: Mapping[str, type[Event]] = {"shut_the_box.closed": Closed, "shut_the_box.switched": Switched}
    commands: Mapping[str, type[Event]] = {"close": Closed, "switch": Switched}
    moves: Mapping[type[Event], Move] = {Closed: closes, Switched: switches}
    lowest_wins = True
    best: Best = "game"
    examples: Mapping[str, str] = {"close": '{"close": "8+1"}', "switch": '{"switch": true}'}
    recorded: Mapping[type[Event], RecordedAs] = {Closed: "pick"}
    picks: Sequence[str] = tuple(name_of(some) for of_total in sets(12).values() for some in of_total)
    figure_names: Mapping[str, FigureName] = {
        "shut_at_best": FigureName(_("chance to shut the box"), is_chance=True),
        "expected_score": FigureName(_("mean score")),
    }
    feats: Sequence[str] = ("shut",)
    coach = COACH
    face = BoxFace()

    def rules(self, preset: str, options: Mapping[str, object]) -> Rules:
        rules: Rules = super().rules(preset, options)
        if rules.scores == "digits" and rules.tiles > 9:
            raise BadRules(_("only tiles up to 9 can be read as one number: play with 9 tiles or another score"))
        return rules

    def must_roll(self, state: BoxState, turn: Turn) -> int:
        return 0 if turn.due else dice_now(state.rules, turn)

    def why_no_roll(self, _state: BoxState, turn: Turn) -> Refused:
        return Refused("close_first", _("Close tiles that add up to {total} first.", total=turn.due))

    def thrown(self, state: BoxState, turn: Turn, dice: Tiles) -> Turn:
        """Return the turn after a throw, with the tiles closed where there is one way only."""
        after, ways = replace(turn, throws=turn.throws + 1, loose=dice), closable(state.rules, turn, sum(dice))
        if len(ways) == 1:
            return _close(state.rules, after, ways[0])
        return replace(after, due=sum(dice)) if ways else replace(after, over=True)

    def choices(self, state: BoxState, turn: Turn) -> Mapping[str, Event]:
        ways = closable(state.rules, turn, turn.due) if turn.due else ()
        return {name_of(some): Closed(name_of(some)) for some in ways}

    def legal_actions(self, state: BoxState) -> tuple[str, ...]:
        turn = state.turn
        if turn is None:
            return ()
        if turn.due:
            return ("close",)
        return ("roll", "switch") if _may_switch(state, turn) else ("roll",)

    def stopped(self, _state: BoxState, _turn: Turn) -> Turn:
        raise Refused("no_standing", _("A turn ends when nothing can be closed: roll."))

    def standing(self, state: BoxState, turn: Turn) -> tuple[Event, ...]:
        """Return the change of the number of dice, where there is a choice."""
        if turn.due:
            raise Refused("close_first", _("Choose the tiles to close."))
        return (Switched(),) if _may_switch(state, turn) else (Stopped(),)

    def held(self, _state: BoxState, _turn: Turn) -> Tiles:
        return ()

    def closed_to(self, state: BoxState) -> Wait | None:
        """Return that a player joins the next game: one who had fewer turns would have the lower total."""
        return None if state.untouched and state.round == 1 else "mid_game"

    def result(self, rules: Rules, turn: Turn) -> Result:
        return (self.points(rules, turn),)

    def points(self, rules: Rules, turn: Turn) -> int:
        return worth(rules.scores, left(rules, turn))

    def counted(self, state: BoxState, turn: Turn) -> BoxState:
        total = state.totals[turn.player] + self.points(state.rules, turn)
        state = replace(state, totals={**state.totals, turn.player: total})
        shuts = state.rules.outright and len(turn.closed) == state.rules.tiles
        return rounds.end(state, [turn.player]) if shuts else state

    def end_of_round(self, state: BoxState) -> BoxState:
        """Return the next round, without those whom the limit puts out, or the end."""
        limit, playing = state.rules.limit, state.playing
        still = [name for name in playing if state.totals[name] < limit] if limit else playing
        if limit and len(still) == 1 < len(state.players):
            return rounds.end(state, still)
        if still and (limit or state.round < state.rules.rounds):
            return rounds.next_round(replace(state, out=state.out | (set(playing) - set(still))))
        return self.settled(state, self.leading(state, {name: (state.totals[name],) for name in playing}))

    def merits(self, state: BoxState) -> dict[str, tuple[int, ...]]:
        """Return the totals as players rank: the winners, those who stayed in longest, those who had a turn."""
        ends = {state.winner, *state.tied}
        return {
            name: (name in ends, name not in state.out, state.round > 1 or name in state.scores, -total)
            for name, total in self.totals(state).items()
        }

    def outcome(self, state: BoxState) -> GameOutcome:
        had = {name: total for name, total in self.totals(state).items() if state.round > 1 or name in state.scores}
        return GameOutcome(state.turn is None, had, state.winner, state.tied)

    def moments_of(self, step: SeenStep, _past: Sequence[SeenStep], /) -> Iterator[Found]:
        yield from said(step, {"shut": "shut_the_box.shut"})

    def win_chances(self, state: BoxState) -> WinChances | None:
        return COACH.chances(state)

    def said(self, _before: BoxState, after: BoxState, turn: Turn) -> Sequence[Announcement]:
        points = self.points(after.rules, turn)
        return (Announcement("total" if points else "shut", turn.player, points),)

    def reported(self, state: BoxState) -> dict[str, object]:
        turn = state.turn
        tiles = left(state.rules, turn)[::-1] if turn else ()
        return {"open": list(tiles), "may_close": list(self.choices(state, turn)) if turn else []}

    def event_in_words(self, event: Event, player: str) -> Text | None:
        match event:
            case Closed(tiles):
                return _("{player} closes {tiles}", player=player, tiles=tiles)
            case Switched():
                return _("{player} changes the number of dice", player=player)
        return None

    def odds(self, rules: Rules) -> Mapping[str, Figure]:
        return {"shut_at_best": COACH.exact(rules, "shut"), "expected_score": COACH.exact(rules, "points")}

"""The players of a game, as far as all games treat them alike."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.errors import BadRules, Refused
from engine.events import MAX_PLAYERS, Event, Joined, Renamed, Started
from engine.i18n import full_sentence, listed, ngettext
from engine.i18n import gettext as _
from engine.names import alike, is_visible, tidied, why_no_name
from engine.values import Announcement, AnyState, replace

MOST_HEAD_START = 1000
"""The highest head start where no goal limits it."""


def with_new_names(event: Event, known: Sequence[str]) -> Event:
    """Return the event with new names as they are stored (:func:`~engine.names.tidied`). ``known`` are the players.

    Raises :class:`Refused` for a new name without anything to see, or that looks like another one.
    """
    match event:
        case Started(players=players, starter=starter):
            names: tuple[str, ...] = ()
            for name in players:
                names = (*names, _new_name(name, names))
            called = dict(zip(players, names, strict=True))
            handicap = {called.get(name, name): points for name, points in event.handicap.items()}
            return replace(event, players=names, starter=starter and called[starter], handicap=handicap)
        case Joined(player) if player not in known:
            return Joined(_new_name(player, known))
        case Renamed(player, name) if player in known:
            return Renamed(player, _new_name(name, [one for one in known if one != player]))
    return event


def _new_name(name: str, others: Sequence[str]) -> str:
    if why := why_no_name(name):
        raise Refused("bad_name", full_sentence(why))
    if not is_visible(name):
        raise Refused("bad_name", _("That name has no letters that can be shown."))
    if other := alike(name, others):
        raise Refused("name_taken", _("The name {new} is already taken.", new=other))
    return tidied(name)


def check_handicap(start: Started, most: int) -> None:
    """Check the head starts of a game that allows up to ``most`` points. Raises :class:`BadRules` otherwise."""
    for name, points in start.handicap.items():
        if name not in start.players:
            raise BadRules(_("no head start for {name}, who doesn’t play", name=name))
        if not most:
            raise BadRules(_("no head start in this game: its points don’t add up"))
        if not 1 <= points <= most:
            raise BadRules(_("the head start of {name} must be 1 to {most} points", name=name, most=most))


def check_joins(present: Sequence[str], name: str) -> None:
    """Check that a player of that name may join. Raises :class:`Refused` otherwise."""
    if name in present:
        raise Refused("name_taken", _("{name} is already playing.", name=name))
    if len(present) == MAX_PLAYERS:
        raise Refused("table_full", _("Up to {max_players} players can play.", max_players=MAX_PLAYERS))
    if why := why_no_name(name):
        raise Refused("bad_name", full_sentence(why))


def check_leaves(present: Sequence[str], name: str) -> None:
    if name not in present:
        raise Refused("no_such_player", _("{name} isn’t playing.", name=name))


def check_renames(players: Sequence[str], old: str, new: str) -> None:
    """Check that the player may have that name.

    Raises :class:`Refused` if it is taken or invalid, or without the player.
    """
    if old not in players:
        raise Refused("no_such_player", _("{name} isn’t playing.", name=old))
    if new in players:
        raise Refused("name_taken", _("The name {new} is already taken.", new=new))
    if why := why_no_name(new):
        raise Refused("bad_name", full_sentence(why))


def renamed(value: Any, old: str, new: str, named: Mapping[type, Sequence[str]]) -> Any:
    """Return a state, or a part of one, with a player renamed.

    ``named`` are, by class, the fields with names of players: a name or None, several, values by name, or such parts.
    """

    def called(part: Any) -> Any:
        match part:
            case str():
                return new if part == old else part
            case dict():
                return {called(name): of_it for name, of_it in part.items()}
            case tuple() | frozenset():
                return type(part)(map(called, part))
        fields = named.get(type(part), ())
        return replace(part, **{field: called(getattr(part, field)) for field in fields}) if fields else part

    return called(value)


def check_enough(players: Sequence[str], least: int) -> None:
    if len(players) < least:
        raise BadRules(
            ngettext(
                "{count} player: the game is for {least} to {most}",
                "{count} players: the game is for {least} to {most}",
                len(players),
                least=least,
                most=MAX_PLAYERS,
            )
        )


def not_your_turn(player: str, other: str) -> Refused:
    return Refused("not_your_turn", _("It is {player}’s turn, not {player_2}’s.", player=player, player_2=other))


def check_number(player: str, dice: Sequence[int], must: int) -> None:
    """Check that the player has rolled as many dice as must be. Raises :class:`Refused` otherwise."""
    if len(dice) != must:
        raise Refused(
            "wrong_number",
            ngettext(
                "{player} rolls {count} die now, not {rolled}.",
                "{player} rolls {count} dice now, not {rolled}.",
                must,
                player=player,
                rolled=len(dice),
            ),
        )


def game_over(state: AnyState) -> Refused:
    if state.winner:
        outcome = _("{player} wins", player=state.winner)
    elif state.tied:
        outcome = _("{players} tie for the win", players=listed(state.tied))
    else:
        outcome = _("{player} has left", player=state.players[0])
    return Refused("game_over", _("The game is over: {outcome}.", outcome=outcome))


def comings_and_goings(before: AnyState, after: AnyState) -> Iterator[Announcement]:
    if before.present == after.present:
        return
    if len(before.players) == len(after.players) and before.players != after.players:
        names = zip(before.players, after.players, strict=True)
        yield from (Announcement("renamed", new) for old, new in names if old != new)
        return
    yield from (Announcement("joined", name) for name in after.present if name not in before.present)
    yield from (Announcement("left", name) for name in before.present if name not in after.present)


def clockwise(players: Sequence[str], starter: str) -> tuple[str, ...]:
    """Return the players in the order of play, beginning with that one."""
    place = players.index(starter)
    return (*players[place:], *players[:place])

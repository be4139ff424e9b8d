"""What phones and the host decide at a Game Night, as facts to add to it. Each refuses in one sentence."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import SystemRandom

from engine import BadRules, Started, fold
from engine.i18n import full_sentence
from engine.i18n import gettext as _
from engine.names import EMBLEMS, alike, is_visible, own_profile, tidied, why_no_new_name
from engine.tournament import Opened, TournamentMatch
from engine.tournament import facts as of
from venue.errors import Rejected
from venue.record.nights import FreeTables, Night, NightFact, TableGame

NOBODY: Mapping[str, of.Entered] = {}


def key_hash(key: str) -> str:
    """Return the hash under which a phone's key is kept. It is random, so that a plain hash is enough."""
    return hashlib.sha256(key.encode()).hexdigest()[:32] if key else ""


def planned(
    form: of.Format, preset: str, best_of: int = 1, minutes: int = 5, season: str = "", best: int = 0
) -> NightFact:
    season = tidied(season)
    try:
        fold([Started(preset, ("1", "2"), "1")])
    except BadRules as error:
        raise Rejected(full_sentence(error.args[0])) from None
    if season and (why := why_no_new_name(season)):
        raise Rejected(full_sentence(why))
    return NightFact(of.Planned(form, preset, best_of, minutes, season, best))


def entering(
    night: Night, player: str, emblem: str = "", key: str = "", claims: Mapping[str, of.Entered] = NOBODY
) -> list[NightFact]:
    """Have a player sign up, also after the draw. A phone has one name; with another one the first is off the list.

    A name that the host has entered belongs to the first phone that signs up with it; one with which a phone signed up
    at another night, as in ``claims``, to that phone.
    """
    name, own = tidied(player), night.player_of(key)
    if not is_visible(name) or (why := why_no_new_name(name)):
        raise Rejected(full_sentence(why if is_visible(name) else _("every player needs a name")))
    fact = NightFact(of.Entered(name, emblem if emblem in EMBLEMS else own_profile(name).emblem, key))
    if own == name or (name in night.roster and key and not night.roster[name].key and not own):
        return [fact]
    if not (night.is_open or night.is_on):
        raise Rejected(_("Sign-up is closed."))
    if own and not night.is_open:
        raise Rejected(_("This phone plays as {player}.", player=own))
    if other := alike(name, [one for one in night.roster if one != own]):
        raise Rejected(_("{name} and {other} look the same: use different names.", name=name, other=other))
    if key and (other := alike(name, [*claims][::-1])) and claims[other].key not in ("", key):
        raise Rejected(_("{player} is the name of another phone. If it’s yours, have the host enter it.", player=other))
    if len(night.roster) - bool(own) >= of.MOST:
        raise Rejected(_("The night is full: {most} players.", most=of.MOST))
    if opened := night.opened:
        if why := why_too_late(night):
            raise Rejected(why)
        late = opened.late + (opened.format == "round_robin")
        return [fact, NightFact(replace(opened, players=(*opened.players, name), late=late))]
    return [*([NightFact(of.Withdrew(own))] if own else []), fact]


def why_too_late(night: Night) -> str | None:
    """Return why nobody can join after the draw, None where that is possible."""
    opened, course = night.course.opened, night.course
    if opened.format == "groups":
        return _("Too late: the groups are drawn.")
    if opened.format in of.KNOCKOUT and any(one.how == "walkover" or night.is_begun(one) for one in course.matches):
        return _("Too late: the first round of this knockout has begun.")
    is_last = opened.format == "swiss" and course.drawn >= opened.rounds
    return _("Too late: the last round has begun.") if is_last else None


def drawing(night: Night) -> list[NightFact]:
    """Close sign-up and draw."""
    plan, players = night.plan, list(night.roster)
    if plan is None or not night.is_open:
        return []
    SystemRandom().shuffle(players)
    rounds = of.usual_rounds(len(players)) * (plan.format == "swiss")
    try:
        return [NightFact(Opened(plan.format, tuple(players), plan.preset, {}, plan.best_of, "half", rounds))]
    except BadRules as error:
        raise Rejected(full_sentence(error.args[0])) from None


def drawn(
    players: Sequence[str], form: of.Format, preset: str, best_of: int, season: str = ""
) -> tuple[NightFact, ...]:
    """Return the facts of a night of these players."""
    night = Night(0, (planned(form, preset, best_of, season=season),))
    for player in players:
        night = night.with_facts(entering(night, player))
    return night.with_facts(drawing(night)).facts


def leaving(night: Night, player: str) -> list[NightFact]:
    """Take a player off the list; after the draw the opponents win."""
    staying = night.is_on and player not in night.course.left
    return [NightFact(of.Withdrew(player))] if player in night.roster and (night.is_open or staying) else []


def returning(night: Night, player: str) -> list[NightFact]:
    """Let a player back in. Matches that are open again are called again: the opponent may be in another by now."""
    if not night.is_on or player not in night.course.left:
        return []
    back = night.with_facts([NightFact(of.Returned(player))])
    again = [
        one for one, _table in back.matches if one.id in back.called.keys() - night.called and not back.is_begun(one)
    ]
    return [back.facts[-1], *(NightFact(of.Postponed(one.id)) for one in again)]


def releasing(night: Night, player: str) -> list[NightFact]:
    """Let another phone claim a name."""
    return [NightFact(replace(night.roster[player], key=""))] if player in night.roster else []


def being_there(night: Night, player: str) -> list[NightFact]:
    found = [match for match, table in night.matches if table and player in match.players]
    return [NightFact(of.There(match.id, player)) for match in found if player not in night.there(match)]


def _to_play(night: Night, name: str, player: str) -> TournamentMatch:
    """Return the match of that name, or the one that the player has to play now if the name is empty."""
    for match, _table in night.matches:
        if player in match.players and name in ("", night.name_of(match)):
            return match
    raise Rejected(_("{player} has no match to play now.", player=player))


def winning(night: Night, match_name: str, player: str) -> list[NightFact]:
    """Have a player win without a game of the record."""
    match = _to_play(night, match_name, player)
    return [NightFact(of.WalkedOver(match.id, match.pair, player))] if match.pair else []


def moving(night: Night, match_name: str, player: str, free: FreeTables) -> list[NightFact]:
    """Call a match to another table; to the next one that becomes free if none is."""
    match, taken = _to_play(night, match_name, player), night.calls()
    for table in free:
        if match.pair and table not in taken:
            return [NightFact(of.Called(match.id, match.pair, free[table]), table)]
    return [NightFact(of.Postponed(match.id))] if match.id in night.called else []


def calling_again(night: Night, match_name: str, player: str) -> list[NightFact]:
    """Call a match to its table again, and restart its timer."""
    call = night.called.get(_to_play(night, match_name, player).id)
    return [replace(call, age=0.0)] if call else []


def taking_back(night: Night, match_id: str) -> list[NightFact]:
    """Take back how a match was decided, and call it again, unless a later one that follows from it has begun."""
    found = [one for one in night.held(of.Counted, of.WalkedOver) if one.fact.match == match_id]
    games = [one for one in found if isinstance(one.fact, of.Counted)]
    facts = [
        *night.revoking(found),
        *(NightFact(of.Declined(one.fact.game, one.fact.winner), *one.place) for one in games),  # they count no more
        *(NightFact(of.Postponed(match_id)) for _one in found[:1]),
    ]
    if found and night.disturbed(facts):
        raise Rejected(_("A later match has begun: its players are known."))
    return facts


def settling(night: Night, games: Sequence[TableGame], place: str, choice: str) -> list[NightFact]:
    """Settle the result of a game that was corrected at its table after a later match had begun.

    ``take`` plays later matches again, ``keep`` keeps them as they were played, ``decline`` keeps the result too.
    """
    for game, now in night.disputes(games):
        if ".".join(map(str, game.place)) == place:
            declined = [NightFact(of.Declined(now.game, now.winner), *game.place)]
            return declined if choice == "decline" else night.taken_over(game, now, keep=choice == "keep")
    return []

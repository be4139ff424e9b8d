"""What another result of a finished match changes, and the facts that take it over."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.tournament.course import TournamentMatch, counted_results, course_of, drawn_rounds
from engine.tournament.facts import Begun, Counted, Declined, Pinned, TournamentFact, Undrawn
from engine.tournament.swiss import drawn_again


@dataclass(frozen=True, slots=True)
class Consequences:
    """What follows if the result of a game is taken over.

    ``played`` are later matches that were played and no longer fit; they are kept as they were played or played again.
    ``paired_again`` are later matches without a result that get other players.
    """

    counted: Counted
    now: Counted
    played: tuple[TournamentMatch, ...]
    paired_again: tuple[TournamentMatch, ...]


def disputed(facts: Sequence[TournamentFact], game: int, winner: str | None) -> Counted | None:
    """Return the counted result of that game if its log says now that another player won, and nobody decided on it."""
    counted = counted_results(facts).get(game)
    if counted is None or counted.winner == winner:
        return None
    said = [fact for fact in facts if isinstance(fact, Counted | Declined) and fact.game == game]
    return None if said[-1] == Declined(game, winner) else counted


def consequences_of(facts: Sequence[TournamentFact], now: Counted) -> Consequences:
    before, after = course_of(facts), course_of((*facts, now))
    if before.opened.format == "swiss":
        was, is_ = before.match(now.match), after.match(now.match)
        # another result of the match moves points, another one of its games alone does not
        moved = was and is_ and (was.how, was.winner) != (is_.how, is_.winner)
        later = [one for one in before.matches if was and moved and one.round > was.round]
        played = [one for one in later if one.games]
        met = {(fact.match, frozenset(fact.players)) for fact in facts if isinstance(fact, Begun)}
        free = [one for one in later if one.can_begin and not one.games and (one.id, frozenset(one.players)) not in met]
        return Consequences(counted_results(facts)[now.game], now, tuple(played), tuple(free))
    played, again = [], []
    for one in before.matches:
        then = after.match(one.id)
        if one.id == now.match or (then and then.players == one.players and then.games == one.games):
            continue
        if one.games:
            played.append(one)
        elif one.pair:
            again.append(one)
    return Consequences(counted_results(facts)[now.game], now, tuple(played), tuple(again))


def taken_over(facts: Sequence[TournamentFact], now: Counted, *, keep: bool) -> tuple[TournamentFact, ...]:
    """Return the facts that take the result over.

    With ``keep`` later matches stay as they were played, else they are played again.
    """
    follows = consequences_of(facts, now)
    added: list[TournamentFact] = [now]
    if course_of(facts).opened.format == "swiss":
        return (*added, *_swiss(facts, follows, now, keep=keep))
    while keep:
        course = course_of((*facts, *added))
        lost = next((one for one in follows.played if (course.match(one.id) or one).games != one.games), None)
        lost = lost or next((one for one in follows.played if course.match(one.id) is None), None)
        if lost is None or lost.pair is None or Pinned(lost.id, lost.pair) in added:
            break
        added.append(Pinned(lost.id, lost.pair))
    return tuple(added)


def _swiss(facts: Sequence[TournamentFact], follows: Consequences, now: Counted, *, keep: bool) -> list[TournamentFact]:
    if not follows.played and not follows.paired_again:
        return []
    if follows.played and not keep:
        first = min(one.round for one in follows.played)
        return [Undrawn(first)]
    rounds = drawn_rounds(facts)
    if not follows.paired_again:
        return []
    last = rounds[-1]
    free = {one.pair for one in follows.paired_again}
    kept = [pair for pair in last.pairs if pair not in free]
    if last.bye and len(follows.paired_again) != len(last.pairs):
        kept.append((last.bye, ""))  # a bye stays once a match of its round was played
    again = drawn_again((*facts, now), last.round, kept)
    return [replace(again, pairs=tuple(pair for pair in again.pairs if "" not in pair), bye=again.bye or last.bye)]

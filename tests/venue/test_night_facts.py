"""A Game Night as facts: who signs up, what tables play, and what follows."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from engine.match_call import MatchCall
from engine.tournament.facts import FORMATS, Called, Counted, Format, Postponed, WalkedOver
from engine.tournament.standings import champions
from venue.errors import Rejected
from venue.record import night_desk as desk
from venue.record.nights import Night, NightFact, TableGame

NAMES = ("Ann", "Ben", "Cy", "Dora", "Emil", "Fay", "Gus", "Hana")
TABLES = ("a" * 32, "b" * 32, "c" * 32)


class Venue:
    """Tables, free or playing, and a night that follows their games."""

    def __init__(self, form: Format = "single", names: Sequence[str] = NAMES, best_of: int = 1) -> None:
        self.night = Night(1, (desk.planned(form, "pig", best_of, 5),))
        for name in names:
            self.add(desk.entering(self.night, name, "", desk.key_hash(name)))
        self.add(desk.drawing(self.night))
        self.games: dict[tuple[str, str, int], TableGame] = {}
        self.latest = dict.fromkeys(TABLES, 0)
        self.look()

    def add(self, facts: Sequence[NightFact]) -> None:
        self.night = self.night.with_facts(facts)

    def look(self, passed: float = 0.0) -> Sequence[NightFact]:
        """Have the keeper look, after so many seconds. Return the new facts."""
        self.night = Night(1, tuple(replace(one, age=one.age + passed) for one in self.night.facts))
        busy = {game.place[0] for game in self.games.values() if not game.over}
        free = {table: latest for table, latest in self.latest.items() if table not in busy}
        new = self.night.following(free, list(self.games.values()))
        self.add(new)
        return new

    def begin(self, table: str) -> TableGame:
        """Press ROLL at a table."""
        call: MatchCall = self.night.calls()[table]
        self.latest[table] += 1
        place = (table, "0" * 32, self.latest[table])
        self.games[place] = TableGame(place, "pig", frozenset(call.start.players), over=False, winner=None)
        self.look()
        return self.games[place]

    def end(self, game: TableGame, winner: str | None, *, over: bool = True) -> None:
        self.games[game.place] = replace(game, over=over, winner=winner)
        self.look()

    def play(self, table: str, winner: int = 0) -> tuple[TableGame, str]:
        game = self.begin(table)
        name = sorted(game.players)[winner]
        self.end(game, name)
        return game, name

    def play_on(self) -> None:
        while self.night.is_on:
            self.play(next(iter(self.night.calls())))


def facts(night: Night, kind: type) -> list[NightFact]:
    return night.held(kind)


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("best_of", [1, 3])
def test_a_night_of_every_form_is_played_to_its_end_and_no_table_plays_two_matches(form: Format, best_of: int) -> None:
    venue = Venue(form, NAMES[:6], best_of)
    while venue.night.is_on:
        calls = venue.night.calls()
        assert calls, venue.night.matches
        playing = [name for call in calls.values() for name in call.start.players]
        assert len(playing) == len(set(playing))
        for table in calls:
            if table in venue.night.calls():
                venue.play(table, winner=len(venue.night.facts) % 2)
    assert champions(venue.night.course)
    assert not venue.night.calls()
    assert venue.look() == ()
    counted = [one.place for one in facts(venue.night, Counted)]
    assert len(counted) == len(set(counted)) == len(venue.games)


def test_a_tie_in_a_knockout_is_played_again_and_the_other_player_begins() -> None:
    venue = Venue(names=NAMES[:4])
    first = venue.night.calls()[TABLES[0]]
    venue.end(venue.begin(TABLES[0]), None)
    again = venue.night.calls()[TABLES[0]]
    assert again.id != first.id
    assert again.start != first.start, "a table does not open the game again that it has just played"
    assert set(again.start.players) == set(first.start.players)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "Every player needs a name."),
        (" \u200b\u3164 ", "Every player needs a name."),
        ("x" * 25, "Name too long (max. 24)."),
        ("a\0b\n<script>", None),
        ("\u202eevil", None),
        ("ANN", "ANN and Ann look the same: use different names."),
        ("\u0410nn", "\u0410nn and Ann look the same: use different names."),
    ],
)
def test_a_name_is_taken_as_it_can_be_shown_or_refused_in_one_sentence(name: str, why: str | None) -> None:
    night = Night(1, (desk.planned("single", "pig"),))
    night = night.with_facts(desk.entering(night, "Ann", "whale", "phone"))
    if why:
        with pytest.raises(Rejected) as refused:
            desk.entering(night, name, "", "other")
        assert str(refused.value) == why
    else:
        [player] = set(night.with_facts(desk.entering(night, name, "", "other")).roster) - {"Ann"}
        assert player.isprintable()


def test_a_phone_has_one_name_however_often_it_signs_up_and_claims_what_the_host_wrote() -> None:
    night = Night(1, (desk.planned("single", "pig"),))
    night = night.with_facts(desk.entering(night, "Zoë"))
    for number in range(100):
        night = night.with_facts(desk.entering(night, f"Bot {number}", "crab", "phone"))
    assert list(night.roster) == ["Zoë", "Bot 99"]
    night = night.with_facts(desk.entering(night, "Zoë", "moon", "hers"))
    assert (night.player_of("hers"), night.emblem_of("Zoë")) == ("Zoë", "moon")
    with pytest.raises(Rejected, match="look the same"):
        desk.entering(night, "Zoë", "", "thief")
    night = night.with_facts(desk.releasing(night, "Zoë"))
    night = night.with_facts(desk.entering(night, "Zoë", "", "new phone"))
    assert (night.player_of("hers"), night.player_of("new phone")) == (None, "Zoë")
    for number in range(30):
        night = night.with_facts(desk.entering(night, f"Guest {number}"))
    with pytest.raises(Rejected, match="The night is full: 32 players"):
        desk.entering(night, "Late")
    assert night.with_facts(desk.drawing(night)).is_on


def test_late_players_enter_from_the_next_round_on_and_a_knockout_only_before_its_first_round() -> None:
    knockout = Venue("single", NAMES[:5])
    knockout.add(desk.entering(knockout.night, "Late"))
    knockout.look()
    assert "Late" in knockout.night.course.opened.players
    knockout.begin(next(iter(knockout.night.calls())))
    with pytest.raises(Rejected, match="Too late: the first round of this knockout has begun"):
        desk.entering(knockout.night, "Later")

    swiss = Venue("swiss", NAMES[:4])
    swiss.add(desk.entering(swiss.night, "Late"))
    assert "Late" not in {name for one in swiss.night.course.matches for name in one.players}
    for table in list(swiss.night.calls()):
        swiss.play(table)
    assert "Late" in {name for one in swiss.night.course.matches if one.round == 2 for name in one.players}
    with pytest.raises(Rejected, match="Too late: the last round has begun"):
        desk.entering(swiss.night, "Later")
    swiss.play_on()

    league = Venue("round_robin", NAMES[:3])
    league.play(TABLES[0])
    done = [one for one in league.night.course.matches if not one.is_open]
    league.add(desk.entering(league.night, "Late"))
    league.add(desk.entering(league.night, "Later"))
    league.look()
    assert [one for one in league.night.course.matches if not one.is_open] == done
    league.play_on()
    met = [frozenset(one.players) for one in league.night.course.matches]
    assert len(met) == len(set(met)) == 10, "everybody meets everybody once"


def test_who_comes_back_has_the_match_called_anew_and_nobody_plays_at_two_tables() -> None:
    venue = Venue("round_robin", NAMES[:5])
    match, _table = venue.night.matches[0]
    assert match.pair
    gone, other = match.pair
    venue.add(desk.leaving(venue.night, gone))
    venue.look()
    assert [other] == [name for call in venue.night.calls().values() for name in call.start.players if name == other]
    venue.add(desk.returning(venue.night, gone))
    venue.add(desk.being_there(venue.night, gone))
    venue.look(290)
    playing = [name for call in venue.night.calls().values() for name in call.start.players]
    assert len(playing) == len(set(playing))
    venue.look(20)
    again = venue.night.course.match(match.id)
    assert again
    assert again.is_open, "the first call is over, whose time the other has not heard of"
    venue.play_on()


def test_who_alone_is_there_in_time_wins_and_the_host_takes_it_back() -> None:
    venue = Venue()
    calls = venue.night.calls()
    there, both, nobody = (calls[table].start.players for table in TABLES)
    for name in (there[0], *both):
        venue.add(desk.being_there(venue.night, name))
        assert desk.being_there(venue.night, name) == []
    assert venue.look(299) == ()
    new = [one.fact for one in venue.look(2)]
    assert [one.winner for one in new if isinstance(one, WalkedOver)] == [there[0]]
    [later] = [one for one in new if isinstance(one, Postponed)]
    match = venue.night.course.match(later.match)
    assert match
    assert set(match.pair or ()) == set(nobody)
    [(match, table)] = venue.night.stuck(())
    assert (set(match.pair or ()), table) == (set(both), TABLES[1]), "who is to win there is the host's to say"
    [decided] = [one for one in venue.night.course.matches if one.how == "walkover"]
    venue.add(desk.taking_back(venue.night, decided.id))
    venue.look(1)
    again = venue.night.course.match(decided.id)
    assert again
    assert again.is_open
    assert all(
        one.fact.match != decided.id for one in facts(venue.night, WalkedOver) if isinstance(one.fact, WalkedOver)
    )


def test_roll_in_time_stops_the_clock_also_where_the_record_hears_of_it_late() -> None:
    venue = Venue(names=NAMES[:4])
    call = venue.night.calls()[TABLES[0]]
    venue.add(desk.being_there(venue.night, call.start.players[0]))
    game = venue.begin(TABLES[0])
    assert not any(isinstance(one.fact, WalkedOver) for one in venue.look(3600))
    venue.end(game, call.start.players[1])
    assert call.start.players[1] in venue.night.course.matches[-1].players

    cut = Venue(names=NAMES[:4])  # the venue was away, decided by the clock, and hears of the game afterwards
    call = cut.night.calls()[TABLES[0]]
    cut.add(desk.being_there(cut.night, call.start.players[0]))
    cut.look(301)
    assert call.start.players[0] in cut.night.course.matches[-1].players
    place = (TABLES[0], "0" * 32, 1)
    cut.games[place] = TableGame(place, "pig", frozenset(call.start.players), over=True, winner=call.start.players[1])
    cut.look()
    assert call.start.players[1] in cut.night.course.matches[-1].players, "what was played counts"


def test_a_result_that_is_undone_or_corrected_at_its_table_moves_the_bracket_back() -> None:
    venue = Venue(names=NAMES[:4])
    call = venue.night.calls()[TABLES[0]]
    game, winner = venue.play(TABLES[0])
    [loser] = game.players - {winner}
    assert winner in venue.night.course.matches[-1].players
    venue.end(game, None, over=False)
    assert set(venue.night.course.matches[-1].players) == {None}
    assert venue.night.calls()[TABLES[0]] == call, "the game goes on, no other one is called"
    venue.end(game, loser)
    assert loser in venue.night.course.matches[-1].players
    venue.end(game, winner)
    assert winner in venue.night.course.matches[-1].players
    assert venue.look() == ()
    assert len({one.place for one in facts(venue.night, Counted)}) == 1


@pytest.mark.parametrize("choice", ["decline", "keep", "take"])
def test_after_a_later_match_has_begun_a_correction_is_the_hosts_to_settle(choice: str) -> None:
    venue = Venue(names=NAMES[:4])
    game, winner = venue.play(TABLES[0])
    venue.play(TABLES[1])
    [loser] = game.players - {winner}
    [table] = venue.night.calls()
    final = venue.begin(table)
    venue.end(game, loser)
    assert winner in venue.night.course.matches[-1].players, "the final is on"
    [(disputed, now)] = venue.night.disputes(list(venue.games.values()))
    assert (disputed.place, now.winner) == (game.place, loser)
    venue.add(desk.settling(venue.night, list(venue.games.values()), ".".join(map(str, game.place)), choice))
    venue.look()
    assert not venue.night.disputes(list(venue.games.values()))
    first = next(one for one in venue.night.course.matches if set(one.players) == game.players)
    assert first.winner == (winner if choice == "decline" else loser)
    assert (loser if choice == "take" else winner) in venue.night.course.matches[-1].players
    if choice == "decline":
        with pytest.raises(Rejected, match="A later match has begun"):
            desk.taking_back(venue.night, first.id)
    if choice != "take":
        venue.end(final, winner)
        assert champions(venue.night.course) == (winner,)


def test_who_comes_to_a_match_by_both_ways_because_an_earlier_one_was_kept_has_won_it() -> None:
    venue = Venue("double", NAMES[:3])

    def play(match: str, winner: str) -> TableGame:
        [[called, table]] = [(one, table or "") for one, table in venue.night.matches]
        assert called.id == match
        game = venue.begin(table)
        venue.end(game, winner)
        return game

    one, other = next(match.pair or ("", "") for match, _table in venue.night.matches)
    [third] = set(NAMES[:3]) - {one, other}
    play("W1.2", one)
    upper = play("W2.1", third)
    play("L2.1", one)
    venue.end(upper, one)
    venue.add(desk.settling(venue.night, list(venue.games.values()), ".".join(map(str, upper.place)), "keep"))
    venue.look()
    final = venue.night.course.match("F1")
    assert final
    assert (final.players, final.how) == ((one, ""), "bye")
    assert venue.night.calls() == {}
    assert champions(venue.night.course) == (one,)


def test_what_the_host_takes_back_is_played_again_and_the_old_game_counts_no_more() -> None:
    venue = Venue(names=NAMES[:4])
    before = venue.night.calls()[TABLES[0]]
    game, _winner = venue.play(TABLES[0])
    match = next(one for one in venue.night.course.matches if one.how == "played")
    venue.add(desk.taking_back(venue.night, match.id))
    venue.look()
    again = venue.night.course.match(match.id)
    assert again
    assert again.is_open
    call = venue.night.calls()[TABLES[0]]
    assert call.start != before.start
    second, other = venue.play(TABLES[0], winner=1)
    assert [one.place for one in facts(venue.night, Counted)] == [second.place]
    assert other in venue.night.course.matches[-1].players
    assert game.place != second.place


def test_a_match_of_a_failed_table_is_replayed_elsewhere_or_entered_and_what_comes_late_counts_if_it_can() -> None:
    venue = Venue(names=NAMES[:4])
    venue.latest = dict.fromkeys(TABLES, 0)
    failed = venue.begin(TABLES[0])
    name = sorted(failed.players)[0]
    match, _table = next(one for one in venue.night.matches if name in one[0].players)
    venue.add(desk.moving(venue.night, venue.night.name_of(match), name, {TABLES[2]: 0}))
    assert TABLES[0] not in venue.night.calls()
    replayed = venue.begin(TABLES[2])
    venue.end(replayed, name)
    venue.end(failed, name)  # the table comes back, and has been played on
    [counted] = facts(venue.night, Counted)
    assert counted.place == replayed.place

    entered = Venue(names=NAMES[:4])
    failed = entered.begin(TABLES[0])
    one, other = sorted(failed.players)
    match, _table = next(found for found in entered.night.matches if one in found[0].players)
    name_of = entered.night.name_of(match)
    entered.add(desk.winning(entered.night, name_of, one))
    with pytest.raises(Rejected, match="has no match to play now"):
        desk.winning(entered.night, name_of, other)
    entered.end(failed, one)
    assert [found.fact.winner for found in facts(entered.night, Counted)] == [one]
    busy = Venue(names=NAMES[:4])
    match, _table = busy.night.matches[0]
    busy.add(desk.moving(busy.night, busy.night.name_of(match), (match.pair or ("",))[0], {}))
    assert [found.id for found, table in busy.night.matches if not table] == [match.id]
    assert desk.moving(busy.night, busy.night.name_of(match), (match.pair or ("",))[0], {}) == []
    busy.look()
    assert all(table for _match, table in busy.night.matches), "a table is free by now"


def test_a_match_that_is_called_again_has_its_whole_time_and_a_call_that_the_table_takes() -> None:
    venue = Venue(names=NAMES[:4])
    match, table = venue.night.matches[0]
    assert table
    name = (match.pair or ("",))[0]
    before = venue.night.calls()[table].id
    venue.look(200)
    venue.add(desk.calling_again(venue.night, venue.night.name_of(match), name))
    assert venue.night.calls()[table].id != before
    venue.look(200)
    assert venue.night.called[match.id].age == 200
    assert not [one for one in facts(venue.night, Postponed) if one.fact == Postponed(match.id)]
    assert isinstance(venue.night.called[match.id].fact, Called)


def test_who_is_called_otherwise_at_a_table_after_a_match_stays_its_winner() -> None:
    venue = Venue(names=NAMES[:4])
    game, winner = venue.play(TABLES[0])
    counted = facts(venue.night, Counted)
    venue.games[game.place] = replace(
        game, players=game.players - {winner} | {"Player 1"}, over=True, winner="Player 1"
    )
    venue.look()
    assert [one.fact for one in facts(venue.night, Counted)] == [one.fact for one in counted]

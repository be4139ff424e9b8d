"""Shake of the Day at the table: who may shake, whose tray it is, and the pot at every step."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from device.journal.journal import Journal
from engine import Event, Joined, Renamed, Rolled, Started, decode, fold
from engine.games.shake import PotChanged, Voided, moved
from table.commands import AmendShake, Command, EndShake, Play, Push, Reopen, SetUpShake, Shake, ThrowByHand
from table.panel import Button
from table.shake import PATIENCE, SHOWN
from tests.table.desk import START, Desk
from tests.table.test_kept_state import Store

OPTIONS = {"price": 50, "seed": 1000, "pays": {"five": "100%", "four": "500", "full_house": "25%"}}
FIVE, NOTHING = (4, 4, 4, 4, 4), (1, 2, 2, 4, 6)
DAY = 739_000


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.db") as journal:
        yield journal


def table(journal: Journal, store: Store, *, camera: bool = False) -> Desk:
    kept = journal.last_game()
    return Desk(journal, *(kept.events if kept else (START,)), camera=camera, store=store)


def opened(journal: Journal, **options: object) -> tuple[Desk, Store]:
    store = Store()
    desk = table(journal, store)
    assert desk.order(SetUpShake(OPTIONS | options)).done
    return desk, store


def pot(desk: Desk) -> int:
    assert desk.now.shake is not None
    return desk.now.shake.pot


def shake(desk: Desk, name: str, *throws: tuple[int, ...], day: int = DAY) -> int:
    """Shake, and return the number of the game."""
    assert desk.order(Shake(name, day)).done
    for dice in throws:
        assert desk.order(ThrowByHand((), dice)).done
    return desk.journal.number


def refused(desk: Desk, command: Command) -> str:
    answer = desk.order(command)
    assert not answer.done
    return answer.code


def test_a_shake_pays_in_and_a_win_takes_the_pot_and_seeds_it_again(journal: Journal) -> None:
    desk, _ = opened(journal)
    assert pot(desk) == 1000
    shake(desk, "Ann", NOTHING)
    assert pot(desk) == 1050
    shake(desk, "Bo", FIVE)
    assert (desk.now.state.totals, pot(desk)) == ({"Bo": 1100}, 1000)
    shake(desk, "Cy", (3, 3, 3, 2, 2))
    assert (desk.now.state.totals, pot(desk)) == ({"Cy": 262}, 788)
    assert desk.now.shake
    assert desk.now.shake.shaken == ("Ann", "Bo", "Cy")


def test_the_game_has_its_tray_back_as_it_was_with_those_who_wait(journal: Journal) -> None:
    desk, _ = opened(journal)
    game, before = journal.number, desk.now.state
    shake(desk, "Ann", NOTHING)
    assert desk.order(Play(Joined("Zoë"))).done
    assert desk.now.joining == ("Zoë",)
    assert desk.order(Push("roll")).done
    assert (journal.number, desk.now.state, desk.now.joining) == (game, before, ("Zoë",))
    assert desk.order(ThrowByHand((), (6, 5, 4, 3, 3))).done
    assert refused(desk, Shake("Bo", DAY)) == "mid_turn"
    assert refused(desk, AmendShake(game + 1, Voided())) == "mid_turn"


@pytest.mark.parametrize("throws", [0, 1])
def test_a_shake_that_nobody_goes_on_with_ends_by_itself(journal: Journal, throws: int) -> None:
    desk, _ = opened(journal, throws=2)
    game = journal.number
    shake(desk, "Ann", *[NOTHING] * throws)
    assert refused(desk, Shake("Bo", DAY)) == "shake_on"
    assert refused(desk, Reopen(game)) == "shake_on"
    desk.table.attend()
    desk.moment += PATIENCE
    desk.table.attend()
    assert pot(desk) == 1000 + 50 * throws  # after a roll it counts as it lies
    desk.moment += SHOWN
    desk.table.attend()
    desk.moment += SHOWN
    desk.table.attend()
    assert journal.number == game
    assert desk.order(Shake("Ann", DAY)).done is (throws == 0)


def test_an_unrolled_shake_is_given_up_and_no_other(journal: Journal) -> None:
    desk, _ = opened(journal, throws=2)
    game = journal.number
    assert refused(desk, EndShake()) == "no_shake"
    shake(desk, "Ann")
    assert desk.order(EndShake()).done
    assert (journal.number, pot(desk)) == (game, 1000)
    shake(desk, "Ann", NOTHING)
    assert refused(desk, EndShake()) == "no_shake"


@pytest.mark.parametrize(
    ("shaken_on", "asked_on", "may"),
    [
        ([DAY], DAY, False),
        ([DAY], DAY + 1, True),
        ([DAY], DAY - 1, False),  # the clock was put back at a restart
        ([DAY, DAY + 4000], DAY, False),  # it was wrong for a while
        ([DAY, DAY + 4000], DAY + 4000, False),
    ],
)
def test_one_shake_a_person_and_day_across_restarts_and_wrong_clocks(
    journal: Journal, shaken_on: list[int], asked_on: int, may: bool
) -> None:
    desk, store = opened(journal)
    for number, day in enumerate(shaken_on):
        shake(desk, "Ann", NOTHING, day=day)
        shake(desk, f"Bo {number}", NOTHING, day=day)
    desk = table(journal, store)
    assert (desk.order(Shake("ann", asked_on)).code or "done") == ("done" if may else "shaken_today")


def test_a_throw_of_the_game_after_a_shake_counts_in_the_game(journal: Journal) -> None:
    store = Store()
    desk = table(journal, store, camera=True)
    assert desk.order(SetUpShake(OPTIONS)).done
    game = journal.number
    assert desk.order(Shake("Ann", DAY)).done
    assert desk.throw(1, 2, None, 4, 6).mode.value == "unsure"
    assert (desk.press(Button.ROLL).shake, journal.number) == (desk.now.shake, game + 1)
    assert pot(desk) == 1000  # a die that is not read counts for nothing
    desk.throw(*NOTHING)
    desk.press(Button.ROLL)
    assert pot(desk) == 1050
    desk.throw(6, 5, 4, 3, 3)
    assert journal.number == game
    assert refused(desk, Shake("Bo", DAY)) == "mid_turn"  # a throw lies there
    assert desk.press(Button.ROLL).state.player == "Mia"
    assert desk.journal_events()[-1] == Rolled((6, 5, 4, 3, 3))


def test_a_power_cut_before_the_confirmation_loses_the_throw_alone(journal: Journal) -> None:
    desk, store = opened(journal)
    game = journal.number
    shake(desk, "Ann")
    desk = table(journal, store)
    assert (desk.now.state.player, pot(desk)) == ("Ann", 1000)
    assert desk.order(ThrowByHand((), FIVE)).done
    desk = table(journal, store)
    assert (desk.now.state.totals, pot(desk)) == ({"Ann": 1050}, 1000)
    assert desk.order(Push("roll")).done
    assert journal.number == game


@pytest.mark.parametrize("amended", [False, True])
@pytest.mark.parametrize("played", [False, True])
def test_the_tray_goes_back_after_a_power_cut_to_the_game_that_had_it(
    tmp_path: Path, played: bool, amended: bool
) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        desk, store = opened(journal)
        if played:
            assert desk.order(ThrowByHand((), (6, 5, 4, 3, 3))).done
            assert desk.order(Push("stand")).done
        game = journal.number
        begun = shake(desk, "Ann", *[NOTHING] * amended)
        if amended:  # cut off before the game was opened again
            assert desk.order(Push("roll")).done
            journal.reopen(begun, beside=True)
    with Journal(tmp_path / "journal.db") as journal:
        desk = table(journal, store)
        assert desk.order(Push("roll") if amended else EndShake()).done
        assert (journal.number, desk.now.shake is not None) == (game, True)


def test_the_shakes_are_found_again_after_each_event_of_one(journal: Journal) -> None:
    desk, _ = opened(journal)
    first, _second = shake(desk, "Ann", NOTHING), shake(desk, "Bo", NOTHING)
    for event in (PotChanged(10), PotChanged(5), Voided()):
        assert desk.order(AmendShake(first, event)).done
        assert pot(desk) == posted_in(journal)
    assert len(journal.shakes()) == 2
    shake(desk, "Cy", NOTHING)
    assert [(one.game, one.before) for one in journal.shakes()] == [(journal.number, 0)]


def posted_in(journal: Journal) -> int:
    """Return the pot as all the shakes of the journal have it."""
    states = [fold(stored(journal, game)) for game in journal.ledger.games()]
    return 1000 + sum(moved(state) for state in states if state.rules.name == "shake-of-the-day")


def test_what_is_not_a_shake_is_left_alone(journal: Journal) -> None:
    desk, _ = opened(journal)
    first = journal.number
    assert desk.order(AmendShake(first, Renamed("Mia", "Mo"))).code == "no_shake"
    assert journal.number == first
    assert desk.now.state.players == ("Mia", "Jonas")
    begun = shake(desk, "Ann", NOTHING)
    assert desk.order(Push("roll")).done
    assert desk.order(Reopen(begun)).code == "not_kept"
    assert desk.order(Play(Started("shake-of-the-day", ("Ann",)))).code == "bad_rules"
    assert desk.order(SetUpShake(OPTIONS | {"pays": {"six": "100%"}})).code == "bad_rules"
    assert desk.order(SetUpShake(None)).done
    assert desk.now.shake is None
    assert desk.order(Shake("Bo", DAY)).code == "no_shakes"
    assert desk.order(SetUpShake(OPTIONS)).done
    assert pot(desk) == 1050


def test_a_set_up_that_cannot_be_stored_changes_nothing(journal: Journal) -> None:
    desk, store = opened(journal)
    store.full = True
    assert desk.order(SetUpShake(None)).code == "not_kept"
    assert pot(desk) == 1000


def stored(journal: Journal, number: int) -> tuple[Event, ...]:
    return tuple(decode(event) for *_, event in journal.ledger.rows(number))


def test_a_game_that_cannot_have_its_tray_back_keeps_no_other_from_it(journal: Journal) -> None:
    desk, _ = opened(journal)
    first = shake(desk, "Ann", NOTHING)
    shake(desk, "Bo", NOTHING)
    journal.course.before = first  # as where the rows that say when games were opened are damaged
    again = table(journal, Store())
    assert again.order(EndShake()).done
    assert again.order(Play(START)).done
    assert again.now.state.players == START.players

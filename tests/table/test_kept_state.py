"""What a table keeps beside its games: the players who wait to join, and whether it uses the camera."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from device.journal.journal import Journal
from engine import Event, Joined, Left, Rolled, Started, Stopped, Undone
from table.commands import Play, UseCamera
from table.panel import Button
from table.session import KeptState
from tests.table.desk import START, Desk
from web.helm.actions import undo_of

ROLL = Rolled((6, 5, 4, 3, 3), told=True)


class Store:
    """A store in memory. While it is ``full``, nothing is stored."""

    def __init__(self, *joining: str) -> None:
        self.state = KeptState(joining=joining)
        self.full = False
        self.saved = 0

    def load(self) -> KeptState:
        return self.state

    def save(self, state: KeptState) -> bool:
        if not self.full:
            self.state = state
            self.saved += 1
        return not self.full


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.db") as journal:
        yield journal


@pytest.fixture
def store() -> Store:
    return Store()


def played(desk: Desk, *events: Event) -> None:
    for event in events:
        assert desk.order(Play(event)).done


def restarted(journal: Journal, store: Store, *, camera: bool = True) -> Desk:
    kept = journal.last_game()
    return Desk(journal, *(kept.events if kept else (START,)), camera=camera, store=store)


def test_players_who_wait_join_after_a_restart(journal: Journal, store: Store) -> None:
    desk = restarted(journal, store)
    played(desk, ROLL, Joined("Zoë"), Joined("Bo"))
    assert desk.now.joining == ("Zoë", "Bo")
    again = restarted(journal, store)
    assert again.now.joining == ("Zoë", "Bo")
    played(again, Stopped(), Rolled((6, 5, 4, 6, 6)), Stopped())
    again.press(Button.ROLL)
    assert again.now.state.present == ("Mia", "Jonas", "Zoë", "Bo")
    assert not again.now.joining
    assert restarted(journal, store).now.state.present == ("Mia", "Jonas", "Zoë", "Bo")


def test_a_player_who_waits_may_leave_again(journal: Journal, store: Store) -> None:
    desk = restarted(journal, store)
    played(desk, ROLL, Joined("Zoë"), Left("Zoë"))
    assert (desk.now.joining, store.state.joining) == ((), ())


def test_who_may_join_by_now_joins_at_the_start(journal: Journal) -> None:
    """The program may end after the event that ends the round, and before that of joining."""
    assert restarted(journal, Store("Zoë")).now.state.present == ("Mia", "Jonas", "Zoë")


def test_names_that_can_never_join_are_dropped_at_the_start(journal: Journal) -> None:
    store = Store("Mia", "", "x" * 100)
    desk = restarted(journal, store)
    assert (desk.now.state.present, desk.now.joining, store.state.joining) == (("Mia", "Jonas"), (), ())


def test_the_camera_stays_off_after_a_restart(journal: Journal, store: Store) -> None:
    restarted(journal, store).order(UseCamera(False))
    again = restarted(journal, store)
    assert again.now.camera == "off"
    assert again.order(UseCamera(True)).done
    assert restarted(journal, store).now.camera == "on"


def test_a_table_without_a_camera_leaves_the_switch_as_it_was(journal: Journal, store: Store) -> None:
    desk = restarted(journal, store, camera=False)
    played(desk, ROLL, Joined("Zoë"))
    assert (desk.now.camera, store.state) == ("off", KeptState(camera=True, joining=("Zoë",)))


def test_a_disk_that_was_full_gets_the_state_with_a_later_event(journal: Journal, store: Store) -> None:
    desk = restarted(journal, store)
    store.full = True
    played(desk, ROLL, Joined("Zoë"))
    assert not store.state.joining
    store.full = False
    played(desk, Stopped())
    assert store.state.joining == ("Zoë",)


def test_nothing_is_written_where_nothing_has_changed(journal: Journal, store: Store) -> None:
    desk = restarted(journal, store)
    played(desk, ROLL, Stopped())
    assert store.saved == 0


def test_who_joined_by_waiting_waits_again_when_the_roll_that_let_them_in_is_taken_back(
    journal: Journal, store: Store
) -> None:
    desk, one = restarted(journal, store), Rolled((1,))
    played(desk, Started("pig", ("Ann", "Bob"), "Ann"), one, Joined("Zoë"), Joined("Bo"))
    for _ in range(2):
        assert (desk.now.joining, desk.now.state.player) == (("Zoë", "Bo"), "Bob")
        played(desk, one)
        assert (desk.now.joining, desk.now.state.present) == ((), ("Ann", "Bob", "Zoë", "Bo"))
        played(desk, one)
        assert desk.order(Play(Undone(), sure=True)).done
        assert desk.now.state.present == ("Ann", "Bob", "Zoë", "Bo")
        assert desk.order(Play(Undone(), sure=True)).done
        assert desk.now.state.present == ("Ann", "Bob")
        assert store.state.joining == ("Zoë", "Bo")
    assert restarted(journal, store).now.state == desk.now.state


def test_who_joined_by_a_tap_is_taken_back_alone_and_only_as_the_latest_thing(journal: Journal, store: Store) -> None:
    desk, one = restarted(journal, store), Rolled((1,))
    played(desk, Started("pig", ("Ann", "Bob"), "Ann"), one, one, Joined("Zoë"), one)
    for present in (("Ann", "Bob", "Zoë"), ("Ann", "Bob")):
        assert desk.order(Play(Undone(), sure=True)).done
        assert (desk.now.state.present, desk.now.joining) == (present, ())
    assert len(desk.now.state.players) == 2


def test_undo_of_a_joining_is_done_where_nothing_before_it_can_be_undone(journal: Journal, store: Store) -> None:
    desk = restarted(journal, store)
    played(desk, Started("bar-pot", ("Ann", "Bob")), Rolled((1, 5, 3)), Joined("Zoë"))
    for _ in range(3):
        offered = undo_of(desk.now) is not None
        assert desk.order(Play(Undone(), sure=True)).done == offered
    assert not offered
    assert desk.now.state.present == ("Ann", "Bob")


def test_undo_takes_back_a_tap_after_somebody_who_had_waited_joined(journal: Journal, store: Store) -> None:
    desk, one = restarted(journal, store), Rolled((1,))
    played(desk, Started("pig", ("Ann", "Bob"), "Ann"), one, Joined("Zoë"), one, Joined("Bo"))
    assert desk.order(Play(Undone(), sure=True)).done
    assert (desk.now.state.present, desk.now.joining) == (("Ann", "Bob", "Zoë"), ())

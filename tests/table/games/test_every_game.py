"""Every game that the table can play can be run at it, shown on the page, and comes back after a power cut."""

from pathlib import Path

import pytest

from device.journal.journal import Journal
from engine import GameHistory, Rolled, Started, fold, game_of
from table.games import playable_presets, rulebook
from web.games import game_on_the_page
from web.games.rule_options import options_of, values_of


@pytest.mark.parametrize("preset", playable_presets())
def test_table_and_page_know_it(preset: str) -> None:
    state = fold([Started(preset, ("Ann", "Ben"), "Ann")])
    assert not rulebook(state).begun(state)
    assert game_on_the_page(state).on_turn(state).who == "Ann"
    assert {option.key for option in options_of(state.rules)} <= set(game_of(preset).options)
    assert values_of(state.rules)


@pytest.mark.parametrize("preset", playable_presets())
def test_the_journal_has_it_after_a_power_cut(preset: str, tmp_path: Path) -> None:
    book = GameHistory(Started(preset, ("Ann", "Ben"), "Ann"))
    if "roll" in book.game.legal_actions(book.state):
        book.write(Rolled((6, 5, 4, 3, 3, 2)[: book.game.expected_tray(book.state).throw]))
    with Journal(tmp_path / "journal.db") as journal:
        journal.append(book.events, 0.0)
    with Journal(tmp_path / "journal.db") as journal:
        last = journal.last_game()
        assert last is not None
        assert fold(last.events) == book.state

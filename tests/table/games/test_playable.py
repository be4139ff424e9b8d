"""A game that the engine has and the table has no rulebook for is neither offered nor started."""

from pathlib import Path

import pytest

from device.journal.journal import Journal
from engine import BadLog, BadRules, Rolled, Started, game_of, presets_of_all
from engine.i18n import translated
from table.commands import Play
from table.games import check_playable, check_start, playable_log, playable_presets, rules_of
from tests.table.desk import START, Desk
from web.games import KINDS as ON_THE_PAGE

CARD = Started("yahtzee-handout", ("Mia", "Jonas"), "Mia")
IN_ANOTHER = {"ship_captain_crew": ("ante", "set_by")}
"""Options that the page sets as part of another: those of a pot with the stakes."""

WHY = "the table can’t play Yahtzee yet"


def test_the_table_the_page_and_the_form_have_the_same_games() -> None:
    kinds = {game_of(preset).kind for preset in playable_presets()}
    assert kinds == set(ON_THE_PAGE)


def test_the_page_has_exactly_the_options_of_each_game() -> None:
    own = dict[str, set[str]]()
    for preset in playable_presets():
        own.setdefault(game_of(preset).kind, set()).update(game_of(preset).options)
    for kind, page in ON_THE_PAGE.items():
        assert sorted([*(option.key for option in page.options), *IN_ANOTHER.get(kind, ())]) == sorted(own[kind]), kind
    assert [kind for kind, page in ON_THE_PAGE.items() if not page.options] == ["sevens"]


def test_every_other_game_of_the_engine_is_refused_by_its_title() -> None:
    for preset in set(presets_of_all()) - set(playable_presets()):
        title = translated(game_of(preset).titles[preset][0], "en")
        with pytest.raises(BadRules, match=f"^the table can’t play {title} yet$"):
            check_playable(preset)


@pytest.mark.usefixtures("no_yahtzee")
def test_a_game_without_a_rulebook_is_refused_in_one_sentence() -> None:
    assert "yahtzee-handout" in presets_of_all()
    assert "yahtzee-handout" not in playable_presets()
    with pytest.raises(BadRules, match=WHY):
        rules_of("yahtzee-handout", {})
    with pytest.raises(BadRules, match=WHY):
        check_start(CARD)
    with pytest.raises(BadLog, match=WHY):
        playable_log((CARD, Rolled((1, 2, 3, 4, 5))))


@pytest.mark.usefixtures("no_yahtzee")
def test_a_misspelt_name_suggests_only_what_the_table_plays() -> None:
    with pytest.raises(BadRules, match=r"no rules called “yahtzee-handou”; choose from dice-game-depot") as error:
        check_playable("yahtzee-handou")
    assert "yahtzee-handout" not in str(error.value)


@pytest.mark.usefixtures("no_yahtzee")
def test_the_table_starts_no_such_game_and_keeps_the_one_that_is_on(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        desk = Desk(journal)
        answer = desk.order(Play(CARD))
        assert (answer.done, answer.code, str(answer.why)) == (False, "bad_rules", WHY[:1].upper() + WHY[1:] + ".")
        assert desk.journal_events() == (START,)

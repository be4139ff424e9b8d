"""How to play: what the page says comes from the rules of the game that is on."""

from itertools import product

import pytest

from engine import BadRules, game_of, rules_of
from engine.i18n import languages, translated
from table.games import playable_presets
from tests.engine.games.yahtzee.playing import BOXES
from tests.web import moments
from tests.web.live.test_table_page import text_of
from tests.web.scripted import ScriptedTable
from web.app import create_app
from web.games import KINDS
from web.games.page import MOST_LINES, MOST_TERMS, HowToPlay

LONG = 112
"""Letters of the longest sentence."""

OPTIONS: dict[str, tuple[object, ...]] = {
    "dice": (5, 6),
    "rolls": (1, 3, 5),
    "sequences": ("6-5-4", "1-2-3", "either"),
    "auto_hold": (True, False),
    "cargo_reroll": ("all", "each"),
    "anchor_bonus": (0, 1),
    "rolling": ("turns", "interleaved"),
    "match": ("single_round", "rounds(3)", "rounds(4)", "hands(2)", "total(3)"),
    "first_starter": ("rolloff", "chosen"),
    "next_starter": ("right", "winner", "same"),
    "tie": ("allowed", "rolloff", "carry", "replay"),
    "nobody_qualifies": ("as_tie", "carry"),
    "stakes": ("none", "drinks", "pot(1)", "pot(2)", "pot(first_shooter)"),
    "side_bets": ([], ["qualify"]),
    "labels": ({}, {"ship": "galley"}),
}
CARDS: dict[str, tuple[object, ...]] = {
    "dice": (4, 5),
    "rolls": (1, 3),
    "boxes": (BOXES, ("ones", "chance"), ("yahtzee", "chance")),
    "bonus_from": (63, 60),
    "joker_on_zero": (True, False),
    "joker_scratches_upper": (True, False),
    "labels": ({}, {"chance": "gamble"}),
}


def page_of(preset: str, **options: object) -> HowToPlay:
    return KINDS[game_of(preset).kind].how(rules_of(preset, options))


def shown_in(language: str, page: HowToPlay) -> tuple[object, ...]:
    lines = tuple((translated(line.text, language), line.dice) for line in page.lines)
    return lines, tuple((translated(box.name, language), box.dice) for box in page.boxes)


@pytest.mark.parametrize("preset", playable_presets())
def test_each_game_is_explained_in_six_short_sentences(preset: str) -> None:
    page = page_of(preset)
    assert len(page.short) == min(MOST_LINES, len(page.lines)) >= 3
    assert [line for line in page.lines if line in page.short] == page.short
    assert page.terms
    for language, line in product(languages(), page.lines):
        text = translated(line.text, language)
        assert text.endswith((".", ":")), text
        assert len(text) <= LONG, text
    assert set(page.terms) <= set(KINDS[game_of(preset).kind].terms)


@pytest.mark.parametrize(
    ("preset", "key", "values"),
    [*(("dice-game-depot", *one) for one in OPTIONS.items()), *(("yahtzee-handout", *one) for one in CARDS.items())],
)
def test_each_option_changes_the_page(preset: str, key: str, values: tuple[object, ...]) -> None:
    pages = [page_of(preset, **{key: value}) for value in values]
    for language in languages():
        assert len({shown_in(language, page) for page in pages}) == len(values)


def test_options_that_need_another_change_the_page_with_it() -> None:
    progress = {page_of("dice-game-depot", sequences="either", progress=one) for one in ("commit", "switch", "both")}
    kept = {page_of("rounds", cargo_unhold=one) for one in (True, False)}
    assert (len(progress), len(kept)) == (3, 2)


def test_every_option_of_the_rules_is_looked_at() -> None:
    apart = {"progress", "cargo_unhold", "ante", "set_by"}
    assert OPTIONS.keys() | apart == set(game_of("dice-game-depot").options)
    assert CARDS.keys() == set(game_of("yahtzee-handout").options)
    with pytest.raises(BadRules):
        rules_of("dice-game-depot", {"boxes": []})


def test_an_example_is_worth_what_the_rules_count() -> None:
    found = {box.name: box.points for box in page_of("yahtzee-handout").boxes}
    assert found["Ones"] == 3
    assert found["Sixes"] == 18
    assert (found["Full house"], found["Small straight"], found["Large straight"], found["Yahtzee"]) == (25, 30, 40, 50)


@pytest.mark.parametrize(
    ("preset", "options", "said"),
    [
        ("dice-game-depot", {}, "stand"),
        ("dice-game-depot", {"sequences": "either"}, "Or find"),
        ("dice-game-depot", {"stakes": "pot(2)", "match": "chips(3)"}, "Everyone pays two chips"),
        ("all-about-dice", {}, "Everyone rolls once"),
        ("farkle", {"opening": 500}, "Your first scoring turn"),
        ("farkle", {"three_farkles": True, "opening": 0}, "Three farkles"),
        ("pig", {"goal": 50}, "50 points win"),
        ("bar-dice", {"ace_needed": True}, "A hand without a 1"),
    ],
)
def test_the_six_sentences_are_those_of_the_variants_that_are_on(
    preset: str, options: dict[str, object], said: str
) -> None:
    assert any(said in line.text for line in page_of(preset, **options).short)


@pytest.mark.parametrize(
    ("name", "said", "not_said"), [("pot", "Ante What each player pays", "Joker"), ("sheets", "Joker", "Hammer")]
)
def test_the_page_has_six_sentences_and_four_words_of_the_game_that_is_on(name: str, said: str, not_said: str) -> None:
    client = create_app(ScriptedTable(moments.ALL[name])).test_client()
    html = client.get("/how").text.partition("<main")[2]
    assert html.partition("</ol>")[0].count("<li>") == MOST_LINES
    assert html.count("<dt>") <= MOST_TERMS
    assert said in text_of(html)
    assert not_said not in text_of(html)
    assert 'href="/how"' in client.get("/").text


@pytest.mark.parametrize("name", sorted(moments.ALL))
def test_every_word_that_can_be_tapped_is_explained_on_the_same_page(name: str) -> None:
    html = create_app(ScriptedTable(moments.ALL[name])).test_client().get("/").text
    tapped = {part.partition('"')[0] for part in html.split('popovertarget="')[1:]}
    explained = {part.partition('"')[0] for part in html.split('<p id="')[1:]}
    assert tapped <= explained
    assert tapped

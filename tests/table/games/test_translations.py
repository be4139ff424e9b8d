"""Every sentence of the table can be said in every language of the page."""

import inspect
from itertools import product
from types import ModuleType

import pytest

from engine.sentence import Sentence
from engine.ship import refusals
from table import TrayView
from table.dice import describe
from table.dice.layout import HoldMode
from table.games import messages, ship, yahtzee
from web.catalogue import LANGUAGES, SENTENCES, USUAL, parts_of, words_in
from web.catalogue.de import sentences as german_sentences

TRAY = TrayView(300, 200, 50)
MODULES: tuple[ModuleType, ...] = (messages, describe, ship, yahtzee, refusals)
MADE = {
    name: made
    for module in MODULES
    for name, made in vars(module).items()
    if inspect.isfunction(made) and hasattr(made, "__wrapped__") and made.__module__ == module.__name__
}
FIXED = {said.code: said for module in MODULES for said in vars(module).values() if isinstance(said, Sentence)}
OTHERS = [language for language in LANGUAGES if language != USUAL]


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_each_sentence_and_no_others(language: str) -> None:
    assert parts_of(language)[SENTENCES].keys() == MADE.keys() | FIXED.keys()


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", sorted(MADE))
def test_a_sentence_is_made_of_the_same_things_in_each_language(language: str, name: str) -> None:
    translated = parts_of(language)[SENTENCES][name]
    assert inspect.isfunction(translated)
    assert list(inspect.signature(translated).parameters) == list(inspect.signature(MADE[name]).parameters)


@pytest.mark.parametrize(
    ("sentence", "german"),
    [
        (
            ship.aside_and_throw("Mia", messages.set_aside(HoldMode.RAIL, (6, 5)), 3),
            "Mia: die 6 und die 5 halten, drei werfen",
        ),
        (messages.does("Mia", messages.throw(5, tray_is_clear=True, every=True)), "Mia: alle fünf Würfel werfen"),
        (
            messages.unreadable("Jo", (describe.the_die("white", "at the top left"),)),
            "Jo: der weiße Würfel oben links ist nicht lesbar. Leg ihn gerade oder wirf neu",
        ),
        (messages.outside("Jo", 5, 2), "Jo: Zwei Würfel liegen neben dem Brett. Wirf alle fünf neu"),
        (
            refusals.needs_the_one_before(4, "crew", "captain", 5),
            "Die 4 ist die Crew: Erst muss der Kapitän da sein, die 5.",
        ),
        (
            refusals.not_the_missing_part(3, refusals.part_and_face("captain", 5)),
            "Die 3 ist nicht der Kapitän (5): Wirf sie neu.",
        ),
        (messages.PAUSED, "Pause. ROLL drücken zum Weiterspielen"),
        (
            yahtzee.box_or_throw("Jo", (5, 5, 1), HoldMode.RAIL, (5, 5), 1),
            "Jo: 5 5 1. Ein Feld wählen oder 5 5 behalten, einen werfen",
        ),
        ("Nobody has a word for this.", "Nobody has a word for this."),
    ],
)
def test_a_sentence_is_said_in_german_with_every_sentence_within_it(sentence: str, german: str) -> None:
    assert words_in("de").told(sentence) == german
    assert words_in("en").told(sentence) == sentence


def test_every_place_and_colour_of_a_die_has_a_word() -> None:
    steps = range(0, 256, 15)
    places = {describe.place_words((x, y), TRAY) for x in (25.0, 80.0, 175.0, 290.0) for y in (10.0, 100.0, 190.0)}
    assert places == german_sentences._PLACES.keys()
    colours = {describe.colour_word((red, green, blue)) for red, green, blue in product(steps, repeat=3)}
    assert colours == german_sentences._COLOURS.keys()

"""Whatever the program may say on the page is in the phrasebook: the list is read from its code."""

import re

import pytest

from tests.web.catalogue.prose import findings_of, prose_of, read
from web.catalogue import LANGUAGES, USUAL, books_of, words_in
from web.catalogue.phrasebook import Book, Phrasebook

OTHERS = [language for language in LANGUAGES if language != USUAL]

SAYERS = read(
    *(f"device/adapters/{name}.py" for name in ("json_files", "maintenance")),
    *(f"device/backup/{name}.py" for name in ("backup", "restore", "restored_config")),
    "device/calibration/locate.py",
    "device/cameras/process.py",
    *(f"device/config/{name}.py" for name in ("editor", "keys", "schema")),
    *(f"device/journal/{name}.py" for name in ("journal", "opener")),
    "device/notices.py",
    "device/panels/gpio.py",
    *(f"device/runtime/{name}.py" for name in ("boot_count", "safe_mode", "start")),
    *(f"device/sources/{name}.py" for name in ("looped", "pi", "usb", "worker")),
    *(f"device/storage/{name}.py" for name in ("database", "db_copy", "lock", "salvage")),
    *(f"engine/{name}.py" for name in ("events", "game", "history", "names", "players", "values")),
    "engine/ship/options.py",
    *(f"engine/ship/play/{name}.py" for name in ("holding", "money", "moves", "starting")),
    *(f"engine/ship/{name}.py" for name in ("players", "rules")),
    "engine/spelling.py",
    *(f"engine/yahtzee/{name}.py" for name in ("options", "play", "players", "rules", "scoring")),
    "table/commands.py",
    *(f"table/games/{name}.py" for name in ("ship", "yahtzee")),
    "table/pairing/requests.py",
    "table/panel/permission.py",
    "table/table.py",
    *(f"vision/faces/{name}.py" for name in ("fusion", "pipeline", "size_filter")),
    "vision/geometry/tray.py",
    "vision/problems.py",
    "vision/quality/checks.py",
    "vision/reader.py",
    *(f"vision/scene/{name}.py" for name in ("foreign_objects", "rim_shift")),
    "vision/stream/consensus.py",
    *(f"web/access/{name}.py" for name in ("download_tickets", "guard", "permission", "refusals", "sessions")),
    "web/api/uploads.py",
    "web/display_names.py",
    "web/games/house_rules.py",
    *(f"web/helm/{name}.py" for name in ("appliance", "correction", "pages", "query")),
    "web/http/streams.py",
    *(f"web/live/{name}.py" for name in ("screens", "sse")),
    *(f"web/pairing/{name}.py" for name in ("claimed_screens", "codes", "guess_limits")),
    "web/api/*.py",
    "device/doctor/*.py",
)
"""The modules whose texts come to the page: refusals, doubts, troubles, findings."""

NOT_ON_THE_PAGE = re.compile(
    r"SELECT |INSERT |DELETE |CREATE |PRAGMA |BEGIN |default-src|accelerometer=|attachment;|import cv2|Player \d"
    r"|quarterdeck \{\}"
    r"|an ante of|[Tt]he backup$|Safe mode: |The page is on |cannot be found|the log (is empty|does not begin)"
    r"|^text/html; |^(data|id): |is not possible: |Ship, Captain, Crew$|\(\?|^\{\}, but \{\}"
)
"""SQL, headers, and what only a terminal or a file is told."""

PUT_TOGETHER = {"1 player", "{} and {}"}
"""What the code says by other means than a text with holes."""


@pytest.mark.parametrize("path", SAYERS)
@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_every_phrase_that_the_code_can_say(language: str, path: str) -> None:
    known = {phrase for book in books_of(language) for phrase in book.phrases}
    said = {text for text in prose_of(SAYERS[path]) if not NOT_ON_THE_PAGE.search(text)}
    assert said <= known, f"web/catalogue/{language}/phrases lacks {sorted(said - known)}"


@pytest.mark.parametrize("path", [path for path in SAYERS if path.startswith("device/doctor/")])
@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_every_finding_of_the_doctor(language: str, path: str) -> None:
    names = {"Python", "OpenCV", "libgl"}
    known = {text for book in books_of(language) for text in (*book.phrases, *book.words)}
    assert set(findings_of(SAYERS[path])) - names <= known


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_no_phrase_that_nobody_says(language: str) -> None:
    said = {text for source in SAYERS.values() for text in prose_of(source)}
    said |= {text for path, source in SAYERS.items() if "doctor" in path for text in findings_of(source)}
    idle = {phrase for book in books_of(language) for phrase in book.phrases} - said
    assert idle == PUT_TOGETHER


@pytest.mark.parametrize("language", OTHERS)
def test_a_phrase_puts_in_what_its_english_puts_in_and_no_more(language: str) -> None:
    for book in books_of(language):
        for phrase, said in book.phrases.items():
            put_in = [f"<{place}>" for place in range(phrase.count("{}"))]
            told = said.format(*put_in)
            assert "{" not in told
            assert told.endswith(".") == phrase.endswith(".") or "{}" in phrase[-3:], phrase


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("Mia throws 3 dice now, not 5.", "Mia throws 3 dice now, not 5."),
        ("It is Mia’s turn, not Jo’s.", "Mia ist dran, nicht Jo."),
        ("The full house box is already filled.", "Das Feld für „Full House“ ist schon voll."),
        ("Dice is 9: a turn takes 5 to 8 dice.", "Dice ist 9: Geworfen wird mit 5 bis 8 Würfeln."),
        ("The game is over: Mia has won.", "Das Spiel ist aus: Mia hat gewonnen."),
        ("its value is not clear", "seine Zahl ist nicht eindeutig"),
        (
            "The top left marker is covered: keep things off the tray's corners.",
            "Die Marke oben links ist verdeckt: Lass die Ecken des Bretts frei.",
        ),
        (
            "There are no rules called “bar-pott”; did you mean “bar-pot”?",
            "Regeln namens „bar-pott“ gibt es nicht. War „bar-pot“ gemeint?",
        ),
        (
            "The journal cannot be written (No space left on device): the game goes on in memory, and is lost if the "
            "table is switched off. Make room; do not switch off.",
            "Das Tagebuch lässt sich nicht schreiben (No space left on device): Das Spiel geht im Speicher weiter und "
            "ist verloren, wenn der Tisch ausgeschaltet wird. Schaff Platz; nicht ausschalten.",
        ),
        ("Nobody has a word for this.", "Nobody has a word for this."),
        ("power", "power"),
    ],
)
def test_a_phrase_is_said_in_german_with_what_is_put_in(english: str, german: str) -> None:
    assert words_in("de").told(english) == german
    assert words_in("en").told(english) == english


def test_a_single_word_is_a_finding_and_never_a_name() -> None:
    german = words_in("de")
    assert (german.term("power"), german.term("too weak now")) == ("Strom", "gerade zu schwach")
    assert german.told("power is already playing.") == "power spielt schon mit."


def test_what_has_few_words_of_its_own_is_not_found_in_everything() -> None:
    book = Phrasebook([Book({"{} is {}: {}": "{} ist {}: {}"}, {})])
    assert book.said("rolls is 12: too many") == "rolls ist 12: too many"
    assert book.said("What is to be done here is plain: nothing") is None

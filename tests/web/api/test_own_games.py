"""Games of the owner's own: made of answers or a file, offered, played, changed and taken away, and never lost."""

import gc
import json
import subprocess
import sys
import weakref
from itertools import product
from random import Random

import pytest

from engine import (
    BadLog,
    Refused,
    Rolled,
    Started,
    Stopped,
    decode,
    encode,
    expected_tray,
    fold,
    game_of,
    history_of,
    legal_actions,
)
from engine.game import games_of_all
from engine.turns.game import TurnGame
from engine.turns.kit import files
from engine.turns.kit.file.reading import LONGEST_OF_OWNERS, read
from engine.turns.kit.file.tables import BadGame
from engine.turns.kit.files import own_game
from table.games import check_playable, playable_presets, rulebook
from tests.web.api.conftest import Bridge
from tests.web.api.contract import Held
from tests.web.api.test_levels import owner_of, send, set_pin
from web.errors import Denied
from web.games import game_on_the_page
from web.games.own_games import QUESTIONS, OwnGames, choices_of, next_question, text_of
from web.services.store import Memory

OURS = text_of({"dice": "3", "turn": "push", "bust": "2", "wins": "fifty", "title": "Two Out"})
HANDS = (
    'title = "Hands"\nline = "Hands."\n[turn]\ndice = 7\nthrows = 3\naside = "any"\n'
    '[game]\nwins = "hands"\nfirst_to = 2\n'
    '[[hand]]\nname = "a"\ntitle = "A"\nsays = "a"\nalike = 1\n'
)
SETS = (
    'title = "Sets"\nline = "Sets."\n[turn]\ndice = 6\naside = "scoring"\nstop = true\n'
    "sets = [{alike = 1, has = 1, points = 4}]\n"
    '[game]\nwins = "points"\nends = "last_turns"\ngoal = 2000\n'
)
MANY = (
    'title = "Many"\nline = "Many."\n[turn]\ndice = 12\nthrows = 10\n'
    "score = [" + "{sum = 1}, " * 4 + "{has = 6, highest = 13, sum = 1}, {has = 5, each = 17}, {sum = 1}]\n"
)
ASIDE = 'title = "Aside"\nline = "Aside."\n[turn]\ndice = 7\naside = "some"\nneeds = [1, 2, 3]\nworth = {6 = 20}\n'
COMMON = (
    'title = "Ours"\nline = "Ours."\n[turn]\ndice = 2\nscore = {alike = 2, points = 1}\nends_without_score = true\n'
    '[game]\nwins = "last_point"\ngoal = 21\n'
)


def test_the_questions_end_and_each_list_of_answers_is_a_game_that_is_played_to_its_end() -> None:
    lists = product(*(choices_of(name) or ("Our game",) for name in QUESTIONS if name != "bust"))
    played = 0
    for number, (dice, turn, wins, title) in enumerate(lists):
        answers = {"dice": dice, "turn": turn, "wins": wins, "title": title, "bust": "1"}
        asked = []
        given: dict[str, str] = {}
        while question := next_question(given):
            asked.append(question)
            given[question] = answers[question]
        assert asked == [name for name in QUESTIONS if name != "bust" or turn == "push"]
        game = own_game(text_of(answers))
        assert tuple(game.face.how(game.named[game.presets[0]]))
        played += number % 7 == 0 and to_the_end(game, number)
    assert played > 15


def to_the_end(game: TurnGame, seed: int) -> bool:
    """Play a game of two with random dice, and return whether it ends."""
    chance, book = Random(seed), history_of([Started(game.presets[0], ("A", "B"), "A")])
    for _ in range(3000):
        state = book.state
        if state.turn is None:
            return True
        if "roll" not in legal_actions(state):
            (aside,) = game.events.values()
            book.write(aside(state.turn.loose[:1]))  # type: ignore[call-arg]
        elif "stop" in legal_actions(state) and chance.random() < 0.4:
            book.write(Stopped())
        else:
            book.write(Rolled(tuple(chance.choices(range(1, 7), k=expected_tray(state).throw))))
    return False


def test_a_game_carries_its_rules_to_a_program_that_never_saw_its_file() -> None:
    start = Started(own_game(OURS).presets[0], ("A", "B"), "A")
    lines = [encode(start), encode(Rolled((6, 6, 5))), encode(Stopped())]
    code = "import sys; from engine import decode, fold; print(fold(map(decode, sys.stdin)).totals)"
    run = subprocess.run(
        [sys.executable, "-c", code], input="\n".join(lines), check=True, capture_output=True, text=True
    )
    assert run.stdout == "{'A': 17, 'B': 0}\n"
    assert decode(lines[0]) == start


def test_what_was_played_stays_as_it_was_when_the_game_is_changed_or_taken_away() -> None:
    drawer = Memory()
    games = OwnGames(drawer)
    first = games.save(OURS)
    log = (Started(first.presets[0], ("A", "B"), "A"), Rolled((2, 6, 6)))
    before = fold(log)
    second = games.save(OURS.replace("has = 2", "has = 3"))
    assert [one.presets[0] for one in games.all()] == [second.presets[0]]
    assert second.presets[0] in playable_presets()
    assert first.presets[0] not in playable_presets()
    check_playable(first.presets[0])
    assert fold(map(decode, map(encode, log))) == before
    games.forget(second.presets[0])
    assert not any(preset.startswith("own-") for preset in playable_presets())
    assert OwnGames(drawer).all() == ()


@pytest.mark.parametrize(
    "file",
    [
        OURS.replace("dice = 3", "dice = 3\nfuture = true"),
        OURS.replace("[turn]", "[future]\nx = 1\n[turn]"),
        OURS + '[options.class]\ntitle = "A"\nline = "A"\nvalue = 1\nmost = 3\n',
        OURS + f"[turn.{'a.' * 900}b]\n",
        "no game",
    ],
)
def test_an_older_program_that_meets_a_file_it_cannot_play_says_so(file: str) -> None:
    start = json.loads(encode(Started(own_game(OURS).presets[0], ("A", "B"), "A")))
    with pytest.raises(BadLog, match="line "):
        decode(json.dumps({**start, "game": file}))


def test_other_texts_are_the_same_game_and_other_rules_another() -> None:
    assert read(OURS).kind == "own_two_out_" + read(OURS).kind[-12:]
    assert read(OURS + "# a remark\n").kind == read(OURS).kind
    assert read(OURS.replace("First", "Fast").replace("first", "fast")).kind == read(OURS).kind
    assert read(OURS.replace("dice = 3", "dice = 4")).kind != read(OURS).kind
    assert read('kind = "pig"\n' + OURS).kind == read(OURS).kind


@pytest.mark.parametrize(
    ("title", "letters"),
    [
        ("Zum Löwen", "zum_lowen"),
        ("Straße", "strasse"),
        ("Île d’Yeu", "ile_d_yeu"),
        ("Ŝipo № 9", "sipo_no_9"),
        ("船", "game"),
    ],
)
def test_letters_with_marks_stand_without_them_in_an_address_and_games_under_an_older_one_open(
    title: str, letters: str
) -> None:
    game = own_game(OURS.replace("Two Out", title) + '[presets.long]\ntitle = "Long"\noptions = {}\n')
    assert game.kind[:-12] == f"own_{letters}_"
    for preset in game.presets:
        start = Started(preset, ("A", "B"), "A")
        assert decode(encode(start).replace(game.presets[0], "own-zum-lo-wen-" + game.kind[-12:])) == start


def test_a_corrected_text_stands_whatever_is_read_of_older_games_and_may_be_put_back() -> None:
    games = OwnGames(Memory())
    first = games.save(OURS)
    start = encode(Started(first.presets[0], ("A", "B"), "A"))
    better = games.save(OURS.replace("50 points", "fifty points"))
    assert better.presets == first.presets
    decode(start)
    assert game_of(first.presets[0]) is better
    assert game_of(games.save(OURS).presets[0]) is games.all()[0] is first


def test_games_are_there_again_after_a_restart_and_a_rotten_one_leaves_the_others() -> None:
    drawer = Memory()
    OwnGames(drawer).save(OURS)
    drawer.put("own-games", [*drawer.get("own-games"), "no game"])  # type: ignore[misc]
    assert [str(one.title) for one in OwnGames(drawer).all()] == ["Two Out"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "“title” is missing"),
        ("title = 3\nline = 4", "it takes a text"),
        ("[" * 9000, ""),
        ("x" * (LONGEST_OF_OWNERS + 1), "more than 12000 letters"),
        (OURS.replace("dice = 3", "dice = 99999999999999"), "“dice”"),
        *(
            (OURS.replace("dice = 3", f"dice = {many}"), "Line 6: a number has fewer than 1000 digits")
            for many in ("9" * 5000, "0x" + "f" * 4000, "0b" + "1" * 1000)
        ),
        (OURS.replace("dice = 3", "dice = " + "9" * 999), "“dice”"),
        (OURS.replace("Two Out", "<script>"), "it takes a text"),
        (OURS.replace("stop = true", "throws = 3\nstop = 7"), "“stop”"),
        (OURS.replace("goal = 50", 'goal = "goal"'), "“goal”"),
        (OURS.replace("bust = {has = 2}", "bust = [" + "{has = 2}, " * 500 + "]"), "up to 60"),
        (OURS.replace("goal = 50", "goal = 5000"), "the goal is 500 at most"),
        (OURS.replace("has = 2", "total = 18"), "hardly ever ends"),
        (OURS.replace("dice = 3", "dice = 3\nscore = {sum = 900}"), "a roll is worth 500 points at most"),
        (HANDS, "a hand has 6 dice at most"),
        (SETS.replace("goal = 2000", "goal = 2001"), "the goal is 2000 at most"),
        (SETS.replace('"scoring"\nstop = true\nsets', '"some"\nworth = {1 = 99}\n#'), "counts 20 at most"),
        (MANY, "a turn can go in too many ways to be solved, 20000 at most"),
        (MANY.replace("dice = 12", "dice = 6").replace("{sum = 1}, " * 4, ""), "too many ways to be solved, 150000"),
        (ASIDE, "with these “needs” and “worth” are too much to solve"),
        (SETS.replace("sets = [", "sets = [{alike = 1, face = 4}, {run = 2, points = 28}, "), "to be solved, 1000"),
        (OURS.replace("dice = 3", "dice = 3\nscore = {points = -1}"), "a roll can’t cost points"),
        (COMMON, "a roll hardly ever scores: at least one in 100 must, with a single die too"),
        (COMMON.replace("alike = 2, ", "").replace("goal = 21", "goal = 101"), "the goal is 100 at most"),
    ],
)
def test_what_is_no_game_is_refused_in_one_sentence(text: str, why: str) -> None:
    games = OwnGames(Memory())
    with pytest.raises(Denied) as denied:
        games.save(text)
    assert why in denied.value.why
    assert denied.value.why.endswith(".")
    assert games.all() == ()
    with pytest.raises((BadGame, Refused)):
        read(text)


def test_a_game_is_made_offered_played_and_taken_away_on_the_pages(bridge: Bridge, helm: Held) -> None:
    set_pin(bridge)
    owner = owner_of(bridge)
    page = owner.get("/owner/games/make?dice=3&turn=push&bust=2&wins=fifty&title=Two+Out").text
    assert "the turn is lost" in page
    assert "Save game" in page
    bad = {"text": OURS.replace('"Two Out"', "“Two Out”"), "key": "k" * 16}
    refused = owner.post("/api/own-games", json=bad, headers={"Accept-Language": "de"})
    assert (refused.json or {})["why"].startswith("Zeile 1: schreib gerade Anführungszeichen")
    preset = (send(owner, "/api/own-games", {"text": OURS}).json or {})["game"]
    assert "Two Out" in owner.get("/owner/games").text
    assert "Two Out" in helm.get(f"/helm/games/new?preset={preset}").text
    assert bridge.ask(helm, "/api/games", preset=preset, players=["A", "B"]).status_code == 200
    assert "Two Out" in helm.get("/how").text
    assert send(owner, "/api/own-games/forget", {"game": preset}).status_code == 200
    assert helm.get("/").status_code == 200
    assert "Two Out" not in owner.get("/owner/games").text
    assert "Two Out" not in helm.get("/helm/games/new").text


def test_of_games_that_are_no_longer_offered_the_latest_stay_and_the_others_are_let_go(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("engine.game.KEPT", 3)
    games = OwnGames(Memory())
    one = games.save(OURS.replace("Two Out", "One of six"))
    state = fold([Started(one.presets[0], ("A", "B"), "A"), Rolled((1, 3, 4)), Stopped()])
    assert game_on_the_page(state)
    assert rulebook(state)
    left, gone = one.presets[0], weakref.ref(one)
    del one, state
    for title in ("Two", "Three", "Four", "Five"):
        assert left in playable_presets() or game_of(left)
        games.forget(games.all()[0].presets[0])
        games.save(OURS.replace("Two Out", title + " of six"))
    games.forget(games.all()[0].presets[0])
    files._owners.cache_clear()
    gc.collect()
    assert gone() is None
    assert [str(game.title) for game in games_of_all() if game.written] == [
        "Three of six",
        "Four of six",
        "Five of six",
    ]

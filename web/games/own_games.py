"""The owner's own games: their files, kept in the drawer, and the file that the answers to a few questions make."""

from collections.abc import Mapping
from threading import Lock

from engine.errors import BadRules
from engine.game import offer
from engine.i18n import full_sentence
from engine.i18n import gettext as _
from engine.turns.kit.files import added_game, own_game
from engine.turns.kit.game import KitGame
from web.errors import Denied
from web.services.store import KeyValueStore, known_rows

KEPT = "own-games"
"""The name under which the drawer keeps them."""

MOST = 20
LONGEST_NAME = 40


class OwnGames:
    """The owner's games that are offered, in the order in which they were saved. Thread-safe.

    A game that is taken away is no longer offered. What was played of it stays: each game carries its rules.
    """

    def __init__(self, drawer: KeyValueStore) -> None:
        self._drawer = drawer
        self._lock = Lock()
        self._all: Mapping[str, KitGame] = {}
        self._show(known_rows(drawer, KEPT, _read))

    def all(self) -> tuple[KitGame, ...]:
        return tuple(self._all.values())

    def save(self, text: str) -> KitGame:
        """Add the game of that file, in place of one of the same title.

        Raises :class:`~web.errors.Denied` for a text that is no game, and if it cannot be stored.
        """
        game = game_or_denied(text)
        with self._lock:
            others = [one for one in self._all.values() if str(one.title) != str(game.title)]
            if len(others) >= MOST:
                raise Denied(
                    422, "too_many", _("There are already {most} games of your own: delete one first.", most=MOST)
                )
            self._keep([*others, game])
        return game

    def forget(self, name: str) -> None:
        with self._lock:
            if name not in self._all:
                raise Denied(422, "no_such_game", _("There is no such game of your own."))
            self._keep([one for one in self._all.values() if one.presets[0] != name])

    def _keep(self, games: list[KitGame]) -> None:
        self._drawer.put(KEPT, [game.written for game in games])
        self._show(games)

    def _show(self, games: "list[KitGame]") -> None:
        self._all = {game.presets[0]: game for game in games}
        offer([preset for game in games for preset in game.presets])


def game_or_denied(text: str) -> KitGame:
    try:
        return added_game(text)
    except BadRules as error:
        raise Denied(422, "bad_game", full_sentence(error.args[0])) from None


def _read(row: object) -> KitGame:
    return own_game(str(row), anew=True)


Answers = Mapping[str, str]
"""What was answered so far, by the names of the questions."""

TURNS = {
    "once": ("", _("Roll once. The sum counts.")),
    "push": ("stop = true\nbust = {has = %(bust)s}", _("Roll as often as you like. One face loses the turn.")),
    "aside": ('aside = "some"', _("Set aside some dice of each roll, until none is left.")),
    "highest": ('leaves = "highest"\nscore = {highest = 1}', _("The highest die of each roll stays.")),
}
WINS = {
    "round": ('wins = "round"', _("The best turn wins.")),
    "low": ('wins = "round"\nbest = "low"', _("The lowest turn wins.")),
    "five": ('wins = "points"\nrounds = 5', _("The most points after five rounds win.")),
    "ten": ('wins = "points"\nrounds = 10', _("The most points after ten rounds win.")),
    "fifty": ('wins = "points"\ngoal = 50', _("The first with 50 points wins.")),
    "hundred": ('wins = "points"\ngoal = 100', _("The first with 100 points wins.")),
}
QUESTIONS = {
    "dice": _("How many dice?"),
    "turn": _("What is a turn?"),
    "bust": _("Which face loses the turn?"),
    "wins": _("What wins?"),
    "title": _("What is the game called?"),
}


def choices_of(question: str) -> Mapping[str, str]:
    """Return the answers that a question has, by what they are in the address; none for a text."""
    match question:
        case "dice":
            return {str(count): str(count) for count in range(1, 7)}
        case "bust":
            return {str(face): str(face) for face in range(1, 7)}
        case "turn":
            return {key: says for key, (_rules, says) in TURNS.items()}
        case "wins":
            return {key: says for key, (_rules, says) in WINS.items()}
    return {}


def next_question(answers: Answers) -> str | None:
    """Return the first question without an answer, None when there is none."""
    for name in QUESTIONS:
        choices = choices_of(name)
        answered = answers.get(name) in choices if choices else bool(answers.get(name))
        if not answered and (name != "bust" or answers.get("turn") == "push"):
            return name
    return None


def text_of(answers: Answers) -> str:
    """Return the file of the game of these answers, with the first choice where there is none yet."""
    given = {name: answers.get(name) for name in QUESTIONS}
    known = {name: one if one in choices_of(name) else next(iter(choices_of(name)), "") for name, one in given.items()}
    title = " ".join((given["title"] or str(_("Our game"))).replace('"', "”").replace("\\", "").split())[:LONGEST_NAME]
    turn, wins = TURNS[str(known["turn"])], WINS[str(known["wins"])]
    return "\n".join(
        (
            f'title = "{title}"',
            f'line = "{wins[1]}"',
            f"icon = [{', '.join(['6'] * min(3, int(str(known['dice']))))}]",
            "",
            "[turn]",
            f"dice = {known['dice']}",
            *([f"{turn[0]}" % {"bust": known["bust"]}] if turn[0] else ["throws = 1"]),
            "",
            "[game]",
            wins[0],
            "",
        )
    )

"""The games of the house that are files, and the game of any file."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from importlib import resources

from engine.errors import BadRules
from engine.game import game_of, register, unregister
from engine.turns.kit.aside import AsideGame
from engine.turns.kit.banking import BankGame
from engine.turns.kit.common import CommonGame
from engine.turns.kit.game import KitGame
from engine.turns.kit.hands import HandGame
from engine.turns.kit.reading import GameFile, read
from engine.turns.kit.tables import BadGame
from engine.turns.kit.throwing import ThrowGame

GAMES: Mapping[str, Callable[[GameFile], KitGame]] = {"nothing": ThrowGame, "some": AsideGame, "scoring": BankGame}
"""The games by what a player does with dice."""


def game_of_file(file: GameFile) -> KitGame:
    play = file.play(file.usual)
    if play.wins == "last_point":
        return CommonGame(file)
    return HandGame(file) if play.hands else GAMES[play.aside](file)


@lru_cache(maxsize=256)
def own_game(text: str) -> KitGame:
    """Return the owner's game of that file, registered from now on. Raises :class:`BadGame` for any other text.

    One with the same rules and other texts is replaced.
    """
    game = game_of_file(read(text))
    game.written = text
    with suppress(BadRules):
        unregister(game_of(game.presets[0]))
    try:
        register(game)
    except ValueError as error:
        raise BadGame(1, str(error)) from None
    return game


def games_of_the_house() -> Iterator[KitGame]:
    """Yield the games of the files in ``engine/games``, in their places."""
    folder = resources.files("engine.games")
    texts = {entry.name.removesuffix(".toml"): entry for entry in folder.iterdir() if entry.name.endswith(".toml")}
    files = [read(entry.read_text("utf-8"), name) for name, entry in texts.items()]
    yield from map(game_of_file, sorted(files, key=lambda file: (file.place, file.kind)))

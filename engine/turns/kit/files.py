"""The games of the house that are files, and the game of any file."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from importlib import resources

from engine.errors import BadRules
from engine.game import game_of, register, unregister
from engine.turns.kit.aside import AsideGame
from engine.turns.kit.file.idle import check_that_all_counts
from engine.turns.kit.file.reading import GameFile, read
from engine.turns.kit.file.tables import BadGame
from engine.turns.kit.game import KitGame
from engine.turns.kit.hands.hands import HandGame
from engine.turns.kit.scoring.banking import BankGame
from engine.turns.kit.throws.common import CommonGame
from engine.turns.kit.throws.throwing import ThrowGame

GAMES: Mapping[str, Callable[[GameFile], KitGame]] = {"nothing": ThrowGame, "some": AsideGame, "scoring": BankGame}
"""The games by what a player does with dice."""


def game_of_file(file: GameFile) -> KitGame:
    play = file.play(file.usual)
    if play.wins == "last_point":
        return CommonGame(file)
    return HandGame(file) if play.hands else GAMES[play.aside](file)


def own_game(text: str, *, anew: bool = False) -> KitGame:
    """Return the owner's game of that file, registered from now on. Raises :class:`BadGame` for any other text.

    Of files with the same rules and other texts the first stands, or the one that is registered ``anew``.
    """
    game = _owners(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))
    with suppress(BadRules):
        known = game_of(game.presets[0])
        if known is game or not anew:
            return known  # type: ignore[return-value]
        unregister(known)
    try:
        register(game)
    except ValueError as error:
        raise BadGame(1, str(error)) from None
    return game


@lru_cache(maxsize=32)
def _owners(text: str) -> KitGame:
    game = game_of_file(read(text))
    game.written = text
    return game


def games_of_the_house() -> Iterator[KitGame]:
    """Yield the games of the files in ``engine/games``, in their places."""
    folder = resources.files("engine.games")
    texts = {entry.name.removesuffix(".toml"): entry for entry in folder.iterdir() if entry.name.endswith(".toml")}
    files = [read(entry.read_text("utf-8"), name) for name, entry in texts.items()]
    yield from map(game_of_file, sorted(files, key=lambda file: (file.place, file.kind)))


def added_game(text: str) -> KitGame:
    """Return the owner's game of a file that is added now. Raises :class:`BadGame` also where a part does nothing."""
    game = own_game(text, anew=True)
    check_that_all_counts(game.file, game.words())
    return game

"""A person is erased: the name is in no file of the table any more, and nothing else of the games has changed."""

from engine import decode, history_of
from tests.simulation.acts.keeping import owner
from tests.simulation.acts.people import throw
from tests.simulation.evening import Broken, Evening

PERSON = "Wilhelmine"
"""Plays only here, so that the name in a file is hers."""


def play_and_be_erased(evening: Evening) -> None:
    """Play a game with her, and after another one begins have her erased, while the power may go."""
    chance = evening.chance
    said = {"preset": "pig", "players": [PERSON, "Ann"], "options": {}}
    if chance.random() < 0.7:
        if evening.send(evening.helm, ("/api/games", said), offered=False).status_code != 200:
            return
        for _ in range(3):
            throw(evening)
            evening.send(evening.helm, ("/api/moves", {"do": "stand"}), offered=False)
    if chance.random() < 0.9:
        evening.send(evening.helm, ("/api/games", said | {"players": ["Ann", "Bob"]}), offered=False)
    evening.house.rest()
    before, phone = evening.house.kept(), owner(evening)
    answer = evening.send(phone, ("/api/players/erase", {"player": PERSON}), offered=False)
    if answer.status_code != 200 or evening.in_trouble:
        return
    if chance.random() < 0.3:
        evening.disk.calls_left = chance.randint(1, 60)
    evening.safe = {}  # without her name
    evening.start_again()
    _is_erased(evening)
    for game, log in evening.house.kept().items():
        totals = [getattr(history_of(map(decode, one)).state, "totals", {}) for one in (before[game], log)]
        if len(log) != len(before[game]) or [*totals[0].values()] != [*totals[1].values()]:
            raise Broken(f"to erase her changed game {game}: {before[game]} {log}")


def _is_erased(evening: Evening) -> None:
    left = [str(file) for file in evening.disk.files if PERSON.encode() in file.read_bytes()]
    if left or PERSON in evening.get(evening.guest, "/players"):
        raise Broken(f"she is erased, and still in {left or 'the pages'}")

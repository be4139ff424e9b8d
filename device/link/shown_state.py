"""What a table shows of itself to a venue: a snapshot as the state of the wire."""

from engine import title_of, totals
from engine.i18n import translated
from engine.link_protocol import LinkedGame, LinkedPlayer, LinkState
from table.snapshot import Snapshot


def state_of(snapshot: Snapshot, name: str, game: int | None, language: str) -> LinkState:
    """Return the state of the table of that name, which plays the game of that number, in that language."""

    def said(text: str) -> str:
        return str(translated(text, language))

    state = snapshot.state
    points, preset = totals(state), state.rules.name
    return LinkState(
        name=name,
        sentence=said(snapshot.prompt),
        phase=snapshot.mode.value,
        game=LinkedGame(game, said(title_of(preset)[0]), preset) if game else None,
        dice=tuple(die.value for die in snapshot.dice if die.value is not None),
        players=tuple(
            LinkedPlayer(player, str(points.get(player, 0)), player == state.player)
            for player in state.players
            if player in state.present
        ),
    )

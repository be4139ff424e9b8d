"""Profiles and moments of players, and whose phone it is."""

from flask import Blueprint, request

from engine.profiles.profile import COLOURS, EMBLEMS
from table.snapshot import SnapshotSource
from web.access.guard import open_to_all
from web.api.request.body import fields
from web.display_names import shown
from web.games import moment_texts
from web.joining.own_player import OwnPlayer
from web.ports.archive import Archive
from web.ports.preferences import viewer_of
from web.profiles.profile_book import ProfileBook, profile_asked


def profiles(table: SnapshotSource, archive: Archive, book: ProfileBook, own: OwnPlayer) -> Blueprint:
    """Return the blueprint."""
    part = Blueprint("profiles", __name__)

    def told() -> dict[str, object]:
        players = table.snapshot().state.players
        looks = book.of_game(players)
        return {
            "colours": list(COLOURS),
            "emblems": list(EMBLEMS),
            "players": [
                {"name": name, "colour": looks[shown(name)].colour, "emblem": looks[shown(name)].emblem}
                for name in players
            ],
        }

    @part.get("/profiles")
    def all_() -> dict[str, object]:
        return told()

    @part.post("/profiles")
    @open_to_all
    def choose() -> dict[str, object]:
        given = fields()
        player, colour, emblem = given.text("player"), given.text("colour"), given.text("emblem")
        given.end()
        own.choose(player, profile_asked(colour, emblem))
        return told()

    @part.post("/me")
    @open_to_all
    def claim() -> dict[str, object]:
        given = fields()
        player = given.text_or_null("player")
        given.end()
        own.claim(player or "")
        return {"player": player, "shown": shown(player or "")}

    @part.get("/moments")
    def moments() -> dict[str, object]:
        words, texts = viewer_of(request).words, moment_texts()
        firsts = archive.moments(request.args.get("player", ""))
        return {
            "moments": [
                {
                    "moment": key,
                    "game": game,
                    "title": words.told(texts[key].title),
                    "line": words.told(texts[key].line),
                }
                for key, game in sorted(firsts.items(), key=lambda one: (one[1], one[0]))
                if key in texts
            ]
        }

    return part

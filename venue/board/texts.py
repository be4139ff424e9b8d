"""The texts of the board, rendered in the reader's language by :class:`BoardWords`."""

from collections.abc import Callable
from datetime import datetime
from functools import cache, wraps
from typing import Any

from engine import BadRules, game_of_kind, kinds_of_all, title_of
from engine.i18n import full_sentence, ngettext, short_day, spoken_in
from engine.i18n import gettext as _

TITLE = "Quarterdeck"
DESCRIPTION = _("All tables of this venue, live.")
TABLES = _("Tables")
LEADERBOARDS = _("Leaderboards")
TV = _("TV")
OWNER = _("Owner")
PAGES = _("Pages")
CHANGE_THEME = _("Change theme")
NO_TABLES = _("No table has reported yet. Enrol one with quarterdeck venue enrol.")
NO_GAME = _("No game.")
ONLINE = _("Live")
LOST = _("Connection lost. Reconnecting…")
MOMENTS = _("Latest moments")
NO_MOMENTS = _("Nothing yet.")
GAMES = _("Latest games")
NO_GAMES = _("No games yet.")
PLAYER, WINS, SHARED, PLAYED, BEST = _("Player"), _("Wins"), _("Shared"), _("Games"), _("Best")
PERIOD_NAMES = {"tonight": _("Tonight"), "month": _("This month"), "all": _("All time")}
NOBODY = _("No finished games in this time.")
UNFINISHED = _("not finished")
BACK = _("All tables")
RECORDED = _("Recorded")
NOT_FOUND = _("Page not found.")
NO_SUCH_TABLE = _("There is no such table.")

LOG_IN, LOG_OUT, PASSWORD = _("Log in"), _("Log out"), _("Password")
WRONG_PASSWORD = _("Wrong password.")
NO_OWNER = _("No password is set: run quarterdeck venue owner.")
WAIT = _("Too many attempts: wait a minute.")
ALARMS = _("Alarms")
NO_ALARMS = _("No alarms.")
DISMISS = _("Dismiss")
SET_ASIDE_HELP = _("Not on the leaderboards. They come back with an update that can read them.")
TABLE_NAMES = _("Names of tables")
NAME = _("Name")
SAVE = _("Save")
MERGE_PLAYERS = _("Merge players")
MERGE_HELP = _("Show one player under another’s name. Leave the new name empty to hide the player.")
SHOW_AS = _("Show as")
MERGE = _("Merge")
SEPARATE = _("Separate")
LONG_NAME = _("A name has up to 24 characters.")
UNKNOWN_HOST = _("Unknown address: open the board by its own name or IP address.")
FOREIGN = _("Blocked: this request came from another site.")
TOO_MANY = _("Too many requests: wait a moment.")
TOO_MANY_STREAMS = _("The board has as many viewers as it can serve: reload in a moment.")
TOO_LARGE = _("The message is too large.")
WRONG_LOGIN = _("Unknown table or wrong password: enrol the table again.")
OTHER_TABLE = _("The batch is for another table or another venue.")
NO_DOOR = _("This board takes no batches: send them to the broker.")
UNREADABLE = _("The record can’t be read: start PostgreSQL. Showing the last known state.")
READ_ONLY = _("The record is read-only: nothing is recorded. Tables keep their games.")


def last_seen(at: datetime | None) -> str:
    """The line of a table that is offline."""
    if at is None:
        return _("Never seen")
    local = at.astimezone()
    if local.date() == datetime.now().astimezone().date():
        return _("Last seen {time}", time=f"{local:%H:%M}")
    return _("Last seen {date}, {time}", date=short_day(local.date()), time=f"{local:%H:%M}")


def not_recording(since: datetime | None) -> str:
    """The warning when no ingester can write."""
    if since is None:
        return _("Nothing is recorded: no ingester has run yet.")
    return _(
        "Nothing is recorded since {time}: check ingester, broker and the record’s disk. Tables keep their games.",
        time=f"{since.astimezone():%H:%M}",
    )


def not_computing(since: datetime) -> str:
    """The warning when no projector runs."""
    return _("Results and leaderboards are those of {time}: check the projector.", time=f"{since.astimezone():%H:%M}")


def message_refused(why: str) -> str:
    """The alarm for a message that cannot be read."""
    return _("A message was refused: {why}", why=why)


def game_line(title: str, number: int) -> str:
    """The game that a table plays."""
    return _("{title} · game {number}", title=title, number=number)


def events_recorded(count: int) -> str:
    """How much of a table is recorded."""
    return ngettext("{count} event", "{count} events", count)


def games_set_aside(count: int) -> str:
    """The heading of the games that cannot be computed."""
    return ngettext("{count} game set aside", "{count} games set aside", count)


def game_set_aside(game: int, why: str, software: str) -> str:
    """A game that cannot be computed, with the reason and the version that tried."""
    return _("Game {game}: {why} (version {software})", game=game, why=why, software=software)


def alarm_count(count: int) -> str:
    """How often an alarm was raised."""
    return ngettext("once", "{count} times", count)


def moment(word: str, player: str, preset: str, value: int | None) -> str:
    """A moment of a game, in one sentence."""
    title = title_in(preset)
    match word:
        case "won":
            return _("{player} wins {game} with {value}.", player=player, game=title, value=value or 0)
        case "midnight":
            return _("Midnight! {player} has the best cargo there is.", player=player)
        case "five_of_a_kind" | "yahtzee_bonus":
            return _("Yahtzee! {player} has five of a kind.", player=player)
        case "hot_dice":
            return _("Hot dice! {player} scores with all dice.", player=player)
        case "dream_spider":
            return _("Dream spider! {player} has a second midnight.", player=player)
    return full_sentence(f"{player}: {word}")


def title_in(preset: str) -> str:
    """The title of rules; their name if this version does not know them."""
    try:
        return title_of(preset)[0]
    except BadRules:
        return preset


def kind_name(kind: str) -> str:
    """The name of a kind of game; its word if this version does not know it."""
    return game_of_kind(kind).title if kind in kinds_of_all() else kind


class BoardWords:
    """The texts of the board in one language, each an attribute: a text, or a function that returns one."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.rendered = spoken_in(language).rendered

    def __getattr__(self, name: str) -> Any:
        text = globals().get(name)
        if text is None:
            raise AttributeError(f"the board has no words called {name}: see venue/board/texts.py")
        found = self._rendering(text) if callable(text) else self.rendered(text)
        setattr(self, name, found)
        return found

    def _rendering(self, make: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(make)
        def made(*given: Any) -> Any:
            return self.rendered(make(*given))

        return made


@cache
def board_words(language: str) -> BoardWords:
    """Return the texts in that language, one of :func:`engine.i18n.languages`."""
    return BoardWords(language)

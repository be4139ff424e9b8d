"""The helm as the page tells it: for whoever runs the table from a phone."""

from collections.abc import Sequence

from engine.i18n import Text, in_words, listed, ngettext, pgettext
from engine.i18n import gettext as _
from table.games.bar_dice import hand_in_words

HELM = _("The helm")
HELM_SAYS = _("The helm: control of this table. This phone is only watching. Take the helm to play the game from it.")
HELM_HOW = {
    "buttons": _("Hold both tray buttons for 3 seconds. Press ROLL when the lamp shows this phone’s colour."),
    "screen": _("A table screen shows a code for this phone."),
    "code": _("Get a code from a phone at the helm, or run “quarterdeck pair” on the machine."),
}
"""How the helm is taken: by a press of ROLL, with a code from a screen of the table, or with one from elsewhere."""

HELM_STAGES = {
    "buttons": {
        "open": _("Hold both tray buttons for 3 seconds."),
        "asking": _("Asking…"),
        "waiting": _("It’s another phone’s turn. Press STAND on the tray for the next."),
        "shown": _("Press ROLL if the tray’s lamp shows this."),
        "refused": _("This phone was refused at the table."),
        "lost": _("Connection lost. Reconnecting…"),
    },
    "screen": {
        "open": _("Asking…"),
        "asking": _("Asking…"),
        "waiting": _("Asking…"),
        "shown": _("Enter the code shown next to this colour."),
        "refused": _("Refused. Ask again."),
        "lost": _("Connection lost. Reconnecting…"),
    },
}
"""What a phone that asks says at each stage; the keys are those of HELM_HOW and of the API, “open” and “lost”."""

HELM_ASK_CANCEL = _("Cancel")
HELM_HAVE_CODE = _("I have a code")
HELM_USE_CODE = _("Use code")
HELM_SCREENS = _("Table screens")
HELM_SCREENS_SAYS = _("They show codes to phones that ask for the helm. Everyone in the room can read them.")
HELM_ADD_SCREEN = _("Add a screen")
HELM_ADD_SCREEN_SAYS = _("Open this address on the TV and enter the code:")
HELM_NO_SCREENS = _("None yet.")
HELM_REMOVE_SCREEN = _("Remove")
HELM_CODE = _("Code")
HELM_TAKE = _("Take the helm")
HELM_MINE = _("You’re at the helm.")
HELM_TASKS = _("Helm pages")
HELM_PASS_ON = _("Add another phone")
HELM_PASS_ON_SAYS = _("Shows a code for one more phone, valid for a minute. You keep the helm.")
HELM_SHOW_CODE = _("Show a code")
HELM_QR = _("QR code to take the helm on another phone")
HELM_GIVE_BACK = _("Leave the helm")
HELM_GIVE_BACK_SAYS = _("This phone goes back to watching. Unused phones leave the helm automatically after a while.")
HELM_RETURN = _("Leave the helm")
HELM_RETURN_ALL = _("Remove all phones")
HELM_GONE = _("You’re no longer at the helm.")
HELM_TO_HELM = _("To the helm")
HELM_NEEDS_SCRIPTS = _("The helm needs JavaScript: turn it on in this browser. Watching works without it.")

HELM_PAGES = {
    "helm_games.new": _("New game"),
    "helm.rolls": _("Fix an earlier roll"),
    "helm_box.doctor": _("System check"),
    "owner.index": _("Owner"),
}
"""The pages of the helm by their endpoints."""

HELM_BAR = _("Tray buttons")
HELM_SHEET = _("At the helm")
HELM_CLOSE = _("Close")
HELM_ROLL = _("Roll")
HELM_STAND = _("Stand")
HELM_TAKE_BACK = _("Undo")
HELM_FORMER = _("Back to the last game")
HELM_GO_ON = _("Resume")
HELM_NEXT_GAME = _("Rematch")
HELM_PAUSE = _("Pause")
HELM_BY_HAND = _("Enter roll")
HELM_SCORE = _("Score")

HELM_MORE = _("More")
HELM_MISREAD = _("Fix a roll")

HELM_SENDING = _("Sending…")
HELM_RECONNECTING = _("Waiting for the table… still trying.")
HELM_OFFLINE = _("No connection. Try again.")
HELM_LOST = _("No answer from the table. Check whether your last action went through.")
HELM_PRESS = _("Press ROLL on the tray to allow this.")
HELM_PRESS_SAYS = _("seconds left. Press STAND to refuse.")
HELM_AT_THE_TABLE = _("The table asks first: press ROLL there within ten seconds.")
HELM_STALE = _("The game has moved on, so that was ignored.")
HELM_DONE = _("Done.")
HELM_WHY = {
    "wrong_code": _("Wrong code. Check the current one."),
    "too_many_tries": _("Too many tries. Wait a moment."),
    "no_window": _("No code is active. Hold both tray buttons for 3 seconds."),
    "no_helm": _("You’re no longer at the helm."),
    "not_allowed": _("Refused at the table with STAND."),
    "not_answered": _("Nobody pressed ROLL in time. Try again."),
}
"""What is said of a refusal in place of the API's own sentence, by its code."""

HELM_MEND = _("Fix a roll")
HELM_MEND_SAYS = _("Tap a die, then its correct value. You’ll see what changes.")
HELM_ROLLS = _("Fix an earlier roll")
HELM_ROLLS_SAYS = _("Tap a die, then its correct value. You’ll see what changes.")
HELM_NO_ROLLS = _("No rolls yet.")
HELM_ALL_ROLLS = _("Earlier rolls")
HELM_EVERY_ROLL = _("All rolls")
HELM_DIE_HERE = _("A die on the tray")
HELM_DIE_GONE = _("That die has moved")
HELM_DIE_GONE_WHY = _("Close this and tap the right one.")
HELM_NOT_COUNTED = _("This die isn’t part of a counted roll of this turn. Fix an earlier one under More.")
HELM_NOT_THE_NUMBER = _("Wrong number of dice. Roll again.")
HELM_NEXT_DOUBT = _("next uncertain die")
HELM_CHANGES_NOTHING = _("no change to the score")
HELM_DIE_PICTURE = _("The die as the camera saw it")
HELM_READ_AS, HELM_ENTERED_AS = _("detected as"), _("entered as")
HELM_UNREAD = _("not detected")
HELM_WHAT_FACE = _("Which face is it?")
HELM_LIKELIEST = _("Most likely first.")
HELM_TOLD = _("entered by hand")
HELM_ASIDE = _("no longer counts")
HELM_WAS = _("originally")

HELM_GAME_OVER = _("The game is over")
HELM_STAYS = _("Kept")
HELM_WHICH_STAY = _("Tap the dice to keep")
HELM_THROWN = _("This roll")
HELM_WIPE = _("Clear")
HELM_PASS = _("Skip this roll")
HELM_BOXES = _("Choose a box")
HELM_NO_BOX = _("Nothing to score yet.")

HELM_COMPANY = _("Players")
HELM_JOIN = _("Join")
HELM_LEAVE = _("Leave")
HELM_RENAME = _("Rename")
HELM_COME_BACK = _("Rejoin")
HELM_AHEAD = _("Head start")
HELM_AHEAD_SAYS = _("Points that some players begin with. Wins don’t count in the statistics.")
HELM_NEW_NAME = _("Name")

HELM_STAKES = _("Stakes")
HELM_NO_STAKES = _("No bets right now.")
HELM_CHIPS = _("Chips")
HELM_SET_ANTE = _("Set the ante")
HELM_LENGTH = _("Number of rounds")
HELM_ROUNDS = _("Rounds")
HELM_SET_ROUNDS = _("Set the rounds")
HELM_NO_ROUNDS = _("This game has no number of rounds.")
HELM_BET = pgettext("button", "Bet")
HELM_BET_BY = _("Who bets")
HELM_BET_AGAINST = _("Against whom")
HELM_BET_ON = _("On what")
HELM_BETS = {"qualify": _("Full crew"), "miss": _("No full crew")}
HELM_THROWER = _("rolling")

HELM_NEW = _("New game")
HELM_NEW_SAYS = _("The current game is saved; you can resume it later.")
HELM_GO_ON_WITH = _("Resume")
HELM_GAME = _("Game")
HELM_STYLE = _("Style")
HELM_QUICK = _("3-minute games")
HELM_NEW_PLAYERS = _("New players")
HELM_WITHOUT_CAMERA = _("Play without the camera")
HELM_DISCARD = _("Discard")
HELM_RESTART = _("Restart with the same players")
HELM_PLAYERS = _("Players, in turn order")
HELM_REGULARS = _("Recent players")
HELM_ADD = _("Add")
HELM_UP = _("up")
HELM_DOWN = _("down")
HELM_AWAY_WITH = _("remove")
HELM_STARTS = _("First player")
HELM_STARTS_FIRST = _("First in the list")
HELM_STARTS_DICE = _("Roll for it")
HELM_HOUSE = _("House rules")
HELM_VARIANTS = _("House rules & variants")
HELM_BEGIN = _("Start game")
HELM_LOCKED = _("locked")
HELM_SAVE_AS = _("Save as house rules")
HELM_SAVE = _("Save")
HELM_SAVED = _("Saved.")
HELM_LOCK = _("Lock")
HELM_FORGET = _("Delete")
HELM_UNLOCK = _("Unlock")
HELM_LOCKED_SAYS = _("These house rules are locked.")
HELM_NUMBER_OF = _("how many")

HELM_SETTINGS = _("Settings")
HELM_SETTINGS_SAYS = _("Changes are saved immediately.")
HELM_BRIGHTNESS = _("Lamp brightness")
HELM_SOUNDS = _("Sounds")
HELM_SOUNDS_SAYS = _("A beep when a roll counts, a low tone when something’s wrong.")
HELM_PICTURES = _("Who can see the camera picture")
HELM_PICTURES_FOR = {"everybody": _("Everyone"), "helm": _("Only the helm")}
HELM_NO_SETTINGS = _("This table has no lamp and no sounds.")

HELM_CALIBRATION = _("Calibration")
HELM_CALIBRATION_SAYS = _(
    "The outline should match the inside of the tray. With four markers the table finds it automatically; "
    "without, drag the four points into the inner corners."
)
HELM_FOUND = {
    "markers": _("Found by its markers."),
    "corners": _("Corners set by hand."),
    "nowhere": _("Tray not found. Mark its corners."),
}
HELM_CORNERS = (_("Top left"), _("Top right"), _("Bottom right"), _("Bottom left"))
HELM_CORNER_HOW = _("Arrow keys move the point by one pixel, with Shift by ten.")
HELM_KEEP_CORNERS = _("Save these corners")
HELM_BY_MARKERS = _("Use the markers")
HELM_CORNERS_KEPT = _("Saved. Restarting… your game will continue.")
HELM_LAMPS = _("Light strips")
HELM_LAMPS_SAYS = _("Take everything off the tray first. Each strip gets brighter in turn; this takes some seconds.")
HELM_LAMPS_NEVER = _("Not measured yet: leaning dice aren’t found.")
HELM_LAMPS_MEASURE = _("Measure the light strips")
HELM_NO_CALIBRATION = _("This table plays a recording, so there’s nothing to calibrate.")

HELM_DOCTOR = _("System check")
HELM_DOCTOR_SAYS = _("Checked just now: everything the table needs.")
HELM_LIGHTS = {"green": _("OK"), "amber": _("Check"), "red": _("Problem"), "grey": _("Skipped")}
HELM_NO_DOCTOR = _("This table plays a recording, so there’s nothing to check.")
HELM_AGAIN = _("Run again")

HELM_KEEPING = _("Backup")
HELM_BACKUP = _("Back up")
HELM_BACKUP_SAYS = _("Games, settings and rules in one file. You can keep playing.")
HELM_BACKUP_WIFI = _("Include the Wi-Fi password")
HELM_BACKUP_WIFI_SAYS = _("Without it, this table keeps its own when you restore the backup.")
HELM_BACKUP_GET = _("Download")
HELM_BACKUP_BEGINS = _("Allowed. The download starts.")
HELM_RESTORE = _("Restore")
HELM_RESTORE_SAYS = _(
    "The table restarts with the backup. Your current data is kept in a separate folder. "
    "Buttons and lamp keep the settings of this table."
)
HELM_RESTORE_FILE = _("Backup file")
HELM_RESTORE_NOW = _("Restore")
HELM_RESTORED = _("Restoring… the table restarts with the backup.")
HELM_EXPORT = _("Export a game")
HELM_EXPORT_SAYS = _("One game as a file (JSON). Import it at any other table.")
HELM_EXPORT_GET = _("Download current game")
HELM_NO_KEEPING = _("This table plays a recording, so there’s nothing to back up.")


def helm_lamps_measured(days: int) -> str:
    """When the light strips were measured."""
    return ngettext("Measured {count} day ago.", "Measured {count} days ago.", days)


def helm_least_rounds(least: int) -> str:
    """Say how few rounds are possible."""
    return ngettext("At least {count} round.", "At least {count} rounds.", least)


def helm_screen(number: int, quiet: float | None) -> str:
    """A claimed screen, and whether it is on."""
    if quiet is not None and quiet < 30:
        return _("Screen {number}, on", number=number)
    return _("Screen {number}, off", number=number)


def helm_also(names: Text) -> str:
    """Say what else a game is called."""
    return _("Also: {names}.", names=names)


def helm_throws(player: str, dice: int) -> str:
    """How many dice are thrown next."""
    return ngettext(
        "{player} rolls one die", "{player} rolls {number} dice", dice, player=player, number=in_words(dice)
    )


def helm_decides(player: str) -> str:
    """Nothing is thrown next."""
    return _("{player}’s choice", player=player)


def helm_stand_with(score: int | None) -> str:
    """Keep the cargo that lies there."""
    return _("Stand with {score}", score=score)


def helm_die_of_roll(player: str, number: int) -> str:
    """A die that was counted."""
    return _("{player}’s roll {number}", player=player, number=number)


def helm_counts(dice: Sequence[int]) -> str:
    """A throw that would be counted like this."""
    return _("counts as {dice}", dice=" ".join(map(str, dice)))


def helm_change(what: str, player: str, was: object, now: object, before: str) -> str:
    """What a correction would change."""
    match what:
        case "held":
            if isinstance(now, list) and now:
                return _("{player} holds {dice}", player=player, dice=" ".join(map(str, now)))
            return _("{player} holds nothing", player=player)
        case "lies":
            return helm_rolled(player, now if isinstance(now, list) else [])
        case "worth":
            return _("{player}: {was} → {now} this turn", player=player, was=_score(was), now=_score(now))
        case "score":
            return _("{player}: {was} → {now}", player=player, was=_score(was), now=_score(now))
        case "total":
            return _("{player}: {was} → {now} in total", player=player, was=_score(was), now=_score(now))
        case "winner":
            return _("{player} wins", player=player) if now else _("{player} is no longer the winner", player=before)
        case "turn":
            return _("{player}’s turn again", player=player)
        case "next":
            return _("{player}’s turn", player=player)
        case "rolloff":
            return _("Roll-off: {players}", players=listed(now if isinstance(now, list) else []))
    assert isinstance(now, int)
    return ngettext("{count} later event no longer counts", "{count} later events no longer count", now)


def _score(score: object) -> str:
    if isinstance(score, list):
        return hand_in_words(tuple(score))
    return _("no score") if score is None else str(score)


def helm_rolled(name: str, dice: Sequence[int]) -> str:
    """Somebody rolled."""
    return _("{name} rolled {dice}", name=name, dice=" ".join(map(str, dice)))


def helm_left(games: int) -> str:
    """How many games are unfinished."""
    return ngettext("{count} unfinished game", "{count} unfinished games", games)

"""The helm as the page tells it: for whoever runs the table from a phone."""

from collections.abc import Sequence

HELM = "The helm"
HELM_SAYS = "The helm: control of this table. This phone is only watching. Take the helm to play the game from it."
HELM_HOW = {
    "buttons": "Hold both tray buttons for 3 seconds. Press ROLL when the lamp shows this phone’s colour.",
    "screen": "A table screen shows a code for this phone.",
    "code": "Get a code from a phone at the helm, or run “quarterdeck pair” on the machine.",
}
"""How the helm is taken: by a press of ROLL, with a code from a screen of the table, or with one from elsewhere."""

HELM_STAGES = {
    "buttons": {
        "open": "Hold both tray buttons for 3 seconds.",
        "asking": "Asking …",
        "waiting": "It’s another phone’s turn. Press STAND on the tray for the next.",
        "shown": "Press ROLL if the tray’s lamp shows this.",
        "refused": "This phone was refused at the table.",
        "lost": "Connection lost. Reconnecting …",
    },
    "screen": {
        "open": "Asking …",
        "asking": "Asking …",
        "waiting": "Asking …",
        "shown": "Enter the code shown next to this colour.",
        "refused": "Refused. Ask again.",
        "lost": "Connection lost. Reconnecting …",
    },
}
"""What a phone that asks says at each stage; the keys are those of HELM_HOW and of the API, “open” and “lost”."""

HELM_ASK_CANCEL = "Cancel"
HELM_HAVE_CODE = "I have a code"
HELM_USE_CODE = "Use code"
HELM_SCREENS = "Table screens"
HELM_SCREENS_SAYS = "They show codes to phones that ask for the helm. Everyone in the room can read them."
HELM_ADD_SCREEN = "Add a screen"
HELM_ADD_SCREEN_SAYS = "Open this address on the TV and enter the code:"
HELM_NO_SCREENS = "None yet."
HELM_REMOVE_SCREEN = "Remove"
HELM_CODE = "Code"
HELM_TAKE = "Take the helm"
HELM_MINE = "You’re at the helm."
HELM_TASKS = "Helm pages"
HELM_PASS_ON = "Add another phone"
HELM_PASS_ON_SAYS = "Shows a code for one more phone, valid for a minute. You keep the helm."
HELM_SHOW_CODE = "Show a code"
HELM_QR = "QR code to take the helm on another phone"
HELM_GIVE_BACK = "Leave the helm"
HELM_GIVE_BACK_SAYS = "This phone goes back to watching. Unused phones leave the helm automatically after a while."
HELM_RETURN = "Leave the helm"
HELM_RETURN_ALL = "Remove all phones"
HELM_GONE = "You’re no longer at the helm."
HELM_TO_HELM = "To the helm"
HELM_NEEDS_SCRIPTS = "The helm needs JavaScript: turn it on in this browser. Watching works without it."

HELM_PAGES = {
    "helm_games.new": "New game",
    "helm.rolls": "Fix an earlier roll",
    "helm_box.settings": "Lamp and sound",
    "helm_box.calibration": "Calibration",
    "helm_box.doctor": "Doctor",
    "helm_box.keeping": "Backup",
}
"""The pages of the helm by their endpoints."""

HELM_BAR = "Tray buttons"
HELM_SHEET = "At the helm"
HELM_CLOSE = "Close"
HELM_ROLL = "Roll"
HELM_STAND = "Stand"
HELM_TAKE_BACK = "Undo"
HELM_GO_ON = "Resume"
HELM_NEXT_GAME = "Rematch"
HELM_PAUSE = "Pause"
HELM_BY_HAND = "Enter roll"
HELM_SCORE = "Score"
HELM_ANTE = "Ante"
HELM_MORE = "More"
HELM_MISREAD = "Fix a roll"

HELM_SENDING = "Sending …"
HELM_RECONNECTING = "Waiting for the table … still trying."
HELM_OFFLINE = "No connection. Try again."
HELM_LOST = "No answer from the table. Check whether your last action went through."
HELM_PRESS = "Press ROLL on the tray to allow this."
HELM_PRESS_SAYS = "seconds left. Press STAND to refuse."
HELM_AT_THE_TABLE = "The table asks first: press ROLL there within ten seconds."
HELM_STALE = "The game has moved on, so that was ignored."
HELM_DONE = "Done."
HELM_WHY = {
    "wrong_code": "Wrong code. Check the current one.",
    "too_many_tries": "Too many tries. Wait a moment.",
    "no_window": "No code is active. Hold both tray buttons for 3 seconds.",
    "no_helm": "You’re no longer at the helm.",
    "not_allowed": "Refused at the table with STAND.",
    "not_answered": "Nobody pressed ROLL in time. Try again.",
}
"""What is said of a refusal in place of the API's own sentence, by its code."""

HELM_MEND = "Fix a roll"
HELM_MEND_SAYS = "Tap a die, then its correct value. You’ll see what changes."
HELM_ROLLS = "Fix an earlier roll"
HELM_ROLLS_SAYS = "Tap a die, then its correct value. You’ll see what changes."
HELM_NO_ROLLS = "No rolls yet."
HELM_ALL_ROLLS = "Earlier rolls"
HELM_DIE_HERE = "A die on the tray"
HELM_DIE_GONE = "That die has moved"
HELM_DIE_GONE_WHY = "Close this and tap the right one."
HELM_NOT_COUNTED = "This die isn’t part of a counted roll of this turn. Fix an earlier one under More."
HELM_NOT_THE_NUMBER = "Wrong number of dice. Roll again."
HELM_NEXT_DOUBT = "next uncertain die"
HELM_CHANGES_NOTHING = "no change to the score"
HELM_DIE_PICTURE = "The die as the camera saw it"
HELM_READ_AS = "detected as"
HELM_UNREAD = "not detected"
HELM_WHAT_FACE = "Which face is it?"
HELM_LIKELIEST = "Most likely first."
HELM_TOLD = "entered by hand"
HELM_ASIDE = "no longer counts"
HELM_WAS = "originally"

HELM_GAME_OVER = "The game is over"
HELM_STAYS = "Kept"
HELM_WHICH_STAY = "Tap the dice to keep"
HELM_THROWN = "This roll"
HELM_WIPE = "Clear"
HELM_PASS = "Skip this roll"
HELM_BOXES = "Choose a box"
HELM_NO_BOX = "Nothing to score yet."

HELM_COMPANY = "Players"
HELM_JOIN = "Join"
HELM_LEAVE = "Leave"
HELM_RENAME = "Rename"
HELM_COME_BACK = "Rejoin"
HELM_NEW_NAME = "Name"

HELM_STAKES = "Stakes"
HELM_NO_STAKES = "No bets right now."
HELM_CHIPS = "Chips"
HELM_SET_ANTE = "Set the ante"
HELM_BET = "Bet"
HELM_BET_BY = "Who bets"
HELM_BET_AGAINST = "Against whom"
HELM_BET_ON = "On what"
HELM_BETS = {"qualify": "Full crew", "miss": "No full crew"}
HELM_THROWER = "rolling"

HELM_NEW = "New game"
HELM_NEW_SAYS = "The current game is saved; you can resume it later."
HELM_GO_ON_WITH = "Resume"
HELM_GAME = "Game"
HELM_GAMES = {
    "ship_captain_crew": ("Ship, Captain, Crew", "Find 6, 5 and 4 in order, then score the cargo."),
    "yahtzee": ("Yahtzee", "Thirteen boxes, three rolls each. The best card wins."),
}
HELM_STYLE = "Style"
HELM_NEW_PLAYERS = "New players"
HELM_WITHOUT_CAMERA = "Play without the camera"
HELM_DISCARD = "Discard"
HELM_RESTART = "Restart with the same players"
HELM_PLAYERS = "Players, in turn order"
HELM_REGULARS = "Recent players"
HELM_ADD = "Add"
HELM_UP = "up"
HELM_DOWN = "down"
HELM_AWAY_WITH = "remove"
HELM_STARTS = "First player"
HELM_STARTS_FIRST = "First in the list"
HELM_STARTS_DICE = "Roll for it"
HELM_HOUSE = "House rules"
HELM_VARIANTS = "House rules & variants"
HELM_BEGIN = "Start game"
HELM_LOCKED = "locked"
HELM_SAVE_AS = "Save as house rules"
HELM_SAVE = "Save"
HELM_LOCK = "Lock"
HELM_FORGET = "Delete"
HELM_UNLOCK = "Unlock"
HELM_LOCKED_SAYS = "These house rules are locked."
HELM_EACH_BOX = "Boxes on the card"
HELM_NUMBER_OF = "how many"
HELM_NO_ODDS = "No odds for these house rules."

HELM_OPTIONS = {
    "dice": ("Dice", "More dice make it easier."),
    "rolls": ("Rolls", "More rolls make it easier."),
    "sequences": ("Ship, captain, crew", "6-5-4, 1-2-3, or either (easier)."),
    "progress": ("With two sequences", "If both are allowed: stick with one, switch, or build both."),
    "auto_hold": ("Auto-hold", "Ship, captain and crew are held automatically."),
    "cargo_reroll": ("Re-rolling cargo", "Both dice, or one at a time (scores higher)."),
    "cargo_unhold": ("Re-roll kept cargo", "Kept cargo can be rolled again."),
    "anchor_bonus": ("Early bonus", "+1 for each unused roll."),
    "rolling": ("Order of play", "Full turns, or one roll each around the table."),
    "match": ("Match length", "One round, several rounds, or first to a number of wins."),
    "first_starter": ("First round starts", "Highest of three dice, or chosen."),
    "next_starter": (
        "Next round starts",
        "The player to the right (last in turn order), the winner, or the same player.",
    ),
    "tie": ("Ties", "Shared, rolled off, carried over, or replayed."),
    "nobody_qualifies": ("If no one qualifies", "Counts as a tie, or the pot carries over."),
    "stakes": ("Stakes", "None, drinks or chips."),
    "side_bets": ("Side bets", "Before a turn, others can bet on a full crew."),
    "boxes": ("Boxes", "Boxes on the card."),
    "bonus_from": ("Bonus at", "Upper-section points needed for the bonus of 35."),
    "joker_on_zero": ("Joker after a zero", "Jokers still count after a zero in Yahtzee."),
    "joker_scratches_upper": ("Scratch a joker", "A joker may be scored as 0 in an upper box."),
}
HELM_CHOICES = {
    "6-5-4": "6 5 4",
    "1-2-3": "1 2 3",
    "either": "either",
    "commit": "stick with one",
    "switch": "switch",
    "both": "build both",
    "all": "both or neither",
    "each": "one at a time",
    "turns": "full turns",
    "interleaved": "roll by roll",
    "single_round": "one round",
    "rounds(n)": "rounds",
    "hands(n)": "hands to win",
    "total(n)": "rounds, total score",
    "rolloff": "roll-off",
    "chosen": "chosen",
    "right": "player to the right",
    "winner": "winner",
    "same": "same player",
    "allowed": "shared",
    "carry": "pot carries over",
    "replay": "replayed",
    "as_tie": "a tie",
    "none": "none",
    "drinks": "drinks",
    "pot(first_shooter)": "pot, first player sets the ante",
    "pot(n)": "pot with fixed ante",
    "qualify": "on a full crew",
}

HELM_SETTINGS = "Lamp and sound"
HELM_SETTINGS_SAYS = "Changes are saved immediately."
HELM_BRIGHTNESS = "Lamp brightness"
HELM_SOUNDS = "Sounds"
HELM_SOUNDS_SAYS = "A beep when a roll counts, a low tone when something’s wrong."
HELM_PICTURES = "Who can see the camera picture"
HELM_PICTURES_FOR = {"everybody": "Everyone", "helm": "Only the helm"}
HELM_NO_SETTINGS = "This table has no lamp and no sounds."

HELM_CALIBRATION = "Calibration"
HELM_CALIBRATION_SAYS = (
    "The outline should match the inside of the tray. With four markers the table finds it automatically; "
    "without, drag the four points into the inner corners."
)
HELM_FOUND = {
    "markers": "Found by its markers.",
    "corners": "Corners set by hand.",
    "nowhere": "Tray not found. Mark its corners.",
}
HELM_CORNERS = ("Top left", "Top right", "Bottom right", "Bottom left")
HELM_CORNER_HOW = "Arrow keys move the point by one pixel, with Shift by ten."
HELM_KEEP_CORNERS = "Save these corners"
HELM_BY_MARKERS = "Use the markers"
HELM_CORNERS_KEPT = "Saved. Restarting … your game will continue."
HELM_NO_CALIBRATION = "This table plays a recording, so there’s nothing to calibrate."

HELM_DOCTOR = "Doctor"
HELM_DOCTOR_SAYS = "System check, just now."
HELM_LIGHTS = {"green": "OK", "amber": "Check", "red": "Problem", "grey": "–"}
HELM_NO_DOCTOR = "This table plays a recording, so there’s nothing to check."
HELM_AGAIN = "Run again"

HELM_KEEPING = "Backup"
HELM_BACKUP = "Back up"
HELM_BACKUP_SAYS = "Games, settings and rules in one file. You can keep playing."
HELM_BACKUP_WIFI = "Include the Wi-Fi password"
HELM_BACKUP_WIFI_SAYS = "Without it, this table keeps its own when you restore the backup."
HELM_BACKUP_GET = "Download"
HELM_BACKUP_BEGINS = "Allowed. The download starts."
HELM_RESTORE = "Restore"
HELM_RESTORE_SAYS = (
    "The table restarts with the backup. Your current data is kept in a separate folder. "
    "Buttons and lamp keep the settings of this table."
)
HELM_RESTORE_FILE = "Backup file"
HELM_RESTORE_NOW = "Restore"
HELM_RESTORED = "Restoring … the table restarts with the backup."
HELM_EXPORT = "Export a game"
HELM_EXPORT_SAYS = "One game as a file (JSON). Import it at any other table."
HELM_EXPORT_GET = "Download current game"
HELM_NO_KEEPING = "This table plays a recording, so there’s nothing to back up."

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def helm_screen(number: int, quiet: float | None) -> str:
    """A claimed screen, and whether it is on."""
    return f"Screen {number}, {'on' if quiet is not None and quiet < 30 else 'off'}"


def helm_throws(player: str, dice: int) -> str:
    """How many dice are thrown next."""
    return f"{player} rolls {_NUMBERS[dice]} {'die' if dice == 1 else 'dice'}"


def helm_decides(player: str) -> str:
    """Nothing is thrown next."""
    return f"{player}’s choice"


def helm_sets_ante(player: str) -> str:
    """The ante is to be set."""
    return f"{player} sets the ante"


def helm_stand_with(score: int | None) -> str:
    """Keep the cargo that lies there."""
    return f"Stand with {score}"


def helm_die_of_roll(player: str, number: int) -> str:
    """A die that was counted."""
    return f"{player}’s roll {number}"


def helm_counts(dice: Sequence[int]) -> str:
    """A throw that would be counted like this."""
    return f"counts as {' '.join(map(str, dice))}"


def helm_change(what: str, player: str, was: object, now: object, before: str) -> str:
    """What a correction would change."""
    match what:
        case "held":
            faces = " ".join(map(str, now)) if isinstance(now, list) and now else "nothing"
            return f"{player} holds {faces}"
        case "score" | "total":
            said = f"{player}: {_score(was)} → {_score(now)}"
            return f"{said} in total" if what == "total" else said
        case "winner":
            return f"{player} wins" if now else f"{before} is no longer the winner"
        case "turn":
            return f"{player}’s turn again"
    return "1 later event no longer counts" if now == 1 else f"{now} later events no longer count"


def helm_odds(qualify: str, usual: str, mean: str, usual_mean: str) -> str:
    """What a turn brings by these rules, and by those that were begun with."""
    if (qualify, mean) == (usual, usual_mean):
        return f"Full crew in {qualify} of turns, averaging {mean} points."
    return f"Full crew in {qualify} of turns (standard {usual}), averaging {mean} points (standard {usual_mean})."


def _score(score: object) -> str:
    return "no score" if score is None else str(score)


def helm_rolled(name: str, dice: Sequence[int]) -> str:
    return f"{name} rolled {' '.join(map(str, dice))}"


def helm_left(games: int) -> str:
    return "1 unfinished game" if games == 1 else f"{games} unfinished games"

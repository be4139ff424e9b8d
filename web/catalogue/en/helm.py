"""The helm as the page tells it: for whoever runs the table from a phone."""

from collections.abc import Sequence

HELM = "The helm"
HELM_SAYS = "This phone only looks on. Whoever is at the helm may do on the phone what the buttons of the tray do."
HELM_HOW = {
    "buttons": "Hold both tray buttons for three seconds. Press ROLL when the lamp shows this phone’s colour.",
    "screen": "A screen of the table shows a code for this phone.",
    "code": "Get a code from a phone at the helm, or by “quarterdeck pair” on the machine.",
}
"""How the helm is taken: by a press of ROLL, with a code from a screen of the table, or with one from elsewhere."""

HELM_STAGES = {
    "buttons": {
        "open": "Hold both buttons on the tray for three seconds.",
        "asking": "Asking …",
        "waiting": "The lamp shows another phone now. STAND on the tray shows the next.",
        "shown": "Press ROLL on the tray if its lamp shows this.",
        "refused": "STAND was pressed for this phone.",
        "lost": "Connection lost. Reconnecting …",
    },
    "screen": {
        "open": "Asking …",
        "asking": "Asking …",
        "waiting": "Asking …",
        "shown": "Enter the code that the screen shows beside this colour.",
        "refused": "Ask again.",
        "lost": "Connection lost. Reconnecting …",
    },
}
"""What a phone that asks says at each stage; the keys are those of HELM_HOW and of the API, “open” and “lost”."""

HELM_ASK_CANCEL = "Stop asking"
HELM_HAVE_CODE = "I have a code"
HELM_USE_CODE = "Use the code"
HELM_SCREENS = "Screens of the table"
HELM_SCREENS_SAYS = "They show codes to phones that ask for the helm. The room can read them."
HELM_ADD_SCREEN = "Add a screen"
HELM_ADD_SCREEN_SAYS = "On the TV open this address and enter the code:"
HELM_NO_SCREENS = "There is none yet."
HELM_REMOVE_SCREEN = "Remove"
HELM_CODE = "Code"
HELM_TAKE = "Take the helm"
HELM_MINE = "This phone is at the helm."
HELM_TASKS = "What there is to do"
HELM_PASS_ON = "Pass it on"
HELM_PASS_ON_SAYS = "A code for one more phone, good for one minute. You stay at the helm until you give it back."
HELM_SHOW_CODE = "Show a code"
HELM_QR = "A code that opens the helm on another phone"
HELM_GIVE_BACK = "Give it back"
HELM_GIVE_BACK_SAYS = "This phone looks on again. A place that nobody uses is free by itself after a while."
HELM_RETURN = "Give back my place"
HELM_RETURN_ALL = "Take it from everybody"
HELM_GONE = "This phone is not at the helm any more."
HELM_TO_HELM = "To the helm"
HELM_NEEDS_SCRIPTS = "Steering needs scripts: switch them on in this browser. Looking on works without."

HELM_PAGES = {
    "helm_games.new": "New game",
    "helm.rolls": "Fix an earlier roll",
    "helm_box.settings": "Lamp and sound",
    "helm_box.calibration": "Calibration",
    "helm_box.doctor": "Doctor",
    "helm_box.keeping": "Backup",
}
"""The pages of the helm by their endpoints."""

HELM_BAR = "The buttons of the tray"
HELM_SHEET = "At the helm"
HELM_CLOSE = "Close"
HELM_ROLL = "Roll"
HELM_STAND = "Stand"
HELM_TAKE_BACK = "Undo"
HELM_GO_ON = "Go on"
HELM_NEXT_GAME = "Next game"
HELM_PAUSE = "Pause"
HELM_BY_HAND = "Enter roll"
HELM_SCORE = "Score"
HELM_ANTE = "Ante"
HELM_MORE = "More"
HELM_MISREAD = "Fix a roll"

HELM_SENDING = "Sending …"
HELM_RECONNECTING = "No answer yet. It is sent again until there is one, and done only once."
HELM_OFFLINE = "No connection. Try again."
HELM_LOST = "The table did not answer for a minute. Look at it: nobody knows whether that was done."
HELM_PRESS = "Press ROLL on the tray to allow this."
HELM_PRESS_SAYS = "seconds. STAND refuses it."
HELM_AT_THE_TABLE = "The table asks first: ROLL must be pressed there within ten seconds."
HELM_STALE = "Somebody was quicker: this is how it stands now. Nothing was done."
HELM_DONE = "Done."
HELM_WHY = {
    "wrong_code": "That code is not good. Look at the one that is shown now.",
    "too_many_tries": "Too many wrong codes came from this phone. Wait a moment.",
    "no_window": "Pairing is closed. Hold both buttons on the tray for three seconds.",
    "no_helm": "This phone is not at the helm any more.",
    "not_allowed": "STAND was pressed at the table: this is not allowed.",
    "not_answered": "ROLL was not pressed in time. Try again.",
}
"""What is said of a refusal in place of the API's own sentence, by its code."""

HELM_MEND = "Fix a roll"
HELM_MEND_SAYS = "Tap a die, then its correct value. You’ll see what changes."
HELM_ROLLS = "Fix an earlier roll"
HELM_ROLLS_SAYS = "Tap a die, then the face that it showed. What that changes stands beside each face."
HELM_NO_ROLLS = "Nothing has been thrown yet."
HELM_ALL_ROLLS = "Earlier rolls"
HELM_DIE_HERE = "A die on the tray"
HELM_DIE_GONE = "That die lies there no more"
HELM_DIE_GONE_WHY = "It was moved meanwhile. Close this and tap the one that is meant."
HELM_NOT_COUNTED = "This die isn’t part of a counted roll of this turn. Fix an earlier one under More."
HELM_NOT_THE_NUMBER = "This is no throw that could count: too many dice lie there, or too few. Throw again."
HELM_NEXT_DOUBT = "then the next die in doubt"
HELM_CHANGES_NOTHING = "changes no score"
HELM_DIE_PICTURE = "The die as the camera saw it"
HELM_READ_AS = "read as"
HELM_UNREAD = "not read"
HELM_WHAT_FACE = "Which face is it?"
HELM_LIKELIEST = "First those that the camera finds likeliest."
HELM_TOLD = "told by hand"
HELM_ASIDE = "counts no more"
HELM_WAS = "was read as"

HELM_GAME_OVER = "The game is over"
HELM_STAYS = "Kept"
HELM_WHICH_STAY = "Tap the dice to keep"
HELM_THROWN = "What was thrown"
HELM_WIPE = "Clear"
HELM_PASS = "Skip this roll"
HELM_BOXES = "Choose a box"
HELM_NO_BOX = "There is nothing to score yet."

HELM_COMPANY = "Players"
HELM_JOIN = "Join"
HELM_LEAVE = "Leave"
HELM_RENAME = "Rename"
HELM_COME_BACK = "Come back"
HELM_NEW_NAME = "Name"

HELM_STAKES = "Stakes"
HELM_NO_STAKES = "Nothing can be staked now."
HELM_CHIPS = "Chips"
HELM_SET_ANTE = "Set the ante"
HELM_BET = "Bet"
HELM_BET_BY = "Who bets"
HELM_BET_AGAINST = "Against whom"
HELM_BET_ON = "On what"
HELM_BETS = {"qualify": "Ship, captain and crew come", "miss": "They do not come"}
HELM_THROWER = "who throws"

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
HELM_LOCK = "Lock them"
HELM_FORGET = "Delete"
HELM_UNLOCK = "Unlock"
HELM_LOCKED_SAYS = "These house rules are locked."
HELM_EACH_BOX = "Boxes on the card"
HELM_NUMBER_OF = "how many"
HELM_NO_ODDS = "The odds of these rules are not known."

HELM_OPTIONS = {
    "dice": ("Dice", "How many are thrown in a turn. More make a turn easier."),
    "rolls": ("Rolls", "How many a turn has. Each more makes everything easier."),
    "sequences": ("Ship, captain, crew", "6-5-4, or 1-2-3, or whichever comes. Either makes them easier to find."),
    "progress": ("With two sequences", "Stay with the one begun, change over, or build both at once."),
    "auto_hold": ("Hold by itself", "What fits is held without asking. No choice, the same odds."),
    "cargo_reroll": ("Cargo thrown again", "Both cargo dice together, or each by itself. Each gives more cargo."),
    "cargo_unhold": ("Cargo may be taken up", "A cargo die that was kept may still be thrown again."),
    "anchor_bonus": ("Early anchor", "A point for each roll not used. It pays to stand sooner."),
    "rolling": ("Order of play", "One turn after another, or roll by roll around the table."),
    "match": ("How long", "One round, several that add up, or until so many hands are won."),
    "first_starter": ("First to throw", "The highest of three dice, or as agreed."),
    "next_starter": ("Who begins after that", "The next seat, who won, or the same again."),
    "tie": ("A tie", "Shared, rolled off, left in the pot, or played again."),
    "nobody_qualifies": ("Nobody has a crew", "It is a tie like any other, or the pot stays."),
    "stakes": ("Stakes", "Nothing, drinks, or a pot. The odds stay as they are."),
    "side_bets": ("Side bets", "Before a turn others may bet that ship, captain and crew come."),
    "boxes": ("Boxes", "Which boxes stand on the card."),
    "bonus_from": ("Bonus from", "The upper points that earn 35. Fewer make it easier."),
    "joker_on_zero": ("Joker after a scratch", "A Yahtzee is a joker also where its box was scratched."),
    "joker_scratches_upper": ("Joker may scratch", "A joker may go into an open upper box for nothing."),
}
HELM_CHOICES = {
    "6-5-4": "6 5 4",
    "1-2-3": "1 2 3",
    "either": "either",
    "commit": "stay with it",
    "switch": "change over",
    "both": "both at once",
    "all": "both or none",
    "each": "each by itself",
    "turns": "turn by turn",
    "interleaved": "roll by roll",
    "single_round": "one round",
    "rounds(n)": "rounds",
    "hands(n)": "hands to win",
    "total(n)": "rounds, only the sum",
    "rolloff": "roll-off",
    "chosen": "as agreed",
    "right": "the next seat",
    "winner": "who won",
    "same": "the same again",
    "allowed": "shared",
    "carry": "the pot stays",
    "replay": "played again",
    "as_tie": "like a tie",
    "none": "nothing",
    "drinks": "drinks",
    "pot(first_shooter)": "a pot, the first shooter sets the ante",
    "pot(n)": "a pot with an ante of",
    "qualify": "on ship, captain and crew",
}

HELM_SETTINGS = "Lamp and sound"
HELM_SETTINGS_SAYS = "What is set here is kept, and holds at once."
HELM_BRIGHTNESS = "Brightness of the lamp"
HELM_SOUNDS = "Sounds"
HELM_SOUNDS_SAYS = "A short beep when a roll counts, a low one when something is refused."
HELM_PICTURES = "Who may see the camera’s picture"
HELM_PICTURES_FOR = {"everybody": "Everybody", "helm": "Only the helm"}
HELM_NO_SETTINGS = "This table has no lamp and no sounds to set."

HELM_CALIBRATION = "Calibration"
HELM_CALIBRATION_SAYS = (
    "The line is where the table thinks that the floor of the tray lies. With four markers it finds it by itself; "
    "without, drag the four points into the inner corners."
)
HELM_FOUND = {
    "markers": "Found by its markers.",
    "corners": "Where the corners were pointed out.",
    "nowhere": "The tray is not found: point its corners out.",
}
HELM_CORNERS = ("Top left", "Top right", "Bottom right", "Bottom left")
HELM_CORNER_HOW = "Arrow keys move the point by a pixel, with Shift by ten."
HELM_KEEP_CORNERS = "Keep these corners"
HELM_BY_MARKERS = "Find it by its markers"
HELM_CORNERS_KEPT = "Kept. The table starts anew with it in a moment; the game goes on where it was."
HELM_NO_CALIBRATION = "This table cannot be calibrated from here: it plays a recording."

HELM_DOCTOR = "Doctor"
HELM_DOCTOR_SAYS = "Everything that a table needs, looked at just now."
HELM_LIGHTS = {"green": "well", "amber": "see to it", "red": "ill", "grey": "–"}
HELM_NO_DOCTOR = "Nothing can be looked at here: this table plays a recording."
HELM_AGAIN = "Look again"

HELM_KEEPING = "Backup"
HELM_BACKUP = "Take a backup"
HELM_BACKUP_SAYS = "Games, settings and rules in one file. The table goes on meanwhile."
HELM_BACKUP_WIFI = "With the Wi-Fi password"
HELM_BACKUP_WIFI_SAYS = "Without it, this table keeps its own when the backup is put back."
HELM_BACKUP_GET = "Download it"
HELM_BACKUP_BEGINS = "Allowed. The download begins."
HELM_RESTORE = "Put one back"
HELM_RESTORE_SAYS = (
    "What is there now is kept in a folder beside. The table starts anew with the backup. "
    "Its buttons and its lamp stay as they are set here."
)
HELM_RESTORE_FILE = "Backup file"
HELM_RESTORE_NOW = "Put it back"
HELM_RESTORED = "It is put back in a moment: the table starts anew with it."
HELM_EXPORT = "Take a game along"
HELM_EXPORT_SAYS = "One game as a line of JSON, which any other table can take over."
HELM_EXPORT_GET = "Download the game that is on"
HELM_NO_KEEPING = "This table keeps nothing: it plays a recording."

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def helm_screen(number: int, quiet: float | None) -> str:
    """A claimed screen, and whether it is on."""
    return f"Screen {number}, {'on' if quiet is not None and quiet < 30 else 'off'}"


def helm_throws(player: str, dice: int) -> str:
    """How many dice are thrown next."""
    return f"{player} throws {_NUMBERS[dice]} {'die' if dice == 1 else 'dice'}"


def helm_decides(player: str) -> str:
    """Nothing is thrown next."""
    return f"{player} decides"


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
            said = f"{player}: {_score(was)} becomes {_score(now)}"
            return f"{said} in all" if what == "total" else said
        case "winner":
            return f"{player} wins" if now else f"{before} has not won yet"
        case "turn":
            return f"it is {player}’s turn again"
    return "one thing that followed counts no more" if now == 1 else f"{now} things that followed count no more"


def helm_odds(qualify: str, usual: str, mean: str, usual_mean: str) -> str:
    """What a turn brings by these rules, and by those that were begun with."""
    return f"Ship, captain and crew in {qualify} of turns (standard {usual}), {mean} points a turn ({usual_mean})."


def _score(score: object) -> str:
    return "no score" if score is None else str(score)


def helm_rolled(name: str, dice: Sequence[int]) -> str:
    return f"{name} rolled {' '.join(map(str, dice))}"


def helm_left(games: int) -> str:
    return "1 unfinished game" if games == 1 else f"{games} unfinished games"

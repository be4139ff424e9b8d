"""The helm as the page tells it: for whoever runs the table from a phone."""

from collections.abc import Sequence

from engine.games.bar_dice.game import in_words as hand_in_words
from engine.i18n import gettext as _
from engine.i18n import in_words, listed, ngettext

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


HELM_PAGES = {
    "helm_games.new": _("New game"),
    "helm.rolls": _("Fix an earlier roll"),
    "helm_box.doctor": _("System check"),
    "owner.index": _("Owner"),
}
"""The pages of the helm by their endpoints."""

HELM_ROLL = _("Roll")
HELM_STAND = _("Stand")
HELM_TAKE_BACK = _("Undo")
HELM_FORMER = _("Back to the last game")
HELM_GO_ON = _("Resume")
HELM_NEXT_GAME = _("Rematch")


HELM_WHY = {
    "wrong_code": _("Wrong code. Check the current one."),
    "too_many_tries": _("Too many tries. Wait a moment."),
    "no_window": _("No code is active. Hold both tray buttons for 3 seconds."),
    "no_helm": _("You’re no longer at the helm."),
    "not_allowed": _("Refused at the table with STAND."),
    "not_answered": _("Nobody pressed ROLL in time. Try again."),
}
"""What is said of a refusal in place of the API's own sentence, by its code."""

HELM_DIE_HERE = _("A die on the tray")
HELM_DIE_GONE = _("That die has moved")
HELM_DIE_GONE_WHY = _("Close this and tap the right one.")
HELM_NOT_COUNTED = _("This die isn’t part of a counted roll of this turn. Fix an earlier one under More.")
HELM_NOT_THE_NUMBER = _("Wrong number of dice. Roll again.")
HELM_NEXT_DOUBT = _("next uncertain die")
HELM_CHANGES_NOTHING = _("no change to the score")
HELM_READ_AS, HELM_ENTERED_AS = _("detected as"), _("entered as")

HELM_GAME_OVER = _("The game is over")
HELM_PASS = _("Skip this roll")


HELM_SET_ANTE = _("Set the ante")
HELM_BETS = {"qualify": _("Full crew"), "miss": _("No full crew")}


HELM_PICTURES_FOR = {"everybody": _("Everyone"), "helm": _("Only the helm")}

HELM_FOUND = {
    "markers": _("Found by its markers."),
    "corners": _("Corners set by hand."),
    "nowhere": _("Tray not found. Mark its corners."),
}
HELM_CORNERS = (_("Top left"), _("Top right"), _("Bottom right"), _("Bottom left"))

HELM_LIGHTS = {"green": _("OK"), "amber": _("Check"), "red": _("Problem"), "grey": _("Skipped")}

HELM_NO_KEEPING = _("This table plays a recording, so there’s nothing to back up.")


def helm_screen(number: int, quiet: float | None) -> str:
    """A claimed screen, and whether it is on."""
    if quiet is not None and quiet < 30:
        return _("Screen {number}, on", number=number)
    return _("Screen {number}, off", number=number)


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

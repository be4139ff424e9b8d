"""Shake of the Day by HTTP: a guest or the bar begins a shake; the owner sets it up, and puts an earlier one right."""

import time
from typing import Annotated

from flask import Blueprint, request, session
from msgspec import Meta

from engine import Corrected, Event
from engine.games.shake import MOST, PotChanged, Voided
from engine.i18n import full_sentence
from engine.i18n import gettext as _
from table.commands import AmendShake, Command, EndShake, SetUpShake, Shake
from table.snapshot import SnapshotSource
from web.access.guard import OwnerRights, for_owner, open_to_all
from web.access.sessions import NAME
from web.access.visitor import visitor_of
from web.api.body import ChangeBody, Dice, Options, Positive, ShortText
from web.api.commands import CommandHandler
from web.display_names import why_not_called
from web.errors import Denied
from web.history.addresses import today
from web.http.limits import Budgets, Rate

EACH = Rate(1 / 30, 3)
"""Shakes that one address of guests may ask for: three at once, then one every half a minute."""


class BegunShake(ChangeBody, frozen=True):
    player: ShortText


class ShakeOptions(ChangeBody, frozen=True):
    """The options; without them it is off."""

    options: Options | None


class VoidedShake(ChangeBody, frozen=True):
    game: Positive


class CorrectedShake(VoidedShake, frozen=True):
    roll: Positive
    dice: Dice


class ChangedPot(VoidedShake, frozen=True):
    amount: Annotated[int, Meta(ge=-MOST, le=MOST)]


def shaking(table: SnapshotSource, commands: CommandHandler, rights: OwnerRights) -> Blueprint:
    part = Blueprint("shaking", __name__, url_prefix="/shake")
    budgets = Budgets(EACH, time.monotonic)

    def done(command: Command) -> dict[str, object]:
        commands.done(command)
        posted = table.snapshot().shake
        return {"pot": posted.pot, "currency": posted.rules.currency} if posted else {"pot": None, "currency": None}

    def amended(game: int, event: Event) -> dict[str, object]:
        rights.allow("house_rules")
        return done(AmendShake(game, event))

    @part.post("")
    @open_to_all
    @commands.change
    def begin(given: BegunShake) -> dict[str, object]:
        if why := why_not_called(given.player):
            raise Denied(422, "bad_name", full_sentence(why))
        is_guest = not (rights.at_helm() or rights.is_owner())
        if is_guest and (wait := budgets.take(visitor_of(request.environ).account)):
            raise Denied(429, "too_many", _("Wait a moment, or ask the bar."), max(1, round(wait)))
        answer = done(Shake(given.player, today(time.time())))
        if is_guest:
            session[NAME] = given.player
        return answer

    @part.post("/end")
    @commands.change
    def end(_given: ChangeBody) -> dict[str, object]:
        return done(EndShake())

    @part.post("/set-up")
    @for_owner
    @commands.change
    def set_up(given: ShakeOptions) -> dict[str, object]:
        rights.allow("house_rules")
        return done(SetUpShake(given.options))

    @part.post("/correct")
    @for_owner
    @commands.change
    def correct(given: CorrectedShake) -> dict[str, object]:
        return amended(given.game, Corrected(given.roll, given.dice))

    @part.post("/void")
    @for_owner
    @commands.change
    def void(given: VoidedShake) -> dict[str, object]:
        return amended(given.game, Voided())

    @part.post("/pot")
    @for_owner
    @commands.change
    def pot(given: ChangedPot) -> dict[str, object]:
        return amended(given.game, PotChanged(given.amount))

    return part

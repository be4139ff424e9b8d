"""Caring for the appliance: where its tray lies, and a backup that is put back."""

from flask import Blueprint, Response

from web.api.bodies import Fields, bad
from web.api.orders import Orders
from web.appliance import Appliance
from web.care import Corners
from web.errors import Denied
from web.guard import hand
from web.uploads import Uploads

PIECE = 60_000
"""Characters of the longest piece of a file, in base64."""


def caring(appliance: Appliance, orders: Orders) -> Blueprint:
    """The routes of what is done for the appliance."""
    part = Blueprint("caring", __name__)
    uploads = Uploads()

    @part.post("/calibration")
    def calibrate() -> Response:
        return orders.keep(lambda given: _calibrate(appliance, given))

    @part.post("/restore")
    def restore() -> Response:
        return orders.keep(lambda given: _restore(appliance, uploads, given))

    return part


def _calibrate(appliance: Appliance, given: Fields) -> dict[str, object]:
    corners = _corners(given.numbers("corners", 8)) if given.has("corners") else None
    given.end()
    if appliance.calibration is None:
        raise Denied(422, "no_calibration", "This table cannot be calibrated from a page.")
    appliance.calibration.keep(corners)
    return {"done": True}


def _restore(appliance: Appliance, uploads: Uploads, given: Fields) -> dict[str, object]:
    at, data, last = given.number("at"), given.text("data", PIECE), given.flag("last")
    given.end()
    if appliance.chest is None:
        raise Denied(422, "no_chest", "This table keeps nothing that could be put back.")
    return {"size": uploads.take(hand() or "", at, data, last=last, done=appliance.chest.put_back)}


def _corners(numbers: tuple[float, ...]) -> Corners:
    if len(numbers) != 8:
        raise bad("“corners” are eight numbers: x and y of four corners, from top left round.")
    first, second, third, fourth = zip(numbers[::2], numbers[1::2], strict=True)
    return first, second, third, fourth

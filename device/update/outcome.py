"""What became of an update, for the page. The guard leaves a file when it goes back to the version before."""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import msgspec

from device.kept_file import content_of
from device.notices import Notices
from device.update.boot_guard import ASKED, DID_NOT_START, NO_PAGE, NOTICE
from engine.i18n import gettext as _

REASONS: Mapping[str, str] = {
    DID_NOT_START: _("Version {left} failed to start three times: version {back} runs again. No game was lost."),
    NO_PAGE: _("Version {left} showed no page: version {back} runs again. No game was lost."),
    ASKED: _("Version {back} runs again instead of {left}."),
}


class LeftVersion(msgspec.Struct, frozen=True):
    """A version that was left, the one that came back, and why."""

    left: str
    back: str
    why: str


def add_outcome(config: Path, notices: Notices) -> bool:
    """Add a notice if the guard went back since the table was last stopped; return whether it did."""
    data = content_of(config.with_name(NOTICE), notices)
    if data is None:
        return False
    with suppress(msgspec.MsgspecError, UnicodeError, RecursionError):
        found = msgspec.json.decode(data, type=LeftVersion)
        if found.why in REASONS:
            notices.add(_(REASONS[found.why], left=found.left, back=found.back))
    return True


def forget_outcome(config: Path) -> None:
    """Delete the guard's file: the page showed it until the table was stopped."""
    with suppress(OSError):
        config.with_name(NOTICE).unlink()

"""What became of an update, for the page. The guard leaves a file when it goes back to the version before.

That file is root's. The table keeps a copy beside its configuration of the one that it has told. A file there without
an id is from a guard of before, and is told too.
"""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import msgspec

from device.durable_write import write_durably
from device.kept_file import content_of
from device.notices import Notices
from device.update.boot_guard import ASKED, DID_NOT_START, NO_PAGE, NOTICE, ROOT
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
    id: str = ""


def add_outcome(config: Path, notices: Notices, root: Path = ROOT) -> bool:
    """Add a notice if the guard went back since the table was last stopped; return whether it did."""
    told = _read(content_of(config.with_name(NOTICE), notices))
    found = _read(content_of(root / NOTICE, Notices())) or told
    if found is None or found.why not in REASONS or (found.id and found == told):
        return False
    notices.add(_(REASONS[found.why], left=found.left, back=found.back))
    return True


def forget_outcome(config: Path, root: Path = ROOT) -> None:
    """Keep what the guard left as told: the page showed it until the table was stopped."""
    beside = config.with_name(NOTICE)
    with suppress(OSError):
        try:
            write_durably(beside, (root / NOTICE).read_bytes())
        except FileNotFoundError:
            beside.unlink()


def _read(data: bytes | None) -> LeftVersion | None:
    with suppress(msgspec.MsgspecError, UnicodeError, RecursionError):
        return msgspec.json.decode(data or b"", type=LeftVersion)
    return None

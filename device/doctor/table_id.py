"""Check of the table's id: whether this card is the one on which it was made."""

from pathlib import Path

from device.doctor.finding import CheckResult
from device.table_identity import FILE, HardwareMarks, hardware_marks, read_identity
from engine.i18n import gettext as _


def table_id_finding(folder: Path, here: HardwareMarks | None = None) -> CheckResult:
    """Compare the table's id in that folder with this machine and its disk. Nothing is changed."""
    kept = read_identity(folder)
    if kept is None:
        return CheckResult(_("table id"), "green", _("none yet: the table makes one when it starts"))
    match kept.origin(here or hardware_marks(folder)):
        case "same":
            return CheckResult(_("table id"), "green", kept.id)
        case "moved":
            return CheckResult(_("table id"), "green", _("{id}, moved here with its card", id=kept.id))
        case "copied":
            return CheckResult(_("table id"), "green", _("{id}, copied to another card of this machine", id=kept.id))
        case "cloned":
            return CheckResult(
                _("table id"),
                "amber",
                _("{id}, copied from another table: another machine and another card", id=kept.id),
                _("if the other table is still in use, delete {file} here and restart this table", file=folder / FILE),
            )
    words = _("{id}; whether it was copied can’t be seen on this machine", id=kept.id)
    return CheckResult(_("table id"), "green", words)

"""The account under which a scratch server runs: neither PostgreSQL nor Mosquitto should run as root."""

import os
import pwd
import shutil
import tempfile
from pathlib import Path


def account(*names: str) -> pwd.struct_passwd | None:
    """Return the first of these accounts that exists, or that of nobody; None unless this process runs as root."""
    if os.geteuid() != 0:
        return None
    known = {one.pw_name: one for one in pwd.getpwall()}
    return next((known[name] for name in (*names, "nobody") if name in known), None)


def as_account(who: pwd.struct_passwd | None, command: list[str]) -> list[str]:
    """Return the command, run under that account."""
    if who is None:
        return command
    return ["setpriv", f"--reuid={who.pw_uid}", f"--regid={who.pw_gid}", "--clear-groups", "--", *command]


def give(folder: Path, who: pwd.struct_passwd | None) -> None:
    """Give a folder and what is in it to that account."""
    if who is not None:
        for path in (folder, *folder.rglob("*")):
            os.chown(path, who.pw_uid, who.pw_gid)


class ScratchFolder:
    """A temporary folder that other accounts may enter, in ``within``, by default in the system's own.

    Sockets have short paths: ``within`` must have one too.
    """

    def __init__(self, within: Path | None = None) -> None:
        self.path = Path(tempfile.mkdtemp(prefix="qd-venue-", dir=within))
        self.path.chmod(0o711)

    def __enter__(self) -> Path:
        return self.path

    def __exit__(self, *_error: object) -> None:
        shutil.rmtree(self.path, ignore_errors=True)

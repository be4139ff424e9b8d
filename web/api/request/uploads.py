"""Uploads in pieces, each as small as any request: large bodies are not accepted."""

import base64
import binascii
from collections.abc import Callable
from threading import Lock

from engine.i18n import gettext as _
from web.errors import Denied

LARGEST = 64 * 1024 * 1024
"""Bytes of the largest file that is taken: some years of games."""


class Uploads:
    """The one file in transfer, and its sender. Thread-safe."""

    def __init__(self, largest: int = LARGEST) -> None:
        self._largest = largest
        self._lock = Lock()
        self._sender = ""
        self._file = bytearray()

    def take(self, sender: str, at: int, data: str, *, last: bool, done: Callable[[bytes], None]) -> int:
        """Add a piece (base64) at that offset, and return the number of bytes received.

        With the ``last`` piece, ``done`` is called with the whole file. A piece at 0 begins a new file. A repeated
        piece is not added twice. Raises :class:`~web.errors.Denied` for a piece that does not fit.
        """
        try:
            piece = base64.b64decode(data, validate=True)
        except binascii.Error:
            raise Denied(422, "bad_piece", _("This part of the file is damaged: send it again.")) from None
        with self._lock:
            if at == 0:
                self._sender, self._file = sender, bytearray()
            if sender != self._sender or at > len(self._file):
                raise Denied(422, "piece_missing", _("Part of the file is missing: send it again from the start."))
            if at + len(piece) > self._largest:
                raise Denied(
                    422,
                    "file_too_large",
                    _("The file is too large: up to {largest} MB.", largest=self._largest // 2**20),
                )
            self._file[at : at + len(piece)] = piece
            size = len(self._file)
            file, whole = self._file, bytes(self._file) if last else None
        if whole is not None:
            done(whole)
            with self._lock:
                if self._file is file:  # meanwhile another one may have begun
                    self._sender, self._file = "", bytearray()
        return size

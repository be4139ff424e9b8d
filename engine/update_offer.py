"""The package that a venue offers a table, retained under the leaf ``update``; an empty message offers none.

It is ``{"version": 1, "digest": SHA-256, "file": NAME, "size": BYTES, "port": PORT}``: the board at that port has it
under :data:`PACKAGES` and its digest.
"""

import json
import re
from dataclasses import asdict, dataclass

from engine.i18n import gettext as _
from engine.link_protocol import VERSION, BadMessage, check_wire, decode_object

PACKAGES = "/api/venue/packages/"
LARGEST_PACKAGE = 256 << 20
NAME = re.compile(r"quarterdeck_[0-9][A-Za-z0-9.+~-]{0,23}_[a-z0-9]{2,16}\.deb")


@dataclass(frozen=True, slots=True)
class UpdateOffer:
    digest: str
    file: str
    size: int
    port: int

    @property
    def software(self) -> str:
        """The version in it."""
        return self.file.split("_")[1]


def encode_offer(offer: UpdateOffer | None) -> bytes:
    return json.dumps({"version": VERSION} | asdict(offer)).encode() if offer else b""


def decode_offer(data: bytes) -> UpdateOffer | None:
    """Raises :class:`~engine.link_protocol.BadMessage`."""
    if not data:
        return None
    given = decode_object(data)
    check_wire(given)
    match given:
        case {"digest": str(digest), "file": str(file), "size": int(size), "port": int(port)}:
            bounded = 0 < size <= LARGEST_PACKAGE and 0 < port < 1 << 16
            if bounded and NAME.fullmatch(file) and re.fullmatch("[0-9a-f]{64}", digest):
                return UpdateOffer(digest, file, size, port)
    raise BadMessage(_("The message is not an update."))

"""A session with a venue by HTTP, for a table without a broker: the same batches, answered by the cursor."""

import base64
import http.client
import json
import ssl
from urllib.parse import urlsplit

from device.config.mqtt import MqttConfig
from device.link.link import LinkedTable
from device.link.pem_files import credentials, not_trusted, short_reason, tls_context
from device.link.sender import Sender
from device.link.troubles import LinkLost, away, refused
from engine.link_protocol import BadMessage, decode_cursor

PATH = "/api/venue/events"

PATIENCE = 10.0
"""Seconds to wait for the venue's answer."""

LARGEST_ANSWER = 64 * 1024


class HttpSession:
    """One connection to the venue's server. The venue is asked for its cursor with the first row."""

    refused: str | None = None

    def __init__(self, config: MqttConfig, table: LinkedTable, sender: Sender) -> None:
        self._config = config
        self._table = table
        self._sender = sender
        self._revision = -1
        address = urlsplit(config.http)
        self._path = f"{address.path.rstrip('/')}{PATH}"
        self._headers = {"Content-Type": "application/json"}
        if config.password_file:
            said = base64.b64encode(":".join(credentials(config.password_file)).encode()).decode()
            self._headers["Authorization"] = f"Basic {said}"
        host = address.hostname or ""
        self._connection = (
            http.client.HTTPSConnection(
                host, address.port, timeout=PATIENCE, context=tls_context(config, table.identity.id)
            )
            if address.scheme == "https"
            else http.client.HTTPConnection(host, address.port, timeout=PATIENCE)
        )
        sender.connected(has_cursor=False)

    def step(self, timeout: float) -> bool:
        snapshot = self._table.source.wait(self._revision, timeout)
        self._revision = snapshot.revision
        batches = self._sender.due()
        for batch in batches:
            self._send(batch)
        return bool(batches)

    def _send(self, batch: bytes) -> None:
        named = json.dumps({"venue": self._config.venue, "table": self._table.identity.id})
        body = f"{named[:-1]},".encode() + batch[1:]
        try:
            self._connection.request("POST", self._path, body, self._headers)
            answer = self._connection.getresponse()
            said = answer.read(LARGEST_ANSWER)
        except ssl.SSLCertVerificationError as error:
            raise not_trusted(self._config.http, error) from None
        except (OSError, http.client.HTTPException) as error:
            raise LinkLost(away(self._config.http, short_reason(error))) from None
        if answer.status in (408, 429) or answer.status >= 500:
            raise LinkLost(away(self._config.http, f"HTTP {answer.status}"))
        if answer.status != 200:
            raise LinkLost(refused(_why(said) or f"HTTP {answer.status}"), is_grave=True)
        try:
            self._sender.heard(decode_cursor(said))
        except BadMessage as error:
            raise LinkLost(refused(str(error)), is_grave=True) from None

    def close(self) -> None:
        self._connection.close()


def _why(answer: bytes) -> str:
    try:
        said = json.loads(answer)
    except (ValueError, RecursionError):
        return ""
    error = said.get("error") if isinstance(said, dict) else None
    message = error.get("message") if isinstance(error, dict) else error
    return message[:200] if isinstance(message, str) else ""

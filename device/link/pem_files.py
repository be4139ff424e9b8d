"""The files of the link: certificates, the table's own certificate and key, user and password."""

import re
import ssl
from datetime import UTC, datetime
from pathlib import Path

from device.config.mqtt import MqttConfig
from device.files.kept_file import read_file
from device.files.os_errors import reason_of
from device.link.troubles import LinkLost
from engine.i18n import gettext as _
from engine.link_protocol import is_id

_COMMON_NAME = b"\x06\x03\x55\x04\x03"
"""Object identifier 2.5.4.3 in DER. The name follows it as a string: type, length, characters."""

_VALIDITY = re.compile(rb"\x30.(?:\x17\x0d|\x18\x0f)(\d{12,14})Z(?:\x17\x0d|\x18\x0f)(\d{12,14})Z", re.DOTALL)
"""A certificate's validity in DER: two times, with two digits of the year or with four."""

_NOT_YET_VALID, _EXPIRED = 9, 10
"""Reasons of OpenSSL (X509_V_ERR_CERT_NOT_YET_VALID, X509_V_ERR_CERT_HAS_EXPIRED)."""

_CERTIFICATE = re.compile(r"-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----", re.DOTALL)


def tls_context(config: MqttConfig, table: str) -> ssl.SSLContext:
    """Return the context for TLS of the table of that id.

    Raises :class:`LinkLost` for files that cannot be used, and for a certificate of another table.
    """
    file = config.ca
    try:
        context = ssl.create_default_context(cafile=config.ca or None)
        if config.certificate:
            file = config.certificate
            check_table(file, table)
            # an encrypted key asks for no password on the terminal
            context.load_cert_chain(config.certificate, password=lambda: "")
    except (OSError, ValueError) as error:
        raise _unusable(file, short_reason(error)) from None
    context.sslsocket_class = _TlsSocket
    return context


class _TlsSocket(ssl.SSLSocket):
    """A socket that is closed when its handshake fails."""

    def do_handshake(self, block: bool = False) -> None:
        try:
            super().do_handshake(block)
        except OSError:
            self.close()
            raise


def not_trusted(broker: str, error: ssl.SSLCertVerificationError) -> LinkLost:
    """Return the error for a broker's certificate that is not accepted.

    A Raspberry Pi has no clock at boot: a certificate that is not valid yet becomes so when the time is set.
    """
    if error.verify_code in (_NOT_YET_VALID, _EXPIRED):
        wrong_clock = _(
            "The certificate of {broker} is not valid now ({why}): check the clock of this machine.",
            broker=broker,
            why=error.verify_message,
        )
        return LinkLost(wrong_clock, is_grave=error.verify_code == _EXPIRED)
    wrong = _(
        "The certificate of {broker} is not valid ({why}): check ca and host in [mqtt].",
        broker=broker,
        why=error.verify_message,
    )
    return LinkLost(wrong, is_grave=True)


def _unusable(file: str, why: str) -> LinkLost:
    sentence = _("{file} can’t be used for the link ({why}): set another in [mqtt].", file=file, why=why)
    return LinkLost(sentence, is_grave=True)


def check_table(certificate: str, table: str, now: datetime | None = None) -> None:
    """Raise :class:`LinkLost` if the first certificate in that file names another table than the one of that id.

    It must also be valid ``now``, by this machine's clock.
    """
    try:
        found = _CERTIFICATE.search(read_file(Path(certificate)).decode("ascii", "replace"))
        data = ssl.PEM_cert_to_DER_cert(found[0]) if found else b""
    except (OSError, ValueError) as error:
        raise _unusable(certificate, short_reason(error)) from None
    ids = [name for name in _common_names(data) if is_id(name)]
    if ids and table not in ids:
        foreign = _(
            "The certificate is that of table {named}, but this is table {own}: enrol this table.",
            named=ids[0],
            own=table,
        )
        raise LinkLost(foreign, is_grave=True)
    if times := _VALIDITY.search(data):
        begin, end = (_time(text.decode()) for text in times.groups())
        now = now or datetime.now(UTC)
        if now < begin:
            early = _(
                "Set the clock of this machine: it says {now}, and this table’s certificate is valid from {begin} on.",
                now=f"{now:%Y-%m-%d}",
                begin=f"{begin:%Y-%m-%d}",
            )
            raise LinkLost(early)
        if now > end:
            expired = _(
                "Enrol this table again: its certificate was valid until {end}, and it is {now}.",
                end=f"{end:%Y-%m-%d}",
                now=f"{now:%Y-%m-%d}",
            )
            raise LinkLost(expired, is_grave=True)


def _time(text: str) -> datetime:
    """Return a time of a certificate. Years of two digits are those from 1950 to 2049 (RFC 5280)."""
    century = "" if len(text) == 14 else "20" if text < "5" else "19"
    return datetime.strptime(f"{century}{text}+0000", "%Y%m%d%H%M%S%z")


def _common_names(data: bytes) -> list[str]:
    """Return the common names of issuer and subject in a certificate in DER."""
    parts = data.split(_COMMON_NAME)[1:]
    return [part[2 : 2 + part[1]].decode("latin-1") for part in parts if len(part) > 2]


def credentials(file: str) -> tuple[str, str]:
    """Return user and password in that file: one line, user:password. Raises :class:`LinkLost`."""
    try:
        user, colon, password = read_file(Path(file)).decode("utf-8").strip().partition(":")
    except (OSError, UnicodeDecodeError) as error:
        raise _unusable(file, short_reason(error)) from None
    if not colon or not user or "\n" in password:
        raise _unusable(file, _("it must have one line, user:password"))
    return user, password


def short_reason(error: Exception) -> str:
    if isinstance(error, ssl.SSLError):
        return error.reason.replace("_", " ").lower() if error.reason else "TLS"
    return reason_of(error) or type(error).__name__

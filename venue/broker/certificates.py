"""The venue's own certificate authority, made with the openssl program: EC keys on P-256, SHA-256.

A folder holds the authority: its key, its certificate and the database of what was issued and revoked.
"""

import shutil
import subprocess
from collections.abc import Iterable
from ipaddress import ip_address
from pathlib import Path

from engine.i18n import gettext as _
from venue.errors import MissingProgram, ServerFailed

DAYS = 3650
"""Days for which certificates are good: a table in a bar is not visited to renew one."""

_CONFIGURATION = """
[ca]
default_ca = venue
[venue]
database = {folder}/issued
serial = {folder}/serial
crlnumber = {folder}/crlnumber
new_certs_dir = {folder}
certificate = {folder}/ca.pem
private_key = {folder}/ca.key
default_md = sha256
default_days = {days}
default_crl_days = {days}
policy = named
unique_subject = no
copy_extensions = none
[named]
commonName = supplied
[req]
distinguished_name = subject
prompt = no
[subject]
CN = {name}
[authority]
basicConstraints = critical,CA:TRUE,pathlen:0
keyUsage = critical,keyCertSign,cRLSign
subjectKeyIdentifier = hash
[server]
basicConstraints = critical,CA:FALSE
extendedKeyUsage = serverAuth
subjectAltName = {names}
[client]
basicConstraints = critical,CA:FALSE
extendedKeyUsage = clientAuth
"""


class Authority:
    """The certificate authority in a folder; all texts are PEM. Raises :class:`MissingProgram` without openssl."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        if shutil.which("openssl") is None:
            raise MissingProgram(_("openssl is not installed: sudo apt install openssl."))

    @property
    def certificate(self) -> str:
        return (self._folder / "ca.pem").read_text("ascii")

    @property
    def revoked(self) -> str:
        return (self._folder / "crl.pem").read_text("ascii")

    def make(self, venue: str) -> None:
        """Make the authority, unless it is there."""
        if (self._folder / "ca.pem").exists():
            return
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        (self._folder / "issued").touch()
        (self._folder / "serial").write_text("01\n", "ascii")
        (self._folder / "crlnumber").write_text("01\n", "ascii")
        config = self._config(f"Quarterdeck {venue}")
        self._new_key("ca.key")
        self._openssl(
            "req", "-x509", "-new", "-key", "ca.key", "-days", str(DAYS), "-config", config, "-extensions", "authority",
            "-out", "ca.pem",
        )  # fmt: skip
        self._list_revoked(config)

    def server(self, names: Iterable[str]) -> tuple[str, str]:
        """Return a certificate and key for a broker with these host names and addresses."""
        hosts = list(names)
        return self._issued(hosts[0], "server", ",".join(map(_alternative, hosts)))

    def client(self, table: str) -> tuple[str, str]:
        """Return a certificate and key for the table of that id."""
        return self._issued(table, "client")

    def revoke(self, table: str) -> None:
        """Revoke the certificates of a table, if it has any."""
        lines = (self._folder / "issued").read_text("ascii").splitlines()
        valid = [line.split("\t")[3] for line in lines if line.startswith("V") and line.endswith(f"/CN={table}")]
        config = self._config(table)
        for serial in valid:
            self._openssl("ca", "-batch", "-config", config, "-revoke", f"{serial}.pem")
        self._list_revoked(config)

    def _issued(self, name: str, kind: str, alternatives: str = "DNS:localhost") -> tuple[str, str]:
        config = self._config(name, alternatives)
        self._new_key("issued.key")
        self._openssl("req", "-new", "-key", "issued.key", "-config", config, "-out", "issued.csr")
        self._openssl(
            "ca", "-batch", "-notext", "-config", config, "-extensions", kind, "-in", "issued.csr", "-out", "issued.pem"
        )
        made = tuple((self._folder / f"issued.{end}").read_text("ascii") for end in ("pem", "key"))
        for end in ("pem", "key", "csr"):
            (self._folder / f"issued.{end}").unlink()
        return made[0], made[1]

    def _config(self, name: str, alternatives: str = "DNS:localhost") -> str:
        text = _CONFIGURATION.format(folder=self._folder, days=DAYS, name=name, names=alternatives)
        (self._folder / "openssl.cnf").write_text(text, "utf-8")
        return "openssl.cnf"

    def _new_key(self, file: str) -> None:
        self._openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", file)
        (self._folder / file).chmod(0o600)

    def _list_revoked(self, config: str) -> None:
        self._openssl("ca", "-config", config, "-gencrl", "-out", "crl.pem")

    def _openssl(self, *arguments: str) -> None:
        done = subprocess.run(
            ["openssl", *arguments], cwd=self._folder, capture_output=True, text=True, check=False, umask=0o077
        )
        if done.returncode:
            reason = (done.stderr.strip().splitlines() or ["?"])[-1]
            raise ServerFailed(_("openssl could not make a certificate: {reason}", reason=reason))


def _alternative(host: str) -> str:
    try:
        return f"IP:{ip_address(host)}"
    except ValueError:
        return f"DNS:{host}"

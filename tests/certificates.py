"""Certificates for tests, made by openssl: an authority, and what it signs."""

import subprocess
from pathlib import Path


class Authority:
    """A certificate authority in that folder."""

    def __init__(self, folder: Path, name: str = "an authority") -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.certificate = folder / "ca.pem"
        _openssl(
            *("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"),
            *("-subj", f"/CN={name}", "-keyout", folder / "ca.key", "-out", self.certificate),
        )

    def signed(self, name: str, *, host: str = "", days: int = 2) -> Path:
        """Return a file with certificate and key of that common name. With negative ``days`` it has expired."""
        folder = self.folder
        extra = ("-addext", f"subjectAltName={host}") if host else ()
        key, request, made = folder / f"{name}.key", folder / f"{name}.csr", folder / f"{name}.crt"
        _openssl(
            *("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", f"/CN={name}"),
            *(*extra, "-keyout", key, "-out", request),
        )
        _openssl(
            *("x509", "-req", "-in", request, "-CA", self.certificate, "-CAkey", folder / "ca.key", "-days", days),
            *("-copy_extensions", "copy", "-out", made),
        )
        both = folder / f"{name}.pem"
        both.write_bytes(made.read_bytes() + key.read_bytes())
        return both


def _openssl(*arguments: object) -> None:
    subprocess.run(["openssl", *map(str, arguments)], check=True, capture_output=True)

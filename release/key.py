"""Makes the release key: ``python -m release.key`` (``make release-key``). Its private half stays at home."""

import subprocess
import sys

from release.build import RELEASE_KEY


def main() -> int:
    """Make the key pair; an existing one is kept."""
    if RELEASE_KEY.exists():
        print(f"Error: {RELEASE_KEY} already exists: updates that it signed need it.", file=sys.stderr)
        return 1
    RELEASE_KEY.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    command = ["ssh-keygen", "-q", "-t", "ed25519", "-C", "release key of Quarterdeck", "-f", str(RELEASE_KEY)]
    done = subprocess.run(command, check=False).returncode
    if not done:
        print(f"The key is {RELEASE_KEY}: keep a copy of it in a safe place. make deb KEY={RELEASE_KEY} signs with it.")
    return done


if __name__ == "__main__":
    sys.exit(main())

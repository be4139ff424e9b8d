"""``docs/configuration.md``: the file that ``quarterdeck init`` writes, and what else there is to know of it."""

from device.config.editor import template

HEAD = """# The configuration

One TOML file. `quarterdeck init` writes it with every key, as below. Every command reads the file of `--config`, else
`quarterdeck.toml` of the present folder, else the service's, `/var/lib/quarterdeck/quarterdeck.toml`.
[rules.md](rules.md) lists the names of rules and their variants. `make docs` writes this page from the program.

```toml
"""
TAIL = """```

How much one address may take of the page's server is no key: the numbers are in
[`web/http/limits.py`](../web/http/limits.py), the reasons in
[decision 33](decisions/0033-no-guest-keeps-the-others-out.md). Behind a reverse proxy on the same machine, have it set
`X-Forwarded-For`: without it all its clients count as programs of this machine, which have no limits of their own.

An unknown key is refused with its line and the nearest right name, a wrong value with what the key can be.
`quarterdeck calibrate` writes what it finds into the file and leaves the rest unchanged. A game that was begun from a
phone goes before `[game]`, which is what an empty journal begins with.
"""


def page() -> str:
    """The whole page."""
    return f"{HEAD}{template().rstrip()}\n{TAIL}"

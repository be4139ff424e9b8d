"""``docs/configuration.md``: the file that ``quarterdeck init`` writes, and what else there is to know of it."""

from device.config.editor import template

HEAD = """# The configuration

One TOML file. `quarterdeck init` writes it with every key, as below. Every command reads the file of `--config`, else
`quarterdeck.toml` of the present folder, else the service's, `/var/lib/quarterdeck/quarterdeck.toml`.
[rules.md](rules.md) lists the names of rules and their variants. `make docs` writes this page from the program.

```toml
"""
TAIL = """```

The limits of one address at the page's server are no keys
([why](decisions/0033-no-guest-keeps-the-others-out.md)). A reverse proxy on the same machine must set
`X-Forwarded-For`: without it all its clients count as programs of this machine, which have no limits.

With `metrics = true` Prometheus finds figures at `http://TABLE:8000/metrics`, from private networks only, each with its
description.

An unknown key is refused with its line and the nearest right name, a wrong value with what the key can be.
`quarterdeck calibrate` writes what it finds into the file and leaves the rest unchanged. A game that was started from a
phone goes before `[game]`.
"""


def page() -> str:
    return f"{HEAD}{template().rstrip()}\n{TAIL}"

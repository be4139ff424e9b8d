"""The hand at the helm: the pages and sheets for whoever runs the table from a phone.

- :func:`helm_pages` — all of them, as one part of the application,
- :mod:`web.helm.bar` — what may be done now, :mod:`web.helm.hand` — a game told by hand,
- :mod:`web.helm.mending` — a die that was misread, and what another face would change.

What is tapped here goes to the API (:mod:`web.api`) like what any other client sends.
"""

from web.helm.pages import helm_pages

__all__ = ["helm_pages"]

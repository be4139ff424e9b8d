"""People who follow what pages offer them: links, sheets, pictures and files. Each of them is there."""

import re
from html import unescape

from tests.simulation.acts.keeping import owner
from tests.simulation.acts.people import PAGES
from tests.simulation.evening import Broken, Evening, Phone

OFFERED = re.compile(r'\b(?:href|src|data-sheet|data-then|data-src)="(/[^"#]*)')
AT_HELM = re.compile(r"<a[^>]*\bat-helm\b[^>]*>")
"""Links that only phones at the helm show."""
LEFT_OUT = ("/stream", "/api/events", "/static/", "/helm/pictures/things/")
"""Streams, which do not end, and pictures that only a page at the helm asks for."""

MANY = ("/log", "/players", "/board", "/evening", "/tournament")
"""Pages with many links."""


def _walk(evening: Evening, phone: Phone, path: str, steps: int) -> None:
    """Go from that page to a page that it offers, and so on."""
    page = evening.get(phone, path)
    for _ in range(steps):
        shown = page if phone is evening.helm else AT_HELM.sub("", page)
        links = [unescape(one) for one in OFFERED.findall(shown) if not one.startswith(LEFT_OUT)]
        if not links:
            return
        path = evening.pick(sorted(set(links)))
        answer = phone.client.get(path, follow_redirects=True)
        evening.done.append(f"{path} → {answer.status_code}")
        if answer.status_code >= 400 and not (answer.status_code == 503 and evening.in_trouble):
            raise Broken(f"a link leads nowhere: {evening.done[-1]} {answer.text[:300]}")
        page = answer.text if (answer.mimetype or "").startswith("text") else ""


def wander(evening: Evening) -> None:
    first = evening.chance.choice(PAGES) if evening.chance.random() < 0.4 else evening.chance.choice(MANY)
    _walk(evening, evening.guest, first, 6)


def wander_at_the_helm(evening: Evening) -> None:
    _walk(
        evening, evening.helm, evening.chance.choice(("/", "/helm", "/helm/more", "/helm/latest", "/helm/company")), 5
    )


def wander_as_owner(evening: Evening) -> None:
    _walk(evening, owner(evening), evening.chance.choice(("/owner", "/owner/players", "/helm/box/doctor", "/log")), 5)

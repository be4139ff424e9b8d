"""Template context of every page: the viewer, the texts of the viewer’s language, and the menu."""

from flask import Flask, request
from jinja2 import StrictUndefined

from engine.i18n import languages
from engine.names import LONGEST, LONGEST_KEPT
from web.access import owner_pin
from web.games import all_terms
from web.http.static_files import BUILD
from web.live.tray_svg import PIPS
from web.ports.preferences import THEMES, Viewer, viewer_of


def dress(app: Flask) -> None:
    """Add ``viewer``, ``words``, ``pages`` and the globals of the drawings to every template of the app."""
    app.jinja_options = app.jinja_options | {"undefined": StrictUndefined, "trim_blocks": True, "lstrip_blocks": True}
    app.jinja_env.globals.update(
        faces=PIPS,
        themes=THEMES,
        all_terms=all_terms,
        files=f"/static/{BUILD}/",
        emblems=f"/static/{BUILD}/emblems.svg",
        languages=languages,
        longest_name=LONGEST,
        longest_kept=LONGEST_KEPT,
        pin_digits=(owner_pin.SHORTEST, owner_pin.LONGEST),
        # a table with a set-up has its own in place of these
        setup_is_wanted=lambda: False,
        setup_steps=None,
        badges_at=f"/static/{BUILD}/badges.svg",
    )

    @app.context_processor
    def around() -> dict[str, object]:
        viewer = viewer_of(request)
        return {"viewer": viewer, "words": viewer.words, "pages": _pages(app, viewer)}


def _pages(app: Flask, viewer: Viewer) -> list[tuple[str, str]]:
    """Return the menu's pages that this app has: endpoint and name."""
    return [(endpoint, name) for endpoint, name in viewer.words.NAVIGATION.items() if endpoint in app.view_functions]

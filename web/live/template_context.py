"""What every page has around it: the viewer, the words of the viewer’s language, and the menu of the pages."""

from flask import Flask, request
from jinja2 import StrictUndefined

from web.http.static_files import BUILD
from web.live.tray_svg import PIPS
from web.ports.preferences import THEMES, Viewer, viewer_of


def dress(app: Flask) -> None:
    """Hand ``viewer``, ``words``, ``pages`` and what the drawings need to every template of the app."""
    app.jinja_options = app.jinja_options | {"undefined": StrictUndefined, "trim_blocks": True, "lstrip_blocks": True}
    app.jinja_env.globals.update(faces=PIPS, themes=THEMES, files=f"/static/{BUILD}/")

    @app.context_processor
    def around() -> dict[str, object]:
        viewer = viewer_of(request)
        return {"viewer": viewer, "words": viewer.words, "pages": _pages(app, viewer)}


def _pages(app: Flask, viewer: Viewer) -> list[tuple[str, str]]:
    """The pages of the menu that this app has: the endpoint of each, and what it is called."""
    return [(endpoint, name) for endpoint, name in viewer.words.NAVIGATION.items() if endpoint in app.view_functions]

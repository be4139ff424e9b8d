"""What installs the page on a phone: the manifest, the service worker, and the page that it shows without a connection.

Browsers run a service worker only where the page comes by https, or from the machine itself. It keeps the offline page
and the files that this page needs, and nothing else.
"""

import re

from flask import Blueprint, Response, current_app, render_template, request

from engine.i18n import gettext as _
from web.http.static_files import BUILD
from web.viewer import THEMES, viewer_of

GROUND = THEMES["night"]
SIZES = (192, 512)
"""Widths of the icons in pixels."""

NEEDED = re.compile(r'(?:href|src)="(/static/[^"]+\.(?:css|js))"')
"""A style or a script that a page names."""


def installing() -> Blueprint:
    part = Blueprint("install", __name__)

    @part.get("/manifest.webmanifest")
    def manifest() -> Response:
        kinds = {"any": "icon", "maskable": "icon-maskable"}
        said = {
            "id": "/",
            "name": _("Quarterdeck"),
            "short_name": _("Quarterdeck"),
            "description": _("Live dice, turns and scores from the table."),
            "lang": viewer_of(request).language,
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "theme_color": GROUND,
            "background_color": GROUND,
            "icons": [
                {
                    "src": f"/static/{BUILD}/{stem}-{size}.png",
                    "sizes": f"{size}x{size}",
                    "type": "image/png",
                    "purpose": purpose,
                }
                for purpose, stem in kinds.items()
                for size in SIZES
            ],
        }
        return Response(current_app.json.dumps(said), content_type="application/manifest+json")

    @part.get("/service-worker.js")
    def worker() -> Response:
        viewer = viewer_of(request)
        # A browser replaces a worker whose text has changed: by a new build, another language or another theme.
        name = f"quarterdeck-{BUILD}-{viewer.language}-{viewer.theme}"
        needed = NEEDED.findall(render_template("install/offline.html"))
        text = render_template("install/service-worker.js", cache=name, needed=needed)
        return Response(text, content_type="text/javascript; charset=utf-8", headers={"Cache-Control": "no-cache"})

    @part.get("/offline")
    def offline() -> str:
        return render_template("install/offline.html")

    return part

"""Template context of every page: the viewer, the texts of the viewer’s language, and the menu."""

from typing import Any

from flask import Flask, request
from jinja2 import StrictUndefined, pass_context
from jinja2.runtime import Context

from engine.i18n import gettext, languages, ngettext, pgettext
from engine.names import LONGEST, LONGEST_KEPT
from web.access import pin as owner_pin
from web.games import all_terms
from web.http.static_files import BUILD
from web.live.tray_svg import PIPS
from web.viewer import THEMES, Viewer, viewer_of


def dress(app: Flask) -> None:
    """Add ``viewer``, ``words``, ``pages``, gettext in the language of ``words``, and drawings to every template."""
    app.jinja_options = app.jinja_options | {"undefined": StrictUndefined, "trim_blocks": True, "lstrip_blocks": True}
    app.jinja_env.globals.update(
        _=_text,
        pgettext=_text_in_context,
        ngettext=_counted_text,
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


@pass_context
def _text(context: Context, message: str, **values: Any) -> Any:
    return context["words"].told(gettext(message, **values))


@pass_context
def _text_in_context(context: Context, meaning: str, message: str) -> Any:
    return context["words"].told(pgettext(meaning, message))


@pass_context
def _counted_text(context: Context, one: str, many: str, count: int, **values: Any) -> Any:
    return context["words"].told(ngettext(one, many, count, **values))


def _pages(app: Flask, viewer: Viewer) -> list[tuple[str, str]]:
    """Return the menu's pages that this app has: endpoint and name."""
    return [(endpoint, name) for endpoint, name in viewer.words.NAVIGATION.items() if endpoint in app.view_functions]

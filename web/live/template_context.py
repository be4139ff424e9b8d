"""Template context of every page: the viewer, texts in the viewer’s language, and the menu."""

from datetime import date
from typing import Any

from flask import Flask, request
from jinja2 import StrictUndefined, pass_context
from jinja2.runtime import Context

from engine import i18n, title_of
from engine.i18n import gettext as _
from engine.i18n import languages, ngettext, pgettext
from engine.names import LONGEST, LONGEST_KEPT
from web.access import pin as owner_pin
from web.games import all_terms
from web.games.page import SLOT_STATES, signed_chips
from web.http.static_files import BUILD
from web.live.tray_svg import PIPS
from web.live.view_model import signal_in_words
from web.viewer import THEMES, viewer_of

NAVIGATION = {
    "screens.how": _("How to play"),
    "log.games": _("Scores and history"),
    "tournament.index": _("Tournament"),
    "screens.look": _("This phone"),
    "helm.index": _("The helm"),
    "owner.index": _("Owner"),
}
"""The pages of the menu by their endpoints, in the order in which they stand there."""


def dress(app: Flask) -> None:
    """Add ``viewer``, ``pages``, drawings and texts in the reader's ``language`` to every template."""
    app.jinja_options = app.jinja_options | {
        "undefined": StrictUndefined,
        "trim_blocks": True,
        "lstrip_blocks": True,
        "finalize": _in_the_readers_language,
    }
    app.jinja_env.filters.update(
        number=i18n.number,
        signed_number=i18n.signed_number,
        percent=i18n.percent,
        translated=_in_the_readers_language,
        joined=i18n.joined,
        month=i18n.month,
        signal=signal_in_words,
        signed_chips=signed_chips,
        day=lambda when: i18n.day(when) if when else _("Undated"),
        short_day=lambda when: i18n.short_day(when, date.today()) if when else _("Undated"),
        time_of_day=i18n.time_of_day,
        moment=lambda when: i18n.moment(when, date.today()),
    )
    app.jinja_env.globals.update(
        _=_text,
        listed=i18n.listed,
        title_of=title_of,
        pgettext=_text_in_context,
        ngettext=_counted_text,
        faces=PIPS,
        themes=THEMES,
        all_terms=all_terms,
        slot_states=SLOT_STATES,
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
        pages = [(endpoint, name) for endpoint, name in NAVIGATION.items() if endpoint in app.view_functions]
        return {"viewer": viewer, "language": viewer.language, "pages": pages}


@pass_context
def _in_the_readers_language(context: Context, value: Any) -> Any:
    is_text = isinstance(value, str) and hasattr(value, "given")  # the texts of vision are no Text of the engine
    return i18n.translated(value, context["language"]) if is_text else value


@pass_context
def _text(context: Context, message: str, **values: Any) -> Any:
    return i18n.translated(_(message, **values), context["language"])


@pass_context
def _text_in_context(context: Context, meaning: str, message: str) -> Any:
    return i18n.translated(pgettext(meaning, message), context["language"])


@pass_context
def _counted_text(context: Context, one: str, many: str, count: int, **values: Any) -> Any:
    return i18n.translated(ngettext(one, many, count, **values), context["language"])

"""The sheet on which a guest reports a misread die, and sees what became of it: HTML that a script asks for."""

from flask import Blueprint, render_template, request

from web.show.misreads import MisreadDesk


def misread_pages(desk: MisreadDesk, *, corrects: bool) -> Blueprint:
    """Return the blueprint. ``corrects`` is whether this table has a helm, which could correct a roll."""
    part = Blueprint("misreads", __name__, url_prefix="/misread")
    part.app_context_processor(lambda: {"takes_misreads": corrects})

    @part.get("")
    def sheet() -> str:
        asked, latest = request.args.get("roll", ""), desk.latest()
        number = int(asked) if asked.isdecimal() and len(asked) < 10 else latest[0] if latest else 0
        report = next((one for one in desk.reports() if one.roll == number), None)
        return render_template("_misread.html", report=report, latest=latest, followed=bool(asked))

    return part

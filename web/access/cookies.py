"""The signed session cookie. It holds no time, so it does not depend on a clock."""

from typing import Any

from flask import Flask, Request, Response
from flask.json.tag import TaggedJSONSerializer
from flask.sessions import SecureCookieSession, SessionInterface, SessionMixin
from itsdangerous import BadData, URLSafeSerializer, URLSafeTimedSerializer
from werkzeug.http import dump_cookie

DAYS = 400
"""Days for which a browser keeps the cookie: as long as browsers keep any."""

SALT, FORMER_SALT = "quarterdeck-cookie", "cookie-session"
"""What the two formats are signed with beside the secret, so that neither passes for the other."""


class Cookies(SessionInterface):
    """Stores Flask's session in one signed cookie.

    The age of a cookie is not checked: a machine without a real-time clock starts in 1970 after a power cut. The table
    revokes what a cookie names (a hand, a screen, a request). Cookies of the former format, with a time, are still
    read.
    """

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """Return the content of the cookie; empty if its signature is not valid."""
        value = request.cookies.get(self.get_cookie_name(app), "")
        for serializer in serializers(app):
            try:
                said = serializer.loads(value)
            except (BadData, ValueError, OverflowError):
                continue
            return SecureCookieSession(said if isinstance(said, dict) else {})
        return SecureCookieSession()

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Set the cookie if the session has changed; delete it if the session is empty."""
        if session.accessed:
            response.vary.add("Cookie")
        if not session.modified:
            return
        where: dict[str, Any] = {
            "path": self.get_cookie_path(app),
            "httponly": self.get_cookie_httponly(app),
            "samesite": self.get_cookie_samesite(app),
        }
        if session:
            value = serializers(app)[0].dumps(dict(session))
            age = DAYS * 24 * 3600
            # sync_expires would add a date by this machine's clock, which may have passed for the browser
            cookie = dump_cookie(self.get_cookie_name(app), str(value), max_age=age, sync_expires=False, **where)
            response.headers.add("Set-Cookie", cookie)
        else:
            response.delete_cookie(self.get_cookie_name(app), **where)


def serializers(app: Flask) -> tuple[URLSafeSerializer, URLSafeTimedSerializer]:
    """Return the serializers of the current format and of the former one, which is only read."""
    how: dict[str, Any] = {"serializer": TaggedJSONSerializer(), "signer_kwargs": {"key_derivation": "hmac"}}
    key = app.secret_key or ""
    return URLSafeSerializer(key, salt=SALT, **how), URLSafeTimedSerializer(key, salt=FORMER_SALT, **how)

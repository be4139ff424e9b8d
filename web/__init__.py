"""The web app: shows the tray and the score, live, on phones and on the TV.

Imports values of the engine and of the table, and no code for cameras or pins. Start with :func:`web.app.create_app`,
the Flask application of a table, and :func:`web.http.server.create_server`, its HTTP server.
"""

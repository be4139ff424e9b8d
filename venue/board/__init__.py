"""The board: pages of all tables, leaderboards and moments, live; the owner's page; and the way in by HTTP.

Begin with :mod:`venue.board.app`. May import ``engine``, Starlette, Jinja2, psycopg, ``venue.record`` and
``venue.projection``.
"""

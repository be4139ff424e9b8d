"""What the board shows of past games, computed from the record: results, players, leaderboards, highlights.

Begin with :mod:`venue.projection.projector`. Everything here can be dropped and computed again. May import ``engine``,
psycopg and ``venue.record``.
"""

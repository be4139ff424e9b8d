"""Figures of games and players: pure functions over records, with times as arguments.

See :mod:`engine.statistics.record`, the figures of one game, and :mod:`engine.statistics.player_totals`, what a
player's part in it adds to their totals. May import the rest of ``engine`` and the standard library, without input or
output.
"""

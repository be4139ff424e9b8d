"""Figures of games and players: pure functions over records, with times as arguments.

See :mod:`engine.statistics.record`, the figures of one game, and :mod:`engine.statistics.totals`, what one game
adds to the totals of a history. May import the rest of ``engine`` and the standard library, without input or output.
"""

"""Solves Yahtzee: the best mean of the points still to come, for every position of one player's card.

It makes the tables that the coach reads. It needs numpy; the coach does not::

    python -m engine.games.yahtzee.analysis.solving
"""

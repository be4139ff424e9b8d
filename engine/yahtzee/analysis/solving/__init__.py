"""Solves Yahtzee: the best mean of the points still to come, for every position of one player's card.

This is for making the tables that the coach reads, and needs numpy; the coach does not::

    python -m engine.yahtzee.analysis.solving
"""

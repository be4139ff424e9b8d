"""Simulated tables: real games of the engine on a clock, sent as a table sends them. For ``demo`` and for tests.

Begin with :mod:`venue.simulation.table`. May import ``engine``, ``venue.broker`` and paho.
"""

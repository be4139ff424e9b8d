"""PostgreSQL and Mosquitto of Debian's packages, started in a folder of their own: for ``demo`` and for tests.

Begin with :mod:`venue.scratch.postgres`. May import ``venue.broker`` and the standard library.
"""

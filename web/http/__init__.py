"""The limits of the HTTP server: which connections it keeps, which requests it answers first, and which it refuses.

Begin with :mod:`web.http.limits` for the numbers and :mod:`web.http.listener` for what they do. May import waitress;
nothing here knows the pages.
"""

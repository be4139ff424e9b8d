"""The HTTP server: which connections it keeps, which requests it answers first, and which it refuses.

Start with :mod:`web.http.limits` for the numbers and :mod:`web.http.listener` for their use. May import waitress and
`access`.
"""

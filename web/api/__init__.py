"""The HTTP API: everything that the pages show and do, as JSON; see docs/api.md.

- :mod:`web.api.state`: the state as JSON; :mod:`web.api.body`: bodies of requests; :mod:`web.api.commands`: commands,
- ``web/openapi.json``: the specification, which the tests check.
"""

"""The pages and sheets of the helm, to run the table from a phone. Begin with `pages`.

What they do is sent to the API (:mod:`web.api`), as by any other client.
"""

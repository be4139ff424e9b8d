"""The venue server: the rows of many tables in one PostgreSQL record, and a board that shows all tables live.

Begin with :mod:`venue.record.ingest`, the one way into the record, and :mod:`venue.services`, what runs. Imports
``engine``; runs on a machine of its own and needs nothing of a table's camera, buttons or page.
"""

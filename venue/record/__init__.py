"""The record: PostgreSQL tables of all rows that tables sent, and the functions that write and read them.

Begin with :mod:`venue.record.schema`, the tables and roles, and :mod:`venue.record.ingest`, the only way in. May import
``engine``, psycopg and ``venue.errors``.
"""

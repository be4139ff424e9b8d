"""Compares journals with the record, and has projections computed again."""

from pathlib import Path

import psycopg

from venue.errors import RecordUnavailable
from venue.projection.projector import rebuild as drop
from venue.record.comparison import Comparison, compare
from venue.record.ingest import why_unavailable
from venue.record.notices import ALL, send
from venue.settings import VenueSettings


def verify(settings: VenueSettings, journal: Path) -> dict[str, Comparison]:
    """Return how the record compares with a journal, for each table that sent it."""
    try:
        with psycopg.connect(settings.record.board, connect_timeout=5) as connection:
            return compare(connection, journal)
    except psycopg.OperationalError as error:
        raise RecordUnavailable(why_unavailable(error)) from error


def rebuild(settings: VenueSettings) -> None:
    """Drop all projections; a running projector computes them again."""
    try:
        with psycopg.connect(settings.record.ingest, autocommit=True, connect_timeout=5) as connection:
            drop(connection)
            send(connection, ALL)
    except psycopg.OperationalError as error:
        raise RecordUnavailable(why_unavailable(error)) from error

"""SQLite file of the journal: schema, checksums, lock and repair. Start reading at `database`."""

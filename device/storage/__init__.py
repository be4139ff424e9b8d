"""SQLite file of the journal: schema, checksums, lock and repair. Begin with `database`. Imports no other folder."""

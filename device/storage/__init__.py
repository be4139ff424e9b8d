"""The journal's SQLite file: tables, checksums, lock, and its repair. Begin with `database`."""

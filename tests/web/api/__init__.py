"""The API: what it tells, what it does, and what it refuses."""

"""The reading of requests."""

"""Backup and restore. Begin with `backup` and `restore`."""

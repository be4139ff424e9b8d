"""Backups: taking one, putting one back. Begin with `backup` and `restore`."""

"""Backup and restore. Begin with `backup` and `restore`. May import `config`, `journal` and `storage`."""

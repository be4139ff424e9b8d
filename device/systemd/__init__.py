"""Integration with systemd: the unit, its installation and removal, notifications. May import `config`."""

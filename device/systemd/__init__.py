"""Integration with systemd: the unit, its installation and removal, and status notifications."""

"""Access control: hosts, sessions, cookies, permission. Start with `guard`."""

"""Access control: hosts, sessions, cookies, permission. Start with `guard`. May import `ports` and `pairing`."""

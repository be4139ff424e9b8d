"""Who may do what: hosts, sessions, cookies, permission. Begin with `guard`. May import `ports`, `pairing`."""

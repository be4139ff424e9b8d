"""The requests of the API: their bodies, each done once, uploads in pieces. Start with `body`. May import `access`."""

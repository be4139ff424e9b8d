"""First start in the browser: a guided set-up, each step of which can be repeated by the owner. Start with `pages`."""

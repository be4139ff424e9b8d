"""Commands for a table that is installed from a package: update, rollback, and the card that installs it."""

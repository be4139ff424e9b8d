"""What asks a package index or wants a bare Debian, run by hand: ``make audit``, ``make bare``."""

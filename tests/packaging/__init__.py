"""What asks a package index or wants a bare Debian, run by hand: ``make wheels``, ``make audit``, ``make bare``."""

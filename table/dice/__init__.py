"""Where dice lie: which is which, which are held, whether they were thrown. May import `vision`."""

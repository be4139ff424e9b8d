"""Camera sources: Pi, USB, recordings. Begin with `worker`. May import `cameras`, `config` and `recording`."""

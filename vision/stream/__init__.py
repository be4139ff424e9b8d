"""Readings out of a stream of frames. Begin with `watcher`. May import all of `vision`."""

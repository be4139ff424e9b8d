"""Clips: the last two seconds of a throw, in small pictures. Start with `recorder`. May import all but `runtime`."""

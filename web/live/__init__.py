"""The live table page and its stream. Start with `routes`. May import all but `api`, `helm` and `app`."""

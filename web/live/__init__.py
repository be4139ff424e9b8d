"""The live table page and its stream. Begin with `routes`. May import all but `api`, `helm`, `app`."""

"""The live table page and its stream. Begin with `routes`. May import all below `history`, `api`, `helm`, `app`."""

"""The empty tray, and what lies there and is no die. Begin with `empty_tray`. May import all but `stream`."""

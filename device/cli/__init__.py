"""The command line's frame: `main`, the context of a command, output and progress."""

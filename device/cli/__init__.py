"""Base of the command line: `main`, the context of a command, output and progress. May import all but `commands`."""

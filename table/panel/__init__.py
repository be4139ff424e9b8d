"""The rim of the tray: buttons, lamp, signals of phones, questions that a press answers. May import `engine`."""

"""What games share in which players take turns until one has won.

Begin with ``game``: the class that such a game extends. ``state`` has the values, ``rounds`` the order of turns, ties,
players who come and go, and the end, ``setting_aside`` dice that stay out of the next throw, ``options`` the rules, and
``coach`` advice and reviews. ``keeps`` and ``turn_plan`` solve turns in which any dice may stay.
"""

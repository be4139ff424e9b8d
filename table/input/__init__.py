"""What comes in, and what it means: the phases of a throw, its validation, presses, and play by hand.

Begin with ``phases``. May import `table` but its publisher and the table itself.
"""

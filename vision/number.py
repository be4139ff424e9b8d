"""The number of dice that lie on the tray, held against the number that were thrown."""

from dataclasses import replace

from vision.reading import Reading, Rest, Zone


def counted(reading: Reading, thrown: int) -> Reading:
    """The reading, with a problem more where another number of dice than ``thrown`` lies on the tray.

    A die outside the tray does not count, one without a value does. The number is never used to guess: each die keeps
    the value that it was read with, and one without has none still.
    """
    if reading.rest in (Rest.MOVING, Rest.OBSTRUCTED):
        return reading
    found = sum(die.zone is not Zone.OUTSIDE for die in reading.dice)
    if found == thrown:
        return reading
    thrown_in_words = "1 die was thrown" if thrown == 1 else f"{thrown} dice were thrown"
    found_in_words = "1 is" if found == 1 else f"{found} are" if found else "none is"
    sentence = f"{thrown_in_words}, but {found_in_words} on the tray."
    return replace(reading, problems=(*reading.problems, sentence))

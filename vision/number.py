"""Compares the number of dice on the tray with the number thrown."""

from dataclasses import replace

from vision.reading import Reading, Rest, Zone


def counted(reading: Reading, thrown: int) -> Reading:
    """Add a problem to the reading where the number of dice on the tray is not ``thrown``.

    Dice outside the tray do not count; dice without a value do. No value is ever derived from the number.
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

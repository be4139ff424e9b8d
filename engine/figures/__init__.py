"""A player's figures in one game, which each game calculates from its steps. Begin with `part`."""

from engine.figures.hindsight import PLACES, by_names, luckiest, summed
from engine.figures.part import MOST_FEATS, Hindsight, LuckyRoll, Part

__all__ = ["MOST_FEATS", "PLACES", "Hindsight", "LuckyRoll", "Part", "by_names", "luckiest", "summed"]

"""Advice, reviews and reports of Yahtzee, from solved value tables. Imports the rules; only `game` imports it."""

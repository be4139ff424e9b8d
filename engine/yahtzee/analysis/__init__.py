"""Advice, reviews and reports of Yahtzee, from solved value tables. Imports the rules; the rules import none of it."""

"""Odds, advice, reviews and reports of Ship, Captain, Crew. Imports the rules; the rules import none of it."""

"""Odds, advice, reviews and reports of Ship, Captain, Crew. Imports the rules; only `game` imports it."""

"""Tournaments at this table: their facts, what games mean for them, their pages. Start with `desk`."""

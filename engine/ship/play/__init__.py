"""The course of a game of Ship, Captain, Crew. The entry point is :func:`engine.ship.play.moves.apply`."""

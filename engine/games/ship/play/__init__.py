"""The course of a game of Ship, Captain, Crew. The entry point is :func:`engine.games.ship.play.moves.apply`."""

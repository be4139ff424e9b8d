"""The course of a game of Ship, Captain, Crew. Begin with :func:`engine.ship.play.moves.apply`."""

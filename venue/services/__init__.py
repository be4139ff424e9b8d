"""What a venue server runs: ingesters, a projector and a board, in one process or apart, several of each.

Begin with :mod:`venue.services.ingester`. May import all of ``venue`` but its commands.
"""

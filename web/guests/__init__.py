"""Phones and screens that join: codes, addresses, requests for the helm and to play, profiles. Start with `room`."""

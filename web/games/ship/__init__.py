"""Ship, Captain, Crew on the page."""

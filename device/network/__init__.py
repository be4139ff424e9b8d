"""The networks of this machine: its addresses, NetworkManager, and the table's own Wi-Fi. Start with `keeper`."""

OWN_NETWORK = "own-network.json"
"""Name and password of the table's own network, beside the configuration. They are printed: a backup has them."""

"""The networks of this machine: its addresses, NetworkManager, and the table's own Wi-Fi. Start with `keeper`."""

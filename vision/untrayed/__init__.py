"""What is added for pictures without a known tray. May import `faces` and what that may import."""

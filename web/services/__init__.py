"""What the web app needs of the machine: values and protocols, and the store for its own values."""

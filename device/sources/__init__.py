"""The cameras there are: Pi, USB, recordings; and the camera's own process. Begin with `factory`."""

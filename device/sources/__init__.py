"""Camera sources: Pi, USB, recordings; and the camera process. Start reading at `factory`."""

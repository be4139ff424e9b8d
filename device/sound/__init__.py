"""The caller on the device: espeak-ng through its speaker. Begin with `speaker`."""

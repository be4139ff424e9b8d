"""Bar dice on the page."""

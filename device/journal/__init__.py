"""Journal of confirmed events, durable before they are shown. Start reading at `journal`. Built on `storage`."""

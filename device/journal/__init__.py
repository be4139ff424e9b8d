"""Journal of confirmed events, durable before they are shown. Begin with `journal`. May import `storage`."""

"""The journal: every confirmed event, durable before it is shown. Begin with `journal`. Stands on `storage`."""

"""The configuration file: schema, editor, and the files beside it. Begin with `schema`. May import `cameras`."""

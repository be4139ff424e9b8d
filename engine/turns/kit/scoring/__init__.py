"""Games in which dice that score are set aside, and banked."""

"""The screens of the builder."""

"""What does it do? Exact distributions of what an attack does, from effects that stand in the data."""

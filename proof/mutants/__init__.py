"""Small changes made to the code on purpose: tests that notice none of them test nothing."""

"""The organiser's event folder: registrations, submissions, checks, accepted lists and what is made from them."""

"""The organiser's pages: each module one topic."""

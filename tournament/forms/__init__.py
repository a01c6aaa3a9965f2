"""Forms of the event's pages: text in, checked values out, one module per topic."""

"""Several things named in one sentence of a page."""

from django import template

from scoring import listing

register = template.Library()
register.filter("listed", listing.listed)

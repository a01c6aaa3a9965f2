"""Ways into the calculator: `{% with_tile form tile %}`, `{{ hand|calculator_url }}`."""

from django import template

from scoring.forms.calculator import CalculatorForm
from scoring.forms.tiles import text_parts
from scoring.links import calculator_link
from scoring.rules import Hand, Tile

register = template.Library()


@register.simple_tag
def with_tile(form: CalculatorForm, tile: Tile) -> str:
    """Return the address of the form's hand with one more tile, won on it."""
    tiles, *rest = text_parts(form.text)
    text = "|".join((f"{tiles}{tile}", *rest)).rstrip("|")
    return calculator_link(text, form.rules.key, form.declared_fans)


@register.filter
def calculator_url(hand: Hand) -> str:
    """Return the address at which the calculator counts a hand."""
    return calculator_link(str(hand))

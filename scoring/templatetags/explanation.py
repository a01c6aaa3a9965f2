"""A score explained in a page: `{% explain score %}` draws templates/scoring/_explanation.html."""

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from scoring.explanation import Explanation, explanation
from scoring.listing import listed
from scoring.messages import fan_name, tile_name
from scoring.rules import Score
from scoring.rules.tiles import tiles
from scoring.templatetags.tiles import tile

register = template.Library()
register.filter(fan_name)


@register.inclusion_tag("scoring/_explanation.html")
def explain(score: Score, *, links: bool = True) -> dict[str, Explanation | bool]:
    """
    Draw what counts with its sets, what does not with its reason, and other ways to count.

    Fan are links to the rule book unless a form would be lost by following them.
    """
    return {"explanation": explanation(score), "links": links}


@register.simple_tag
def set_tiles(text: str) -> SafeString:
    """Draw tiles as they are written, "123m", as one picture."""
    some = tiles(text)
    return format_html(
        '<span class="set-tiles" role="img" aria-label="{}">{}</span>',
        listed(map(tile_name, some)),
        format_html_join("", "{}", ((tile(str(one), silent=True),) for one in some)),
    )

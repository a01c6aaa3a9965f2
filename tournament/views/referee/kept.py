"""What was typed by somebody whose log-in had run out: kept over the log-in page, given back once."""

from django.contrib import messages
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _

from tournament.services.log import new_token

KEY = "kept_form"
LONGEST = 8_000
# These belong to the page that was shown, not to what was typed into it.
OF_THE_PAGE = ("csrfmiddlewaretoken", "token", "confirm", "preview")


def keep(request: HttpRequest) -> None:
    """Lay a refused form aside in the session, and say so on the log-in page."""
    typed = request.POST.copy()
    for name in OF_THE_PAGE:
        typed.pop(name, None)
    text = typed.urlencode()
    if len(text) > LONGEST:
        tell(request)
        return
    request.session[KEY] = {"path": request.path, "typed": text}
    messages.warning(
        request,
        _("You are no longer logged in. What you typed is kept: log in, and it is in the form."),
    )


def tell(request: HttpRequest) -> None:
    """Say on the log-in page that nothing was done."""
    messages.warning(
        request, _("You are no longer logged in, so nothing was changed. Log in and repeat it.")
    )


def give_back(request: HttpRequest) -> QueryDict | None:
    """Return what was laid aside at this address, once; None when there is nothing."""
    kept = request.session.get(KEY)
    if not kept or kept["path"] != request.path:
        return None
    del request.session[KEY]
    typed = QueryDict(kept["typed"], mutable=True)
    typed["token"] = new_token()
    return typed

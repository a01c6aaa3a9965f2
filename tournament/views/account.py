"""Logging in, and where an official's work begins."""

from typing import Any

from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from tournament.models import Official, Role, Tournament
from tournament.permissions import LEADERS, badge_event
from tournament.services import throttle
from tournament.services.events import may_create
from tournament.views import attempts

BADGE = "badge"
"""Where a session names the badge that opened it (`tournament.views.badges`)."""

MOST_EVENTS = 5
"""How many events the log-in page names."""

WORKPLACES = {**dict.fromkeys(LEADERS, "board"), Role.REFEREE: "games", Role.CLERK: "games"}


class LogIn(LoginView):
    """Log in, then on to the page one came for, else to one's work."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Try a name and a password, unless that was wrong too often."""
        if throttle.are_too_many(**self._tried()):
            return attempts.too_many(request)
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Let somebody in."""
        throttle.forget(**self._tried())
        answer = super().form_valid(form)
        # The same account may have come in by a badge before: a password lifts its limits.
        if self.request.session.pop(BADGE, None):
            self.request.session.set_expiry(None)
        return answer

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        """Ask again."""
        throttle.count_failure(**self._tried())
        return super().form_invalid(form)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Name the running events too: their officials may have a PIN instead."""
        running = Tournament.objects.filter(state=Tournament.State.RUNNING)
        return {**super().get_context_data(**kwargs), "running": running[:MOST_EVENTS]}

    def _tried(self) -> dict[str, str]:
        name = self.request.POST.get("username", "")
        return {"name": name, "address": attempts.address_of(self.request)}

    def get_default_redirect_url(self) -> str:
        """
        Return the workplace in the only event there is work in, else the start page.

        Who may create events comes for that too, and the start page has both.
        """
        if may_create(self.request.user):
            return super().get_default_redirect_url()
        posts = posts_of(self.request.user)
        running = [post for post in posts if post.tournament.state == Tournament.State.RUNNING]
        candidates = running or posts
        if len(candidates) == 1:
            return workplace(candidates[0])
        return super().get_default_redirect_url()


def posts_of(user: AbstractBaseUser | AnonymousUser) -> list[Official]:
    """Return the user's roles in events that are not closed, in one query; a visitor has none."""
    if not user.is_authenticated:
        return []
    posts = Official.objects.filter(user_id=user.pk).select_related("tournament")
    if only := badge_event(user):
        posts = posts.filter(tournament=only)
    return list(posts.exclude(tournament__state=Tournament.State.CLOSED).order_by("tournament"))


def workplace(post: Official) -> str:
    """Return the address where the work of a role begins: the board, the tables, the overview."""
    name = WORKPLACES.get(Role(post.role), "event")
    return reverse(f"tournament:{name}", args=[post.tournament.slug])

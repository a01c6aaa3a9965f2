"""Addresses: what anybody reads, what a referee writes."""

from django.contrib import admin
from django.contrib.auth import views as auth
from django.urls import URLPattern, URLResolver, include, path

from tournament.views import public, referee

sheet = [
    path("", referee.sheet, name="sheet"),
    path("hands/<int:number>/", referee.enter_hand, name="enter-hand"),
    path("hands/<int:number>/history/", referee.hand_history, name="hand-history"),
    path("hands/<int:number>/withdraw/", referee.withdraw, name="withdraw-hand"),
    path("penalties/", referee.penalties, name="penalties"),
    path("penalties/add/", referee.penalise, name="penalise"),
    path("penalties/<int:pk>/cancel/", referee.cancel, name="cancel-penalty"),
]
event: list[URLPattern | URLResolver] = [
    path("", public.event, name="event"),
    path("games/", public.games, name="games"),
    path("standings/", public.standings, name="standings"),
    path("teams/", public.teams, name="teams"),
    path("players/<int:number>/", public.player, name="player"),
    path("results.xlsx", public.workbook, name="workbook"),
    path("rounds/<int:round_number>/tables/<int:table_number>/", include(sheet)),
]

urlpatterns = [
    path("", public.home, name="home"),
    path("events/<slug:slug>/", include((event, "tournament"))),
    path("accounts/login/", auth.LoginView.as_view(), name="login"),
    path("accounts/logout/", auth.LogoutView.as_view(), name="logout"),
    path("i18n/", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
]

handler500 = "tournament.views.errors.server_error"

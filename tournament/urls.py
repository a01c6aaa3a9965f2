"""Addresses: what anybody reads, what a referee writes; the rule book has its own."""

from django.contrib import admin
from django.contrib.auth.views import LogoutView
from django.urls import URLPattern, URLResolver, include, path

from tournament.views import (
    account,
    clock,
    downloads,
    draw_proof,
    guide,
    public,
    referee,
    screen,
    seats,
)
from tournament.views.organiser import (
    board,
    draws,
    entries,
    house_rules,
    log,
    one_draw,
    roster,
    roster_import,
    roster_teams,
    settings,
    staff,
)

sheet = [
    path("", referee.sheet, name="sheet"),
    path("hands/<int:number>/", referee.enter_hand, name="enter-hand"),
    path("hands/<int:number>/history/", referee.hand_history, name="hand-history"),
    path("hands/<int:number>/withdraw/", referee.withdraw, name="withdraw-hand"),
    path("penalties/", referee.penalties, name="penalties"),
    path("penalties/add/", referee.penalise, name="penalise"),
    path("penalties/<int:pk>/cancel/", referee.cancel, name="cancel-penalty"),
]
people = [
    path("", roster.roster, name="roster"),
    path("add/", entries.add, name="add-player"),
    path("check-in/", roster.check_in, name="check-in"),
    path("fillers/", roster.enter_fillers, name="add-fillers"),
    path("import/", roster_import.upload, name="import-roster"),
    path("import/<int:pk>/", roster_import.preview, name="roster-draft"),
    path("import/<int:pk>/columns/", roster_import.columns, name="roster-columns"),
    path("players/<int:number>/", entries.edit, name="edit-player"),
    path("players/<int:number>/reinstate/", entries.reinstate, name="reinstate-player"),
    path("players/<int:number>/withdraw/", entries.withdraw, name="withdraw-player"),
    path("teams/", roster_teams.teams, name="roster-teams"),
    path("teams/<int:number>/", roster_teams.edit_team, name="edit-team"),
    path("players.xlsx", downloads.roster_workbook, name="roster-workbook"),
    path("players.csv", downloads.roster_csv, name="roster-csv"),
    path("template.xlsx", roster_import.template, name="roster-template"),
]
event: list[URLPattern | URLResolver] = [
    path("", public.event, name="event"),
    path("games/", public.games, name="games"),
    path("standings/", public.standings, name="standings"),
    path("teams/", public.teams, name="teams"),
    path("players/<int:number>/", public.player, name="player"),
    path("results.xlsx", downloads.workbook, name="workbook"),
    path("standings.csv", downloads.standings_csv, name="standings-csv"),
    path("rounds/<int:round_number>/clock/", clock.clock, name="clock"),
    path("rounds/<int:round_number>/run/", board.run_round, name="run-round"),
    path("board/", board.board, name="board"),
    path("settings/", settings.settings, name="settings"),
    path("settings/rules/", house_rules.house_rules, name="house-rules"),
    path("staff/", staff.staff, name="staff"),
    path("staff/<int:pk>/", staff.official, name="official"),
    path("staff/<int:pk>/password/", staff.give_password, name="give-password"),
    path("staff/<int:pk>/remove/", staff.remove, name="remove-official"),
    path("log/", log.log, name="log"),
    path("roster/", include(people)),
    path("seats/", seats.seats, name="seats"),
    path("seats/by-name/", seats.seats_by_name, name="seats-by-name"),
    path("seats/cards/", seats.seats_cards, name="seats-cards"),
    path("seats/proof/", draw_proof.draw_proof, name="draw-proof"),
    path("screen/", screen.screen, name="screen"),
    path("draws/", draws.draws, name="draws"),
    path("draws/new/", draws.new_draw, name="new-draw"),
    path("draws/fillers/", draws.fillers, name="fillers"),
    path("draws/<int:pk>/", one_draw.draw, name="draw"),
    path("draws/<int:pk>/redraw/", one_draw.redraw_draw, name="redraw"),
    path("draws/<int:pk>/remaining/", one_draw.reseat_draw, name="reseat-draw"),
    path("draws/<int:pk>/swap/", one_draw.swap, name="swap-seats"),
    path("draws/<int:pk>/publish/", one_draw.publish, name="publish-draw"),
    path("draws/<int:pk>/cancel/", one_draw.cancel, name="cancel-draw"),
    path("rounds/<int:round_number>/tables/<int:table_number>/", include(sheet)),
]

urlpatterns = [
    path("", public.home, name="home"),
    path("", include("scoring.urls")),
    path("events/new/", settings.new_event, name="new-event"),
    path("events/<slug:slug>/", include((event, "tournament"))),
    path("guide/organiser/", guide.organiser, name="organiser-guide"),
    path("guide/referee/", guide.referee, name="referee-guide"),
    path("accounts/login/", account.LogIn.as_view(), name="login"),
    path("accounts/logout/", LogoutView.as_view(), name="logout"),
    path("i18n/", include("django.conf.urls.i18n")),
    # One way in, with one count of wrong passwords.
    path("admin/login/", account.LogIn.as_view()),
    path("admin/", admin.site.urls),
]

handler500 = "tournament.views.errors.server_error"

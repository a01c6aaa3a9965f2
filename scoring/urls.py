"""Addresses of calculator and rule book: anybody reads them, without an account and without the database."""

from django.urls import path

from scoring.views import book, calculator

app_name = "scoring"

urlpatterns = [
    path("calculator/", calculator.calculator, name="calculator"),
    path("rules/", book.index, name="book"),
    path("rules/fan/<slug:key>/", book.fan, name="fan"),
    path("rules/principles/", book.principles, name="principles"),
    path("rules/play/", book.play, name="play"),
    path("rules/payments/", book.payments, name="payments"),
    path("rules/penalties/", book.offences, name="offences"),
    path("rules/penalties/<slug:key>/", book.offence, name="offence"),
    path("rules/wall/", book.wall, name="wall"),
    path("rules/glossary/", book.glossary, name="glossary"),
]

"""Every page with the state it is photographed in; `tests/house` sees that none is missing."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from playwright.sync_api import Page

Act = Callable[[Page], None]


@dataclass(frozen=True, slots=True)
class Shot:
    """
    A page in a state: who opens `path` and what is done there first; `{…}` are keys of the world.

    `prints` = it is also made as a PDF of A4 sheets; `status` is what the server answers, but to
    pages of errors.
    """

    name: str
    path: str
    who: str = ""
    act: Act | None = None
    prints: bool = False
    status: int = 200

    def at(self, world: Mapping[str, object]) -> "Shot":
        """Return the same with the keys of `world` in its address."""
        return replace(self, path=self.path.format(**world))


def press(*targets: str) -> Act:
    """Return what presses `targets` one after the other."""

    def act(page: Page) -> None:
        for target in targets:
            page.locator(target).first.click()

    return act


def fill(**values: str) -> Act:
    """Return what fills the fields named."""

    def act(page: Page) -> None:
        for name, value in values.items():
            page.locator(f"[name={name}]").first.fill(value)

    return act


def wait_for(target: str) -> Act:
    """Return what waits until the page shows `target`."""

    def act(page: Page) -> None:
        page.wait_for_selector(target)

    return act


def both(*acts: Act) -> Act:
    """Return what does one after the other."""

    def act(page: Page) -> None:
        for each in acts:
            each(page)

    return act


def keys(*names: str) -> Act:
    """Return what presses keys where the cursor stands."""

    def act(page: Page) -> None:
        for name in names:
            page.keyboard.press(name)

    return act


def correct_in_the_grid(page: Page) -> None:
    """Type another number into the first row."""
    page.locator("[name=points-1]").fill("33")
    page.keyboard.press("Enter")
    page.wait_for_selector(".row-reason")


def clash(page: Page) -> None:
    """Send a new hand to the address of a saved one: the answer is both entries."""
    press(*WIN, ".quick [data-set='12']")(page)
    page.locator("form.entry").evaluate("(form, address) => { form.action = address }", SAVED)
    page.locator(".dock .save[type=submit]").click()
    page.wait_for_selector("form [name=replaces][value='1']", state="attached")
    page.evaluate("localStorage.clear()")


def go_offline(page: Page) -> None:
    """Take the server away, keep a hand on the phone and fill the next one in; later pages forget."""
    page.route("**/*", lambda route: route.abort())
    page.evaluate("dispatchEvent(new Event('offline'))")
    press(*WIN, ".quick [data-set='12']", ".dock .save[type=submit]")(page)
    press(*WIN, ".quick [data-set='9']")(page)
    page.evaluate("localStorage.clear()")


def look_at_queue(page: Page) -> None:
    """Open the list of what waits on the phone."""
    page.route("**/*", lambda route: route.abort())
    page.evaluate("dispatchEvent(new Event('offline'))")
    press(*WIN, ".quick [data-set='12']", ".dock .save[type=submit]", "[data-queue-open]")(page)
    page.evaluate("localStorage.clear()")


def appoint(page: Page) -> None:
    """Add an official whom no other picture added: his password is shown."""
    size = page.viewport_size or {}
    name = f"wang-{size.get('width')}-{page.evaluate('document.documentElement.lang')}".lower()
    fill(username=name)(page)
    page.locator("[name=role]").select_option("referee")
    press("main .form .button-primary")(page)
    page.wait_for_selector(".password")


REFUSED = wait_for("main .errorlist")
WIN = (".pick-win .seat[data-seat=B]", ".pick-off .seat-other[data-seat=D]")
CALCULATOR = "/calculator/"
DEMO = "/events/demo/"
ROUND = f"{DEMO}rounds/"
FIRST = f"{ROUND}1/tables/1/"
RUNNING = f"{ROUND}4/tables/1/"
SAVED = f"{RUNNING}hands/3/"
NEXT = f"{ROUND}4/tables/2/hands/8/"
SIGNING = "/events/signing/rounds/1/tables/"
ROSTER = "/events/ready/roster/"
ORGANISER, REFEREE, STRANGER, ADMIN = "organiser", "referee", "stranger", "admin"

SHOTS = (
    # What anybody reads
    Shot("home", "/"),
    Shot("home-organiser", "/", ORGANISER),
    Shot("login", "/accounts/login/"),
    Shot(
        "login-refused",
        "/accounts/login/",
        act=both(
            fill(username="li", password="wrong"), press(".save, main form [type=submit]"), REFUSED
        ),
    ),
    Shot("event", DEMO),
    Shot("event-ready", "/events/ready/"),
    Shot("event-final", "/events/done/"),
    Shot("event-empty", "/events/empty/"),
    Shot("games", f"{DEMO}games/", prints=True),
    Shot("games-referee", f"{DEMO}games/", REFEREE),
    Shot("games-empty", "/events/empty/games/"),
    Shot("standings", f"{DEMO}standings/", prints=True),
    Shot("standings-final", "/events/done/standings/", prints=True),
    Shot("standings-ready", "/events/ready/standings/"),
    Shot("standings-search", f"{DEMO}standings/?q=99"),
    Shot("standings-empty", "/events/empty/standings/"),
    Shot("teams", f"{DEMO}teams/", prints=True),
    Shot("teams-final", "/events/done/teams/", prints=True),
    Shot("player", f"{DEMO}players/1/", prints=True),
    Shot("player-ready", "/events/ready/players/1/"),
    Shot("seats", f"{DEMO}seats/", prints=True),
    Shot("seats-by-name", f"{DEMO}seats/by-name/", prints=True),
    Shot("seats-cards", f"{DEMO}seats/cards/", prints=True),
    Shot("seats-by-player", f"{DEMO}seats/by-player/", prints=True),
    Shot("table", f"{DEMO}t/1/"),
    Shot("table-referee", f"{DEMO}t/1/", REFEREE),
    Shot("table-none", f"{DEMO}t/99/"),
    Shot("badge", "/badge/{code}/"),
    Shot("badge-unknown", "/badge/none/", status=404),
    Shot("badge-withdrawn", "/badge/{old_code}/", status=410),
    Shot("badge-pin", f"{DEMO}pin/"),
    Shot(
        "badge-pin-refused",
        f"{DEMO}pin/",
        act=both(fill(name="12", pin="000000"), press("main form [type=submit]"), REFUSED),
    ),
    Shot("draw-proof", "/events/ready/seats/proof/", prints=True),
    Shot("draw-proof-numbers", "/events/public/seats/proof/", prints=True),
    Shot("draw-proof-undrawn", f"{DEMO}seats/proof/"),
    Shot("draw-proof-empty", "/events/empty/seats/proof/"),
    Shot("seats-empty", "/events/empty/seats/"),
    Shot("screen-seats", f"{DEMO}screen/?show=seats"),
    Shot("screen-names", f"{DEMO}screen/?show=names"),
    Shot("screen-clock", f"{DEMO}screen/?show=clock"),
    Shot("screen-time-up", "/events/over/screen/?show=clock"),
    Shot("screen-standings", f"{DEMO}screen/?show=standings"),
    Shot("screen-teams", f"{DEMO}screen/?show=teams"),
    Shot("screen-empty", "/events/empty/screen/"),
    Shot("guide-referee", "/guide/referee/", prints=True),
    Shot("guide-organiser", "/guide/organiser/", prints=True),
    # What anybody looks up
    Shot("calculator", CALCULATOR),
    Shot("calculator-win", f"{CALCULATOR}?hand=[123s,1]456s789s11p23m4m", prints=True),
    Shot("calculator-waits", f"{CALCULATOR}?hand=1112345678999m"),
    Shot("calculator-wrong", f"{CALCULATOR}?hand=11111m45m789s11p23m4m"),
    Shot("rules", "/rules/", prints=True),
    Shot("rules-series", "/rules/?by=series"),
    Shot("rules-search", "/rules/?q=箭"),
    Shot("rules-fan", "/rules/fan/pure_straight/", prints=True),
    Shot("rules-fan-editions", "/rules/fan/two_concealed_kongs/"),
    Shot("rules-principles", "/rules/principles/", prints=True),
    Shot("rules-play", "/rules/play/", prints=True),
    Shot("rules-payments", "/rules/payments/", prints=True),
    Shot("rules-penalties", "/rules/penalties/", prints=True),
    Shot("rules-offence", "/rules/penalties/short_win/"),
    Shot("rules-wall", "/rules/wall/?first_a=3&first_b=4&second_a=2&second_b=6", prints=True),
    Shot("rules-glossary", "/rules/glossary/", prints=True),
    # A table
    Shot("sheet-running", RUNNING),
    Shot("sheet-running-referee", RUNNING, REFEREE),
    Shot("sheet-gap", f"{ROUND}4/tables/4/", REFEREE),
    Shot("sheet-to-come", f"{ROUND}4/tables/6/", REFEREE),
    Shot("sheet-16-hands", FIRST, prints=True),
    Shot("sheet-totals", f"{ROUND}3/tables/6/"),
    Shot("sheet-time-up", "/events/over/rounds/1/tables/1/", REFEREE),
    Shot("hand-start", NEXT, REFEREE),
    Shot("hand-points", NEXT, REFEREE, press(*WIN, ".quick [data-set='12']")),
    Shot(
        "hand-fan",
        NEXT,
        REFEREE,
        press(
            *WIN,
            ".modes label:has([value=fans])",
            ".tiers label:has([value='1'])",
            ".tier [data-fan=pure_straight]",
        ),
    ),
    Shot(
        "hand-tiles",
        NEXT,
        REFEREE,
        press(
            *WIN,
            ".modes label:has([value=tiles])",
            *(f".key[data-code='{code}']" for code in ("1s", "2s", "3s", "5m", "6m", "7m", "E")),
        ),
    ),
    Shot(
        "hand-refused",
        NEXT,
        REFEREE,
        # The focus is where the answer, another page, finds the fault.
        both(
            press(*WIN),
            fill(points="7"),
            press(".dock .save[type=submit]"),
            wait_for("[name=points][autofocus]"),
        ),
    ),
    Shot("hand-offline", NEXT, REFEREE, go_offline),
    Shot("hand-queue", NEXT, REFEREE, look_at_queue),
    Shot("hand-correction", SAVED, REFEREE),
    Shot("hand-conflict", f"{RUNNING}hands/10/", REFEREE, clash),
    Shot("hand-history", f"{ROUND}1/tables/3/hands/9/history/"),
    Shot("hand-history-referee", f"{RUNNING}hands/3/history/", REFEREE),
    Shot("hand-withdraw", f"{RUNNING}hands/9/withdraw/", REFEREE),
    Shot("void", f"{RUNNING}void/?hand=3", REFEREE),
    Shot("absence", f"{RUNNING}absence/", REFEREE),
    Shot(
        "absence-late",
        f"{RUNNING}absence/",
        REFEREE,
        both(
            press(".seat[data-seat=D]", "[name=presence][value=late]"),
            fill(minutes="7"),
            wait_for("#preview-amounts .minus"),
        ),
    ),
    Shot("substitute", f"{RUNNING}substitute/", ORGANISER),
    Shot(
        "wrong-seats",
        f"{RUNNING}wrong-seats/",
        REFEREE,
        both(
            press(
                ".pairs .seats:first-child [data-seat=A]",
                ".pairs .seats:not(:first-child) [data-seat=B]",
            ),
            wait_for("#preview-body .effects"),
        ),
    ),
    Shot("review", f"{SIGNING}1/review/", REFEREE),
    Shot("review-gap", f"{SIGNING}2/review/", REFEREE),
    Shot("review-signed", f"{SIGNING}4/review/", ORGANISER),
    Shot("sign-card", f"{SIGNING}1/review/C/", REFEREE),
    Shot("sheet-to-sign", f"{SIGNING}1/", REFEREE),
    Shot("reopen", f"{SIGNING}4/reopen/", ORGANISER),
    Shot("dispute", f"{SIGNING}1/appeals/?seat=C", REFEREE),
    Shot("game-appeals", f"{SIGNING}3/appeals/", ORGANISER),
    Shot("game-changes", f"{SIGNING}1/changes/", REFEREE),
    Shot("event-penalties", f"{DEMO}penalties/", ORGANISER),
    Shot("penalties", f"{ROUND}1/tables/2/penalties/"),
    Shot("penalties-none", f"{RUNNING}penalties/", REFEREE),
    Shot("penalty-start", f"{RUNNING}penalties/add/", REFEREE),
    Shot(
        "penalty",
        f"{RUNNING}penalties/add/",
        REFEREE,
        press(".pick-offender .seat[data-seat=A]", "#offences label"),
    ),
    Shot(
        "hand-claim",
        NEXT,
        REFEREE,
        both(
            press(
                *WIN, ".quick [data-set='12']", ".outcome-more", ".more [name=claim] >> xpath=.."
            ),
            fill(claimed="14"),
        ),
    ),
    Shot("grid", f"{ROUND}4/tables/4/grid/", REFEREE),
    Shot(
        "grid-refused",
        f"{ROUND}4/tables/2/grid/",
        REFEREE,
        keys("4", "3", "7", "Enter"),
    ),
    Shot("grid-reason", f"{ROUND}4/tables/2/grid/", REFEREE, correct_in_the_grid),
    Shot("grid-undo", f"{ROUND}4/tables/2/grid/", REFEREE, keys("Control+z")),
    Shot("grid-penalty", f"{ROUND}4/tables/2/grid/", REFEREE, keys("f", "2", "5")),
    Shot("grid-keys", f"{ROUND}4/tables/2/grid/", REFEREE, keys("?")),
    Shot("totals", f"{ROUND}4/tables/6/totals/", ORGANISER),
    Shot("totals-kept", f"{ROUND}3/tables/6/totals/", ORGANISER),
    # What the organiser does
    Shot("new-event", "/events/new/", ADMIN),
    Shot("board", f"{DEMO}board/", ORGANISER),
    Shot("board-closed", f"{DEMO}board/?round=3", ORGANISER),
    Shot("board-ready", "/events/ready/board/", ORGANISER),
    Shot("board-last-minutes", "/events/last/board/", ORGANISER),
    Shot("board-time-up", "/events/over/board/", ORGANISER),
    Shot("board-signing", "/events/signing/board/", ORGANISER),
    Shot("appeals", "/events/signing/appeals/", ORGANISER),
    Shot("appeals-none", "/events/done/appeals/", ORGANISER),
    Shot("board-final", "/events/done/board/", ORGANISER),
    Shot("board-empty", "/events/empty/board/", ORGANISER),
    Shot("roster", ROSTER, ORGANISER),
    Shot("roster-demo", f"{DEMO}roster/", ORGANISER),
    Shot("roster-empty", "/events/empty/roster/", ORGANISER),
    Shot("roster-add", f"{ROSTER}add/", ORGANISER),
    Shot("roster-player", f"{ROSTER}players/1/", ORGANISER),
    Shot("roster-withdraw", f"{ROSTER}players/1/withdraw/", ORGANISER),
    Shot("roster-apart", f"{ROSTER}apart/", ORGANISER),
    Shot("roster-teams", f"{ROSTER}teams/", ORGANISER),
    Shot("roster-team", f"{ROSTER}teams/1/", ORGANISER),
    Shot("import", f"{ROSTER}import/", ORGANISER),
    Shot("import-preview", f"{ROSTER}import/{{roster}}/", ORGANISER),
    Shot("import-columns", f"{ROSTER}import/{{columns}}/columns/", ORGANISER),
    Shot("draws", f"{DEMO}draws/", ORGANISER),
    Shot("draws-empty", "/events/empty/draws/", ORGANISER),
    Shot("new-draw", f"{DEMO}draws/new/", ORGANISER),
    Shot("new-draw-empty", "/events/empty/draws/new/", ORGANISER),
    Shot("draw-draft", f"{DEMO}draws/{{draft}}/", ORGANISER, prints=True),
    Shot("draw-published", "/events/ready/draws/{draw}/", ORGANISER),
    Shot("draw-lots-drawn", "/events/public/draws/{lots_drawn}/", ORGANISER),
    Shot("public-draw-draft", "/events/public/draws/{schedule}/numbers/", ORGANISER, prints=True),
    Shot("public-draw-waiting", "/events/public/draws/{lots_waiting}/numbers/", ORGANISER),
    Shot("type-lots", "/events/public/draws/{lots_waiting}/lots/", ORGANISER),
    Shot("house-rules", "/events/ready/settings/rules/", ORGANISER),
    Shot("settings", f"{DEMO}settings/", ORGANISER),
    Shot("staff", f"{DEMO}staff/", ORGANISER),
    Shot("staff-added", "/events/ready/staff/", ORGANISER, appoint),
    Shot("hall-address", f"{DEMO}settings/address/", ORGANISER),
    Shot("badges", f"{DEMO}badges/", ORGANISER),
    Shot("badges-no-address", "/events/ready/badges/", ORGANISER),
    Shot("badge-sheet", f"{DEMO}badges/print/", ORGANISER, prints=True),
    Shot("table-cards", f"{DEMO}table-cards/", ORGANISER, prints=True),
    Shot("table-cards-no-address", "/events/ready/table-cards/", ORGANISER),
    Shot("official", f"{DEMO}staff/{{official}}/", ORGANISER),
    Shot("log", f"{DEMO}log/", ORGANISER),
    Shot("log-empty", f"{DEMO}log/?q=nothing", ORGANISER),
    # What goes wrong
    Shot("error-403", f"{DEMO}board/", STRANGER),
    Shot("error-404", "/nowhere/"),
    *(Shot(f"error-{name}", f"/errors/{name}/") for name in ("400", "403_csrf", "405", "409")),
    *(Shot(f"error-{name}", f"/errors/{name}/") for name in ("413", "429", "500")),
)

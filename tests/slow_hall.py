"""
A slow hall, off unless asked for: what only a quick machine passes fails in it.

`make slow` runs the browser tests so: SLOW_SERVER is how many milliseconds a request and its answer
may take on the way, each, SLOW_BROWSER how many times slower the browser thinks.
"""

import os
import random
import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

SERVER_MS = int(os.environ.get("SLOW_SERVER", "0"))
BROWSER_TIMES = int(os.environ.get("SLOW_BROWSER", "0"))


class SlowServer:
    """A middleware that waits up to `SERVER_MS` before and after each request, at random."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        time.sleep(random.uniform(0, SERVER_MS) / 1000)
        answer = self.get_response(request)
        time.sleep(random.uniform(0, SERVER_MS) / 1000)
        return answer

"""Where a hub is served: its names, its cookie, and what browsers are told with all."""

from __future__ import annotations

from http.cookies import CookieError, SimpleCookie

from starlette.datastructures import Headers

#: Where the code is posted.
ENTER = "/enter"
#: Bytes of a cookie header, at most.
_COOKIES = 8192


class Site:
    """Where a hub is served."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.host = f"127.0.0.1:{port}"
        self.origin = f"http://{self.host}"
        #: Cookies do not know ports, so the name does.
        self.cookie = f"p2pgame-{port}"

    def cookie_in(self, headers: Headers) -> str:
        """Return our cookie in a request, empty: there is none."""
        said = headers.get("cookie", "")
        if len(said) > _COOKIES:
            return ""
        try:
            found = SimpleCookie(said).get(self.cookie)
        except CookieError:
            return ""
        return "" if found is None else found.value

    @property
    def headers(self) -> dict[str, str]:
        """What each response says to the browser."""
        own = f"'self' ws://{self.host}"
        policy = {
            "default-src": "'none'",
            "script-src": "'self'",
            "style-src": "'self'",
            "img-src": "'self' data: blob:",
            "font-src": "'self'",
            "media-src": "'self' blob:",
            "worker-src": "'self'",
            "connect-src": own,
            "base-uri": "'none'",
            "form-action": "'none'",
            "frame-ancestors": "'none'",
        }
        return {
            "content-security-policy": "; ".join(map(" ".join, policy.items())),
            "cross-origin-opener-policy": "same-origin",
            "cross-origin-resource-policy": "same-origin",
            "permissions-policy": "camera=(self), microphone=(), geolocation=()",
            "referrer-policy": "no-referrer",
            "x-content-type-options": "nosniff",
        }

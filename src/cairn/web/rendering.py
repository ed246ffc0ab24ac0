"""Rendering: what a view returned becomes a page with the house around it, or the part that htmx asked for.

The same view answers both. Here, once, are settled `Vary`, messages, redirects and what every page knows of who looks.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, tzinfo
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, unquote

from fastapi import Request, Response
from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup
from starlette.responses import HTMLResponse

from cairn.apps.base import App, Page, Redirect, Toast, Tone, View
from cairn.apps.base.callers import VISITOR
from cairn.apps.base.pages import Answer, fields_of
from cairn.services.accounts import SignedIn, Theme
from cairn.services.charts import Chart, shortened, svg_of, table_of
from cairn.services.clock import Clock
from cairn.web.asset_files import Assets
from cairn.web.browsers import browser_name
from cairn.web.moments import ago, day, moment
from cairn.web.sizes import written_bytes

_TEMPLATES: Final = Path(__file__).with_name("templates")
_TOAST_COOKIE: Final = "cairn-toast"
THEME_COOKIE: Final = "cairn-theme"
_OF_ADDRESSES: Final = "/%:?#[]@!$&'()*+,;="
_NO_TOAST: Final = f"{_TOAST_COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax"


@dataclass(frozen=True)
class Shell:
    """What the house around a page shows."""

    title: str
    path: str
    member: SignedIn | None
    theme: Theme
    zone: tzinfo
    now: datetime
    apps: tuple[App, ...]
    toasts: tuple[Toast, ...]
    is_read: bool
    """Whether this page can be asked for again by its address."""

    @property
    def csrf_field(self) -> Markup:
        """What every form of somebody who is signed in carries."""
        if self.member is None:
            return Markup()
        return Markup('<input type="hidden" name="csrf_token" value="{}">').format(self.member.csrf_token)

    def is_at(self, path: str) -> bool:
        """Whether a place in the navigation is where this page belongs."""
        return self.path == path or (path != "/" and self.path.startswith(f"{path}/"))


class Rendering:
    """Turns what views return into answers. Apps' templates stand under their names: `checks/list.html`."""

    def __init__(self, assets: Assets, apps: Sequence[App], clock: Clock) -> None:
        self._apps = tuple(apps)
        self._clock = clock
        folders = {app.name: FileSystemLoader(app.templates) for app in apps if app.templates is not None}
        self._environment = Environment(
            loader=ChoiceLoader([FileSystemLoader(_TEMPLATES), PrefixLoader(folders)]),
            autoescape=True,
            auto_reload=False,  # whether a template has changed would be asked of the disk for each part of a page
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._environment.filters |= {
            "moment": _moment,
            "day": _day,
            "ago": _ago,
            "bytes": written_bytes,
            "rendered": self._rendered,
            "browser": browser_name,
            "drawn": _drawn,
            "tabulated": table_of,
            "shortened": shortened,
        }
        self._environment.globals["asset"] = assets.url
        for library in ("icons", "ui", "forms", "charts"):  # each uses those before it
            template = self._environment.get_template(f"components/{library}.html")
            self._environment.globals[library] = template.module

    def show(self, request: Request, answer: Answer) -> Response:
        """The answer as HTML, or a redirect, for a browser or for htmx."""
        match answer:
            case Redirect():
                return self._redirect(request, answer)
            case Page():
                return self._page(request, answer)
            case View():
                shell = self._shell(request, "", ())
                return _html(request, self._render(answer, shell), 200)

    def _page(self, request: Request, page: Page) -> Response:
        kept = _kept_toast(request)
        toasts = tuple(toast for toast in (kept, page.toast) if toast is not None)
        shell = self._shell(request, page.title, toasts)
        block = page.block if wants_part(request) else None
        text = self._render(page, shell, block)
        if block is not None and toasts:
            text += self._environment.get_template("components/toasts.html").render(shell=shell)
        response = _html(request, text, page.status)
        for name, value in page.headers:
            response.headers.append(name, value)
        if kept is not None:
            response.headers.append("Set-Cookie", _NO_TOAST)
        return response

    def _redirect(self, request: Request, redirect: Redirect) -> Response:
        to = quote(redirect.to, safe=_OF_ADDRESSES)
        if "hx-request" in request.headers:
            # The page that htmx then asks for replaces the whole body.
            where = {"path": to, "target": "body", "headers": {"HX-Boosted": "true"}}
            response = Response(status_code=204, headers={"HX-Location": json.dumps(where)})
        else:
            response = Response(status_code=303, headers={"Location": to})
        for name, value in redirect.headers:
            response.headers.append(name, value)
        if redirect.toast is not None:
            response.headers.append("Set-Cookie", _toast_cookie(redirect.toast))
        return response

    def _shell(self, request: Request, title: str, toasts: tuple[Toast, ...]) -> Shell:
        member: SignedIn | None = request.scope.get(VISITOR)
        return Shell(
            title=title,
            path=request.url.path,
            member=member,
            theme=_theme(request) if member is None else member.preferences.theme,
            zone=UTC if member is None else member.preferences.zone,
            now=self._clock.now(),
            apps=self._apps,
            toasts=toasts,
            is_read=request.method == "GET",
        )

    def _render(self, view: View, shell: Shell, block: str | None = None) -> str:
        context = {**fields_of(view), "shell": shell}
        if block is not None:
            return self._render_block(view.template, block, context)
        return self._environment.get_template(view.template).render(context)

    @pass_context
    def _rendered(self, context: Context, view: View) -> Markup:
        return Markup(self._render(view, _shell_of(context)))  # noqa: S704 - templates escape

    def _render_block(self, template: str, block: str, context: dict[str, Any]) -> str:
        found = self._environment.get_template(template)
        return "".join(found.blocks[block](found.new_context(context)))


def wants_part(request: Request) -> bool:
    """Whether htmx asks for a part of a page, which it does unless it fetches the page as a whole."""
    headers = request.headers
    return (
        "hx-request" in headers
        and "hx-boosted" not in headers
        and "hx-history-restore-request" not in headers
    )


def _html(request: Request, text: str, status: int) -> Response:
    response = HTMLResponse(text, status)
    response.headers["Vary"] = "HX-Request, HX-Boosted, Cookie"
    return response


def _theme(request: Request) -> Theme:
    """What somebody chose who is not signed in."""
    try:
        return Theme(request.cookies.get(THEME_COOKIE, ""))
    except ValueError:
        return Theme.SYSTEM


def _toast_cookie(toast: Toast) -> str:
    value = quote(f"{toast.tone}:{toast.text}", safe=":")
    return f"{_TOAST_COOKIE}={value}; Path=/; Max-Age=60; HttpOnly; SameSite=Lax"


def _kept_toast(request: Request) -> Toast | None:
    """What the redirect that led here had to say."""
    tone, _, text = unquote(request.cookies.get(_TOAST_COOKIE, "")).partition(":")
    if tone not in set(Tone) or not text:
        return None
    return Toast(text, Tone(tone))


@pass_context
def _moment(context: Context, time: datetime) -> Markup:
    return moment(time, _shell_of(context).zone)


@pass_context
def _day(context: Context, time: datetime | date) -> Markup:
    return day(time, _shell_of(context).zone)


@pass_context
def _ago(context: Context, time: datetime) -> Markup:
    shell = _shell_of(context)
    return ago(time, shell.zone, now=shell.now)


def _drawn(chart: Chart) -> Markup:
    return Markup(svg_of(chart))  # noqa: S704 - it escapes what it is given


def _shell_of(context: Context) -> Shell:
    shell: Shell = context["shell"]
    return shell

"""The command ``p2pgame relay`` runs a relay.

Standard output says where it listens, standard error is the log: counts and times,
and nothing about anybody.
"""

from __future__ import annotations

import logging
import signal
import ssl
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import fields, replace
from functools import partial
from pathlib import Path

import click
import trio

from p2pgame.client.profile import addresses, places, relay_admission
from p2pgame.relay.admin import serve_admin
from p2pgame.relay.collecting import collect
from p2pgame.relay.counts import Counts
from p2pgame.relay.logs import KINDS, LEVELS, log_to_stderr
from p2pgame.relay.server import serve_relay
from p2pgame.relay.settings import (
    MESSAGE_LENGTH,
    PRESETS,
    Network,
    Rate,
    Settings,
    is_message,
    networks,
)
from p2pgame.relay.sqlite import SqliteStore
from p2pgame.relay.store import Store, StoreError

from .. import faults, surroundings
from ..text import words
from ..text.printing import print_text
from . import running
from .whereabouts import shown_address, whereabouts

#: Limits by name.
Limits = dict[str, int | float | Rate]

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_DAY = 24 * 3600.0
_LOG = logging.getLogger("p2pgame.relay")


class _Limit(click.ParamType[Limits]):
    """NAME=VALUE, the name being that of a number or a rate in the settings; or the
    name of a preset."""

    name = "limit"

    def convert(
        self,
        value: object,
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Limits:
        if str(value) in PRESETS:
            return PRESETS[str(value)]
        name, _, text = str(value).partition("=")
        try:
            return {name: _read(name, text)}
        except ValueError:
            known = ", ".join(
                f"{name}={_shown(value)}" for name, value in _limits().items()
            )
            presets = ", ".join(PRESETS)
            self.fail(
                f"{value!r} is neither {presets} nor NAME=VALUE; known are {known}",
                param,
                ctx,
            )


class _Networks(click.ParamType[tuple[Network, ...]]):
    """Addresses or networks, with commas between them."""

    name = "networks"

    def convert(
        self,
        value: object,
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> tuple[Network, ...]:
        if isinstance(value, tuple):
            return value
        try:
            return networks(str(value))
        except ValueError:
            self.fail(
                f"{value!r} is no address and no network such as 192.0.2.0/24",
                param,
                ctx,
            )


def _limits() -> dict[str, int | float | Rate]:
    values = {field.name: getattr(Settings(), field.name) for field in fields(Settings)}
    return {
        name: value
        for name, value in values.items()
        if isinstance(value, int | float | Rate) and not isinstance(value, bool)
    }


def _read(name: str, text: str) -> int | float | Rate:
    usual = _limits().get(name)
    if isinstance(usual, Rate):
        each, _, burst = text.partition("/")
        return Rate(_positive(float(each)), _positive(float(burst)))
    if isinstance(usual, float):
        return _positive(float(text))
    if usual is None:
        raise ValueError(name)
    return int(_positive(int(text)))


def _positive(number: float) -> float:
    if not 0 <= number < 1e18:
        raise ValueError(number)
    return number


def _shown(value: int | float | Rate) -> str:
    if isinstance(value, Rate):
        return f"{value.each:g}/{value.burst:g}"
    return f"{value:g}" if isinstance(value, float) else str(value)


@click.command()
@click.option(
    "--listen",
    default="127.0.0.1:8765",
    show_default=True,
    metavar="HOST:PORT",
    help="Where to listen.",
)
@click.option(
    "--store",
    envvar="P2PGAME_RELAY_STORE",
    metavar="URL",
    help="Where frames are kept: sqlite:PATH, or redis://HOST:PORT/NUMBER for several "
    "relays together (default: a file in this program's folder).  A url with a "
    "password belongs into the environment, as P2PGAME_RELAY_STORE.",
)
@click.option("--tls-cert", type=_FILE, help="Certificate chain for wss://, as PEM.")
@click.option("--tls-key", type=_FILE, help="The certificate's private key, as PEM.")
@click.option(
    "--behind-proxy",
    type=_Networks(),
    is_flag=False,
    flag_value="127.0.0.0/8,::1",
    default=(),
    metavar="[ADDRESS]",
    help="Believe the X-Forwarded-For of a proxy of yours at this address or network "
    "(default: of this machine), and of nobody else.",
)
@click.option(
    "--trust",
    type=_Networks(),
    multiple=True,
    metavar="NETWORK",
    help="Give each address in this network the limits of a club's.",
)
@click.option(
    "--token-file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Admit only those who have the token in this file, which is made if it is "
    "not there.  Hosts name it with --relay-token-file; their invites pass it on.",
)
@click.option(
    "--admin",
    metavar="HOST:PORT",
    help="Where to tell an operator how it is: /live, /ready, /metrics.",
)
@click.option(
    "--log", type=click.Choice(KINDS), default="text", help="How to write the log."
)
@click.option(
    "--log-level", type=click.Choice(LEVELS), default="info", help="From what on."
)
@click.option("--motd", default="", help="A sentence for whoever connects.")
@click.option(
    "--limit",
    type=_Limit(),
    multiple=True,
    metavar="NAME=VALUE",
    help="Change a limit (docs/relay.md); a rate is EACH-SECOND/AT-ONCE.  Or a preset: "
    "home (a few friends), club (a hall behind one address), public (the usual).",
)
def relay(
    listen: str,
    store: str | None,
    behind_proxy: tuple[Network, ...],
    trust: tuple[tuple[Network, ...], ...],
    token_file: Path | None,
    motd: str,
    limit: tuple[Limits, ...],
    admin: str | None,
    log: str,
    log_level: str,
    **tls: Path | None,
) -> None:
    """Be a relay: keep sealed frames for tables, and hand them on.

    It learns no names, cards or moves.  GET /health and /metrics tell how it is; with
    --admin an operator has a port of its own for that.
    """
    if not is_message(motd):
        raise click.UsageError(f"--motd: a sentence of at most {MESSAGE_LENGTH}")
    settings = Settings(
        message=motd,
        proxies=behind_proxy,
        trusted=tuple(one for some in trust for one in some),
        shows_metrics=admin is None,
        tls=_tls(tls["tls_cert"], tls["tls_key"]),
    )
    # A single value counts more than a preset, wherever it stands.
    for some in sorted(limit, key=lambda one: len(one) == 1):
        settings = replace(settings, **some)  # type: ignore[arg-type]
    if settings.bits > 64 or settings.attack_bits > 64 or settings.days > 255:
        raise click.UsageError("--limit: bits go up to 64, days up to 255")
    with faults.told():
        where = addresses.listening(listen)
        operator = None if admin is None else addresses.listening(admin)
        settings = replace(settings, token=_token(token_file))
    log_to_stderr(log, log_level)
    _raise_open_files()
    renew = partial(_renew, settings.tls, tls["tls_cert"], tls["tls_key"])
    work = partial(_run, _store(store, settings), where, settings, renew, operator)
    running.run(work)


def _token(file: Path | None) -> bytes | None:
    """Return the token in a file, which is made if it is not there."""
    if file is None:
        return None
    if relay_admission.made(file):
        click.echo(
            f"{file} is made: hosts need a copy, for --relay-token-file.", err=True
        )
    return relay_admission.read(file)


def _tls(cert: Path | None, key: Path | None) -> ssl.SSLContext | None:
    if cert is None and key is None:
        return None
    if cert is None or key is None:
        raise click.UsageError("--tls-cert and --tls-key go together")
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    # Older ones let a client ask for handshake after handshake, and keep its sessions.
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.num_tickets = 0  # no peer comes back by one
    try:
        context.load_cert_chain(cert, key)
    except (OSError, ValueError):
        raise click.UsageError(
            f"{cert} and {key} are no certificate with its key"
        ) from None
    return context


def _renew(tls: ssl.SSLContext | None, cert: Path | None, key: Path | None) -> None:
    """Read the certificate again, for whoever comes from now on."""
    try:
        # Half of a pair that does not fit would be no certificate at all.
        if tls is not None and cert is not None and _tls(cert, key) is not None:
            tls.load_cert_chain(cert, key)
            _LOG.info("the certificate is read again")
    except (click.UsageError, OSError, ValueError):
        _LOG.warning("the certificate can't be read again; the old one stays")


def _store(url: str | None, settings: Settings) -> Store:
    room, age = settings.room, settings.days * _DAY
    kind, _, path = (url or f"sqlite:{places.home() / 'relay.sqlite'}").partition(":")
    if kind == "sqlite" and path:
        try:
            return SqliteStore(Path(path), room=room, age=age, size=settings.disk)
        except StoreError as error:
            raise surroundings.Trouble(f"{path}: {_told(error)}") from None
    if url is None or kind not in ("redis", "rediss", "unix"):
        raise click.UsageError("--store takes sqlite:PATH or redis://…")
    try:
        from p2pgame.relay.redis import RedisStore
    except ImportError:
        raise click.UsageError("this needs pip install 'p2pgame[redis]'") from None
    try:
        return RedisStore(url, room=room, age=age)
    except ValueError as error:
        raise click.UsageError(words.told(error)) from None


#: Seconds that a thread of the disk may go on while the loop waits for its turn.  By
#: Python's usual 5 ms, a few of them in a row are felt at every table.
_SWITCH = 0.0005


async def _run(
    store: Store,
    where: tuple[str, int],
    settings: Settings,
    renew: Callable[[], None],
    operator: tuple[str, int] | None,
) -> None:
    stop, counts = trio.Event(), Counts()
    sys.setswitchinterval(_SWITCH)
    serve = partial(serve_relay, settings=settings, stop=stop, counts=counts)
    async with trio.open_nursery() as around:
        around.start_soon(_stop_on_signal, stop)
        if settings.tls is not None:
            around.start_soon(_renew_on_signal, renew)
        around.start_soon(collect, lambda: counts.ended)
        async with trio.open_nursery() as nursery:
            try:
                with addresses.binding(where[0]):
                    bound = await nursery.start(serve, store, *where)
            except* StoreError as errors:
                raise surroundings.Trouble(_told(errors)) from None
            for line in whereabouts(bound, "wss" if settings.tls else "ws"):
                print_text(line)
            if operator is not None:
                tell = partial(serve_admin, operator, counts, store.health, stop)
                with addresses.binding(operator[0]):
                    for address in await around.start(tell):
                        place = shown_address(address)
                        click.echo(f"It tells how it is at http://{place}.")
        around.cancel_scope.cancel()


def _told(error: BaseException) -> str:
    """Return what the store says, without the word that is for programs."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return words.sentence(str(error).removeprefix("busy: "))


async def _stop_on_signal(stop: trio.Event) -> None:
    """Stop politely when told to; when told again, at once."""
    with trio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
        async for _ in signals:
            if stop.is_set():
                raise KeyboardInterrupt
            stop.set()


async def _renew_on_signal(renew: Callable[[], None]) -> None:
    if not hasattr(signal, "SIGHUP"):
        return
    with trio.open_signal_receiver(signal.SIGHUP) as signals:
        async for _ in signals:
            renew()


def _raise_open_files() -> None:
    with suppress(ImportError, OSError, ValueError):  # Windows has no such limit
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))

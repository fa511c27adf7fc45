"""Tells which user of this machine made a connection of loopback (on Linux).

Any user can connect to a port of loopback.  Nobody but the player's own programs and
the superuser, which can read the player's files anyway, has anything to ask a hub.

Source: sock_diag(7), linux/inet_diag.h.
"""

from __future__ import annotations

import os
import socket
import struct
import sys
from ipaddress import IPv4Address
from typing import TypeAlias

import trio

#: An address of IPv4, and a port.
Address: TypeAlias = tuple[str, int]

_NETLINK_SOCK_DIAG, _BY_FAMILY, _REQUEST, _ERROR = 4, 20, 1, 2
_HEAD = struct.Struct("=IHHII")
#: Family, protocol, extensions, padding, states; the socket's addresses and cookie.
_ASKED = struct.Struct("=BBBBI 2s2s 4s12x4s12x I II")
#: Family to retransmissions, the addresses; three counts, the user.
_TOLD = struct.Struct("=4x48x12xI")
_ANY_STATE = _NO_COOKIE = 0xFFFFFFFF
_ANSWER = 4096
#: The user that may do all.
_SUPERUSER = 0


def is_of_another_user(stream: trio.socket.SocketType) -> bool:
    """Return whether the other end of a connection is neither ours nor superuser's.

    Where the system can't tell, it is taken for ours.
    """
    try:
        user = owner(stream.getpeername()[:2], stream.getsockname()[:2])
    except OSError:
        return False
    return user not in (None, _SUPERUSER, os.geteuid())


def owner(end: Address, other: Address) -> int | None:
    """Return the user whose program has this end of a connection with the other.

    None: the system does not tell.

    Raises:
      OSError: There is no such connection.
    """
    if sys.platform != "linux":
        return None
    asked = _ASKED.pack(
        *(socket.AF_INET, socket.IPPROTO_TCP, 0, 0, _ANY_STATE),
        *(end[1].to_bytes(2), other[1].to_bytes(2)),
        *(IPv4Address(end[0]).packed, IPv4Address(other[0]).packed),
        *(0, _NO_COOKIE, _NO_COOKIE),
    )
    size = _HEAD.size + len(asked)
    with socket.socket(
        socket.AF_NETLINK, socket.SOCK_DGRAM, _NETLINK_SOCK_DIAG
    ) as kernel:
        kernel.send(_HEAD.pack(size, _BY_FAMILY, _REQUEST, 1, 0) + asked)
        told = kernel.recv(_ANSWER)
    _, kind, *_ = _HEAD.unpack_from(told)
    if kind == _ERROR:
        raise OSError(-int.from_bytes(told[16:20], sys.byteorder, signed=True), "gone")
    (user,) = _TOLD.unpack_from(told, _HEAD.size)
    return int(user)

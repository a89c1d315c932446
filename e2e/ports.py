"""Ports for programs that must be given a number in advance: reserved until this process ends."""

import socket
import sys

_held = []


def reserve_port():
    """A free port that no other process gets unless it asks for this number.

    Linux lets a server listen where a socket that does not listen is bound, and gives the port to
    no process that asks for any. Elsewhere the port is only free at this moment.
    """
    held = socket.socket()
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held.bind(("127.0.0.1", 0))
    port = held.getsockname()[1]
    if sys.platform == "linux":
        _held.append(held)
    else:
        held.close()
    return port

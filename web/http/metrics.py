"""``GET /metrics``: the table's figures for Prometheus, for clients of the local network only."""

from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address, ip_address

from flask import Blueprint, Response, abort, request

from web.services.device import Metrics

TEXT = "text/plain; version=0.0.4; charset=utf-8"
"""Prometheus' text format (https://prometheus.io/docs/instrumenting/exposition_formats/)."""


def metrics_page(metrics: Metrics, streams: Callable[[], int]) -> Blueprint:
    """Return the blueprint of the figures; ``streams`` counts the pages that follow the table."""
    part = Blueprint("metrics", __name__)

    @part.get("/metrics")
    def figures() -> Response:
        if not is_local(request.remote_addr or ""):
            abort(404)
        return Response(metrics.text(streams()), content_type=TEXT)

    return part


def is_local(address: str) -> bool:
    """Return whether that is an address of this machine or of a private network."""
    try:
        found: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    found = getattr(found, "ipv4_mapped", None) or found
    return found.is_private or found.is_loopback or found.is_link_local

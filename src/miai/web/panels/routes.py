"""The routes for files of the page *Panels*: uploads in pieces, downloads of results."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote

from miai.core.errors import UserError
from miai.web.languages import text as _
from miai.web.panels.downloads import SHOWN
from miai.web.panels.files import PIECE_BYTES
from miai.web.panels.registry import PanelSessions

MEDIA = {
    ".html": "text/html; charset=utf-8",
    ".json": "application/json",
    ".csv": "text/csv; charset=utf-8",
    ".zip": "application/zip",
}


def add_panel_routes(app: Any, sessions: PanelSessions) -> None:
    """Add the upload (`POST /panels/upload`) and the download (`GET /panels/files/NAME`)."""
    from fastapi import Request, Response
    from fastapi.responses import FileResponse

    async def upload(request: Request) -> Response:
        if request.headers.get("x-miai") != "1":  # pages of other sites cannot set this header
            return Response("refused", 403)
        session = sessions.session(request.scope["miai_user"])
        name = unquote(request.headers.get("x-name", ""))
        try:
            offset = int(request.headers.get("x-offset", "0"))
            if not offset:
                sessions.check_space()
            session.uploads.add_piece(name, offset, await _piece(request), request.headers.get("x-last") == "1")
        except (UserError, ValueError) as error:
            return Response(str(error), 422)
        session.changed()
        return Response("ok")

    async def download(request: Request) -> Response:
        name = request.path_params["name"]
        path = sessions.session(request.scope["miai_user"]).results / name
        if name not in SHOWN or not path.is_file():
            return Response(_("there is no such file"), 404)
        # the report runs no scripts, also when it is opened in a tab
        headers = {"Cache-Control": "no-store", "Content-Security-Policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'"}
        kind = MEDIA[path.suffix]
        if "view" in request.query_params and path.suffix == ".html":
            return Response(path.read_bytes(), media_type=kind, headers=headers)
        return FileResponse(path, media_type=kind, headers=headers, filename=name)

    app.add_route("/panels/upload", upload, methods=["POST"])
    app.add_route("/panels/files/{name}", download, methods=["GET"])


async def _piece(request: Any) -> bytes:
    """Return the body of a request. Raise `UserError` beyond the limit."""
    data = bytearray()
    async for part in request.stream():
        data += part
        if len(data) > PIECE_BYTES:
            raise UserError(_("the piece of the upload is too large"))
    return bytes(data)

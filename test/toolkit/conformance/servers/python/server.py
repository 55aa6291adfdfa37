"""Notes behind a bearer token: the standard library alone, cursors, members that may be left out.

python3 server.py PORT [FAULT] prints "ready PORT" when it listens; port 0 takes a free one.
"""
import json
import re
import sys
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock
from urllib.parse import parse_qs, urlsplit

FAULTS = [
    "tags-are-lost",
    "last-item-is-skipped",
    "forged-cursor-is-taken",
    "text-may-be-empty",
    "unknown-members-are-kept",
    "archived-are-listed",
    "change-is-not-stored",
    "writing-needs-no-scope",
    "created-is-a-number",
    "broken-json-is-500",
]
FAULT = sys.argv[2] if len(sys.argv) > 2 else None
TOKENS = {"notes-write": {"read", "write"}, "notes-read": {"read"}}
NOTES, LOCK = {}, Lock()


def problem_of(body, whole):
    if not isinstance(body, dict):
        return "expected an object"
    for name, value in body.items():
        if name == "text":
            if not isinstance(value, str) or len(value) > 1000 or (value == "" and FAULT != "text-may-be-empty"):
                return "text: expected 1 to 1000 characters"
        elif name == "tags":
            if not isinstance(value, list) or len(value) > 5 or len(set(map(str, value))) != len(value):
                return "tags: expected at most 5, each once"
            if any(not isinstance(tag, str) or not re.fullmatch("[a-z]{1,12}", tag) for tag in value):
                return "tags: expected small letters, 1 to 12"
        elif name == "archived":
            if not isinstance(value, bool):
                return "archived: expected true or false"
        elif FAULT != "unknown-members-are-kept":
            return name + ": not known"
    return "text: missing" if whole and "text" not in body else None


class Notes(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, body=None, **fields):
        data = b"" if body is None else json.dumps(body).encode()
        self.send_response(status)
        for name, value in fields.items():
            self.send_header(name.replace("_", "-"), value)
        if body is not None:
            self.send_header("Content-Type", "application/json")
        if status != 204:
            self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def refuse(self, status, title, **fields):
        self.answer(status, {"title": title, "status": status}, **fields)

    def handle_any(self):
        length = int(self.headers.get("Content-Length") or 0)
        raw = self.rfile.read(length)
        kind, _, token = (self.headers.get("Authorization") or "").partition(" ")
        scopes = TOKENS.get(token) if kind.lower() == "bearer" else None
        if scopes is None:
            return self.refuse(401, "a bearer token is needed", WWW_Authenticate="Bearer")
        url = urlsplit(self.path)
        one = re.fullmatch(r"/notes/([a-z0-9]+)", url.path)
        methods = {"/notes": ["GET", "HEAD", "POST"]}.get(url.path) or (["GET", "HEAD", "PATCH", "DELETE"] if one else None)
        if methods is None:
            return self.refuse(404, "nothing here")
        if self.command not in methods:
            return self.refuse(405, "no such method", Allow=", ".join(methods))
        write = self.command not in ("GET", "HEAD")
        if write and "write" not in scopes and FAULT != "writing-needs-no-scope":
            return self.refuse(403, "the token may only read")
        body = None
        if one and one[1] not in NOTES:
            return self.refuse(404, "no such note")
        if self.command in ("POST", "PATCH"):
            if (self.headers.get("Content-Type") or "").split(";")[0].strip() != "application/json":
                return self.refuse(415, "expected application/json")
            try:
                body = json.loads(raw)
            except ValueError:
                return self.refuse(500 if FAULT == "broken-json-is-500" else 400, "the body is no JSON")
            problem = problem_of(body, self.command == "POST")
            if problem:
                return self.refuse(400, problem)
        with LOCK:
            return self.collection(url, body) if one is None else self.item(one[1], body)

    do_GET = do_HEAD = do_POST = do_PATCH = do_DELETE = do_PUT = do_OPTIONS = do_TRACE = handle_any

    def collection(self, url, body):
        if body is not None:
            number = len(NOTES) + 1
            tags = [] if FAULT == "tags-are-lost" else body.get("tags", [])
            note = {"id": f"n{number}", "text": "", "archived": False, **body, "tags": tags, "created": datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")}
            NOTES[note["id"]] = note
            return self.answer(201, self.shown(note), Location=f"/notes/{note['id']}")
        query = parse_qs(url.query, keep_blank_values=True)
        for name in query:
            if name not in ("size", "cursor", "archived"):
                return self.refuse(400, f"{name}: not known")
        size = query.get("size", ["10"])[0]
        if not re.fullmatch("[1-9]|[1-4][0-9]|50", size):
            return self.refuse(400, "size: expected 1 to 50")
        archived = query.get("archived", ["false"])[0]
        if archived not in ("true", "false"):
            return self.refuse(400, "archived: expected true or false")
        found = [note for note in NOTES.values() if note is not None and (FAULT == "archived-are-listed" or note["archived"] == (archived == "true"))]
        start = 0
        if "cursor" in query:
            sign = re.fullmatch(f"c-{archived}-n([0-9]+)-([0-9]+)", query["cursor"][0])
            if sign and int(sign[2]) == int(sign[1]) * 7919 % 10007:
                start = int(sign[1])
            elif FAULT != "forged-cursor-is-taken":
                return self.refuse(400, "cursor: not one of this list")
        found = [note for note in found if int(note["id"][1:]) > start]
        page = found[: int(size)]
        more = len(found) > len(page)
        if more and FAULT == "last-item-is-skipped":
            page = page[:-1] or page
            last = int(found[int(size) - 1]["id"][1:])
        else:
            last = int(page[-1]["id"][1:]) if page else 0
        following = f"c-{archived}-n{last}-{last * 7919 % 10007}" if more else None
        self.answer(200, {"items": [self.shown(note) for note in page], "next": following})

    def item(self, key, body):
        note = NOTES[key]
        if note is None:
            return self.refuse(404, "no such note")
        if self.command == "DELETE":
            NOTES[key] = None
            return self.answer(204)
        if body is not None:
            note = {**note, **body}
            if FAULT != "change-is-not-stored":
                NOTES[key] = note
        self.answer(200, self.shown(note))

    def shown(self, note):
        return {**note, "created": 1767225600} if FAULT == "created-is-a-number" else note


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Notes)
    print("ready", server.server_address[1], flush=True)
    server.serve_forever()

"""A correct receiver of callbacks with Python's standard library (interface 6).

Usage: python3 receiver.py KEY_FILE; prints its address.
"""

import hashlib
import hmac
import json
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOLERANCE_MS = 5 * 60_000
MAX_BODY = 1024 * 1024
KEY = open(sys.argv[1], "rb").read().rstrip(b"\r\n")
seen = set()


def is_genuine(timestamp, signature, body):
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 15):
        return False
    if abs(time.time() * 1000 - int(timestamp)) > TOLERANCE_MS:
        return False
    expected = hmac.new(KEY, timestamp.encode() + b":" + body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected.encode(), signature.encode("latin-1"))


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        length = int(self.headers.get("Content-Length", 0))
        if length > MAX_BODY:
            self.close_connection = True
            return self.answer(413)
        body = self.rfile.read(length)
        timestamp = self.headers.get("X-Signature-Timestamp", "")
        signature = self.headers.get("X-Signature", "")
        if not is_genuine(timestamp, signature, body):
            return self.answer(401)
        seen.add(json.loads(body)["id"])
        return self.answer(204)

    def answer(self, status):
        self.send_response(status)
        if status != 204:
            self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64


server = Server(("127.0.0.1", 0), Receiver)
print(f"http://127.0.0.1:{server.server_port}/callbacks", flush=True)
server.serve_forever()

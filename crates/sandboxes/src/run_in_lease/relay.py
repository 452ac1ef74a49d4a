import base64, json, os, sys, threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

LIMIT, WAITING, PATIENCE = 1048576, 64, 30
waiting, lock, last = {}, threading.Lock(), [0]


def tell(value):
    with lock:
        sys.stdout.write(json.dumps(value) + "\n")
        sys.stdout.flush()


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def answer(self, status, headers, body):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(body)))
        self.send_header("connection", "close")
        self.end_headers()
        self.wfile.write(body)

    def refuse(self, status, error):
        self.answer(status, {"content-type": "application/json"}, json.dumps({"error": error}).encode())

    def chunks(self):
        body = b""
        while len(body) <= LIMIT:
            size = int(self.rfile.readline(100).split(b";")[0], 16)
            if size < 0:
                raise ValueError
            if size == 0:
                while self.rfile.readline(LIMIT).strip():
                    pass
                return body
            body += self.rfile.read(min(size, LIMIT + 1))
            self.rfile.readline(100)
        return body

    def body(self):
        if "chunked" in (self.headers.get("transfer-encoding") or "").lower():
            return self.chunks()
        size = int(self.headers.get("content-length") or 0)
        return self.rfile.read(min(max(size, 0), LIMIT + 1))

    def pass_on(self):
        try:
            body = self.body()
        except ValueError:
            return self.refuse(400, "The body cannot be read")
        if len(body) > LIMIT:
            return self.refuse(413, "The body is larger than 1 MiB")
        event, slot = threading.Event(), {}
        with lock:
            if len(waiting) >= WAITING:
                slot = None
            else:
                last[0] += 1
                number = last[0]
                waiting[number] = (event, slot)
        if slot is None:
            return self.refuse(503, "Too many requests are under way")
        headers = {name.lower(): value for name, value in self.headers.items()}
        tell({"id": number, "method": self.command, "path": self.path, "headers": headers,
              "body": base64.b64encode(body).decode()})
        event.wait(PATIENCE)
        with lock:
            waiting.pop(number, None)
        if not slot:
            return self.refuse(502, "The control plane did not answer in time")
        self.answer(slot["status"], slot["headers"], base64.b64decode(slot["body"]))

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = pass_on


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
threading.Thread(target=server.serve_forever, daemon=True).start()
tell({"port": server.server_address[1]})
for line in sys.stdin:
    answer = json.loads(line)
    with lock:
        entry = waiting.get(answer["id"])
    if entry:
        entry[1].update(answer)
        entry[0].set()
os._exit(0)

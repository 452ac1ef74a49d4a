"""Runs the recorded conformance cases against a `wireclip` program.

Starts the program on a fresh home folder and a free port, waits until it is healthy, replays
every case that `later.txt` does not name, and stops what it started. The last line printed is
`N passed, M failed`, a step each; the exit code is 0 if none failed.

    conformance/run target/debug/wireclip                        all folders, embedded database
    conformance/run target/debug/wireclip issues runs/one-run-at-a-time
    conformance/run target/debug/wireclip --database-url postgres://localhost/postgres
"""
import argparse
import contextlib
import fcntl
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
CASES = HERE / "cases"
# Cases listen here: their own web server, and a run that listens.
FIXED_PORTS = (39461, 39463)
# In which modes servers are started, one after another. The last wants one that nobody uses yet.
MODES = ("local_trusted", "authenticated", "authenticated_fresh")
# What a server must be started with for the cases that `need` it.
NEEDS = {"http-loopback": {"HTTP_ADAPTER_PRIVATE_ENDPOINT_ALLOWLIST": "http://127.0.0.1:39461"}}
# Among a case's expected steps: it stops at one of them, and what stands behind it fails, too.
STOPS = object()
START_LIMIT_S = 60
STOP_LIMIT_S = 20


def later_work():
    """what later.txt names: cases that are left out, and single steps of others by their case

    A name that is no case is a mistake. The steps of a line are what stands in double quotes; a
    case of which it is said that it stops there ends at such a step, for want of what it waits for.
    """
    later, steps, section, name = set(), {}, None, None
    for line in (HERE / "later.txt").read_text().splitlines():
        if re.fullmatch(r"\[\w+\]", line):
            section = line
        # A reason may stand on the next line, indented.
        elif line and line[0] not in "# ":
            name = line.split()[0]
            if not (CASES / f"{name}.yaml").exists():
                sys.exit(f"conformance: later.txt names {name}, which is no case")
            if section == "[later]":
                later.add(name)
        if section in ("[close]", "[better]") and name and line and line[0] != "#":
            steps.setdefault(name, set()).update(re.findall(r'"([^"]+)"', line))
            if "stops there" in line:
                steps[name].add(STOPS)
    return later, steps


def selected(wanted):
    """the case files that the arguments name: a folder, `folder/case`, or a path"""
    if not wanted:
        return sorted(CASES.rglob("*.yaml"))
    files = []
    for name in wanted:
        choices = [CASES / name, CASES / f"{name}.yaml", pathlib.Path(name)]
        path = next((p for p in choices if p.exists()), None)
        if path is None:
            sys.exit(f"conformance: no case or folder {name!r}")
        files += sorted(path.rglob("*.yaml")) if path.is_dir() else [path]
    return files


def name_of(path):
    """`folder/case`, as later.txt spells it"""
    path = path.resolve()
    return str((path.relative_to(CASES) if path.is_relative_to(CASES) else path).with_suffix(""))


def mode_of(path):
    """the deployment mode that a case wants its server in"""
    named = re.search(r"^mode: (\w+)$", path.read_text(), re.MULTILINE)
    return named[1] if named else MODES[0]


@contextlib.contextmanager
def fixed_ports(files):
    """one conformance run at a time on this machine, if a case listens on a fixed port"""
    if not any(re.search(r"serve: |3946[13]|parts/(tool-server|relay)", f.read_text()) for f in files):
        yield
        return
    with open(pathlib.Path(tempfile.gettempdir()) / f"wireclip-conformance-{os.getuid()}.lock", "a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            print("waiting for another conformance run on this machine", flush=True)
            fcntl.flock(lock, fcntl.LOCK_EX)
        for port in FIXED_PORTS:
            with socket.socket() as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                try:
                    probe.bind(("127.0.0.1", port))
                except OSError as error:
                    sys.exit(f"conformance: port {port} is needed by cases, and is taken ({error.strerror})")
        yield


@contextlib.contextmanager
def fresh_database(url):
    """a new database beside the one that the URL names, dropped at the end"""
    if url is None:
        yield None
        return
    name = f"wireclip_conformance_{os.getpid()}"
    psql = ["psql", "--no-psqlrc", "--quiet", "--set", "ON_ERROR_STOP=1", url, "--command"]
    subprocess.run([*psql, f"create database {name}"], check=True)
    try:
        parts = urllib.parse.urlsplit(url)
        fresh = parts._replace(path=f"/{name}").geturl()
        # `urlsplit` drops the empty host of postgres:///name?host=/folder.
        yield fresh if parts.netloc else re.sub(r"^(\w+):/+", r"\1:///", fresh)
    finally:
        subprocess.run([*psql, f"drop database if exists {name} with (force)"], check=False)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def environment(having):
    """ours, less the settings of any other server, plus what the needs ask for"""
    env = {k: v for k, v in os.environ.items() if not k.startswith(("WIRECLIP_", "PAPERCLIP_"))}
    for need in having:
        for name, value in NEEDS[need].items():
            env[f"WIRECLIP_{name}"] = value
    return env


def wait_until_healthy(server, base, log):
    deadline = time.monotonic() + START_LIMIT_S
    while time.monotonic() < deadline:
        if server.poll() is not None:
            sys.exit(f"conformance: the server ended with {server.returncode} at its start:\n{tail(log)}")
        try:
            with urllib.request.urlopen(f"{base}/health", timeout=2) as answer:
                # The listener is open before the database is: such a server is healthy, and says so.
                if answer.status == 200 and json.load(answer).get("phase") == "ready":
                    return
        except (urllib.error.URLError, OSError, ValueError):
            pass
        time.sleep(0.1)
    sys.exit(f"conformance: not healthy within {START_LIMIT_S} s:\n{tail(log)}")


def tail(log, lines=30):
    return "\n".join(log.read_text(errors="replace").splitlines()[-lines:])


def stop(server, home):
    """asks, then kills, the server; then whatever still works in its home folder"""
    if server.poll() is None:
        server.send_signal(signal.SIGTERM)
        try:
            server.wait(STOP_LIMIT_S)
        except subprocess.TimeoutExpired:
            print(f"the server did not stop within {STOP_LIMIT_S} s", flush=True)
            server.kill()
            server.wait()
    left = [pid for pid in map(int, filter(str.isdigit, os.listdir("/proc"))) if pid != os.getpid() and belongs_to(pid, home)]
    for pid in left:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)
    if left:
        print(f"{len(left)} processes outlived the server and were killed", flush=True)


def belongs_to(pid, home):
    try:
        if os.readlink(f"/proc/{pid}/cwd").startswith(str(home)):
            return True
        return str(home).encode() in pathlib.Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def main():
    args = argparse.ArgumentParser(prog="conformance/run", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("binary", type=pathlib.Path, help="the wireclip program to run")
    args.add_argument("cases", nargs="*", help="folders or cases (folder/case); all if none is named")
    args.add_argument("--database-url", help="a PostgreSQL server on which to make a database for the run")
    args.add_argument("--having", action="append", choices=sorted(NEEDS), metavar="NEED",
                      help=f"start the server for cases with this need ({', '.join(NEEDS)}; all of them by default)")
    args.add_argument("--also-later", action="store_true", help="run the cases of later.txt, too")
    args.add_argument("--list", action="store_true", help="only print the names of the cases that would run")
    args.add_argument("--quiet", action="store_true", help="a line a case, without the differences")
    args.add_argument("--log", type=pathlib.Path, help="keep the server's log here")
    # Flags may stand before, between and after the cases.
    args = args.parse_intermixed_args()
    having = args.having or list(NEEDS)
    later, steps = (set(), {}) if args.also_later else later_work()
    files = [f for f in selected(args.cases) if name_of(f) not in later]
    if args.list:
        print("\n".join(map(name_of, files)))
        return 0
    binary = args.binary.resolve()
    if not os.access(binary, os.X_OK):
        sys.exit(f"conformance: {args.binary} is no program; build it first (cargo build)")
    for tool in ("python3", "git"):
        if not shutil.which(tool):
            sys.exit(f"conformance: {tool} must be on the PATH, because runs of the cases use it")

    code, passed, failed = 0, 0, 0
    with fixed_ports(files):
        for mode in MODES:
            of_mode = [f for f in files if mode_of(f) == mode]
            if of_mode:
                one = serve_and_replay(args, binary, mode, of_mode, having, steps)
                code, passed, failed = code or one[0], passed + one[1], failed + one[2]
    print(f"{passed} passed, {failed} failed")
    return code


def serve_and_replay(args, binary, mode, files, having, steps):
    """replays the cases for a deployment mode against a fresh server in it"""
    with fresh_database(args.database_url) as database, tempfile.TemporaryDirectory(prefix="wireclip-conformance-") as folder:
        home, port = pathlib.Path(folder) / "home", free_port()
        home.mkdir()
        log = args.log or pathlib.Path(folder) / "server.log"
        command = [binary, "serve", "--home", home, "--host", "127.0.0.1", "--port", str(port), "--mode", mode.removesuffix("_fresh"), "--on-shutdown", "stop"]
        if database:
            command += ["--database-url", database]
        base = f"http://127.0.0.1:{port}/api"
        with open(log, "a") as out:
            server = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, env=environment(having), cwd=folder, start_new_session=True)
        try:
            wait_until_healthy(server, base, log)
            code, passed, failed = replay(base, mode, files, having, args.quiet, steps)
            if server.poll() is not None:
                print(f"the server ended with {server.returncode} during the cases:\n{tail(log)}", flush=True)
                code = code or 1
        finally:
            stop(server, home)
    return code, passed, failed


def replay(base, mode, files, having, quiet, expected):
    """runs `conform`, passes its lines on, and returns its verdict less the expected steps"""
    needs = [part for need in having for part in ("--having", need)]
    command = [sys.executable, "-u", HERE / "conform", "check", "--base", base, "--mode", mode, *needs, *files]
    passed, failed, known, stopped = 0, 1, 0, None
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=CASES) as conform:
        for line in conform.stdout:
            line = line.replace(f"{CASES}/", "")
            if totals := re.fullmatch(r"(\d+) passed, (\d+) failed\n", line):
                passed, failed = map(int, totals.groups())
                continue
            step = re.fullmatch(r"FAIL (?:cases/)?(\S+)\.yaml: (.*)\n", line)
            if step and step[2] in expected.get(step[1], ()):
                known += 1
                line = f"later {step[1]}: {step[2]}\n"
            if (stop := re.match(r"STOP (\S+)\.yaml: ", line)) and STOPS in expected.get(stop[1], ()):
                stopped = stop[1]
            elif (end := re.fullmatch(r"FAIL (\S+)\.yaml: (\d+) of (\d+)\n", line)) and end[1] == stopped:
                known += int(end[3]) - int(end[2])
                line = f"later {stopped}: {end[2]} of {end[3]}\n"
            if not quiet or re.match(r"(ok|FAIL) .*: \d+ of \d+\n|later ", line):
                print(line, end="", flush=True)
    failed -= known
    return int(failed > 0), passed, failed


if __name__ == "__main__":
    # A supervisor that stops us with SIGTERM gets the same tidying up as Ctrl-C.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    sys.exit(main())

// Keeps the shell of the board, so that it opens without the server and says that it is offline.
//
// The page itself is asked for first, and given from here only if nobody answers; then its parts are given
// from here as well. As long as the server answers they come from the browser's own store, which is faster.
// The API is never answered from here: what the board knows from before is kept by its pages, which say how
// old it is.
const SHELL = "wireclip-shell";
const PAGE = "/";
const PARTS = "/assets/";
/** What a page needs besides, and is called the same in every build. */
const BESIDE = ["/theme.js", "/favicon.svg", "/manifest.webmanifest"];

/** Whether nobody answered when a page was last asked for. */
let isAway = false;

async function page(asked) {
  const shell = await caches.open(SHELL);
  try {
    const answer = await asked;
    isAway = false;
    if (isPage(answer)) await keepPage(shell, answer.clone());
    return answer;
  } catch (error) {
    const kept = await shell.match(PAGE);
    if (!kept) throw error;
    isAway = true;
    return kept;
  }
}

/** Whoever goes to a file, such as a picture, gets that, and it is no page. */
const isPage = (answer) => answer.ok && (answer.headers.get("content-type") ?? "").startsWith("text/html");

/** Every address of a page is answered with the same text. Another one belongs to another build. */
async function keepPage(shell, answer) {
  const [kept, now] = await Promise.all([
    shell.match(PAGE).then((old) => old?.text()),
    answer.clone().text(),
  ]);
  if (kept === now) return;
  const parts = await shell.keys();
  await Promise.all(parts.map((part) => shell.delete(part)));
  await shell.put(PAGE, answer);
}

async function part(request) {
  const shell = await caches.open(SHELL);
  return (await shell.match(request)) ?? fetch(request);
}

/** Keeps a page with all that it loaded before there was somebody to keep it. */
async function keep(parts) {
  await page(fetch(PAGE));
  const shell = await caches.open(SHELL);
  const all = [...parts, ...BESIDE];
  await Promise.allSettled(all.map(async (url) => (await shell.match(url)) ?? shell.add(url)));
}

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  // The page is asked for while this is still started.
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()]));
});

self.addEventListener("message", (event) => {
  if (event.data?.kind === "keep") event.waitUntil(keep(event.data.parts).catch(() => undefined));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    if (pathname.startsWith("/api/")) return;
    const preloaded = event.preloadResponse ?? Promise.resolve(undefined);
    event.respondWith(page(preloaded.then((answer) => answer ?? fetch(request))));
  } else if (isAway && (pathname.startsWith(PARTS) || BESIDE.includes(pathname))) {
    event.respondWith(part(request));
  }
});

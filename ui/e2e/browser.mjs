// A browser for looking at the board: pages in two sizes and two themes.
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const PLACES = [
  process.env.CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** What each page is asking for. */
const UNDERWAY = new WeakMap();

export const SIZES = {
  desktop: { viewport: { width: 1440, height: 900 } },
  /** For documents: finer, and less of it. */
  picture: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5 },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
};

export function launch() {
  const executablePath = PLACES.find((place) => place && existsSync(place));
  if (!executablePath) throw new Error("There is no Chromium here; CHROMIUM can say where it is.");
  return chromium.launch({ executablePath, args: ["--no-sandbox"] });
}

/** Opens a window and collects what goes wrong in it. */
export async function open(browser, address, { size = "desktop", theme = "light", language } = {}) {
  const context = await browser.newContext({
    ...SIZES[size],
    baseURL: address,
    colorScheme: theme,
    locale: "en-US",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  if (language)
    await page.addInitScript((word) => {
      localStorage.setItem("wireclip.look", JSON.stringify({ language: word }));
    }, language);
  const faults = [];
  const inFlight = new Set();
  UNDERWAY.set(page, inFlight);
  page.on("request", (request) => inFlight.add(request));
  page.on("requestfinished", (request) => inFlight.delete(request));
  page.on("requestfailed", (request) => inFlight.delete(request));
  page.on("framenavigated", (frame) => frame === page.mainFrame() && inFlight.clear());
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    // Answers that a server does not have yet are asked for once and done without.
    const isAnswer = message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !isAnswer) faults.push(message.text());
  });
  return { context, page, faults };
}

/** Waits until something is so, and fails with its name if it never is. */
export async function until(what, check, limit = 10_000) {
  const end = Date.now() + limit;
  for (;;) {
    if (await check()) return;
    if (Date.now() > end) throw new Error(`it never came about: ${what}`);
    await new Promise((go) => setTimeout(go, 25));
  }
}

/** Whether nothing is asked for, and the page has drawn what it knows and has nothing else to do. */
async function isQuiet(page) {
  const inFlight = UNDERWAY.get(page);
  if (inFlight.size > 0) return false;
  await page.evaluate(
    () =>
      new Promise((go) => requestIdleCallback(() => requestAnimationFrame(() => requestAnimationFrame(go)))),
  );
  const isMoving = await page.evaluate(() =>
    document
      .getAnimations()
      .some((one) => one.playState === "running" && one.effect?.getTiming().iterations === 1),
  );
  return inFlight.size === 0 && !isMoving;
}

/** Waits until the page has what it asked for, and shows it. */
export async function settle(page) {
  await page.waitForLoadState("domcontentloaded");
  await page.locator("h1").first().waitFor({ timeout: 15_000 });
  let quietFor = 0;
  await until(
    "the page is quiet",
    async () => {
      quietFor = (await isQuiet(page)) ? quietFor + 1 : 0;
      return quietFor === 2;
    },
    20_000,
  );
}

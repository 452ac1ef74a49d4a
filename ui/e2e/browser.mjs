// A browser for looking at the board: pages in two sizes and two themes.
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const PLACES = [
  process.env.CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

export const SIZES = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
};

export function launch() {
  const executablePath = PLACES.find((place) => place && existsSync(place));
  if (!executablePath) throw new Error("There is no Chromium here; CHROMIUM can say where it is.");
  return chromium.launch({ executablePath, args: ["--no-sandbox"] });
}

/** Opens a window and collects what goes wrong in it. */
export async function open(browser, address, { size = "desktop", theme = "light" } = {}) {
  const context = await browser.newContext({
    ...SIZES[size],
    baseURL: address,
    colorScheme: theme,
    locale: "en-US",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  const faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    // Answers that a server does not have yet are asked for once and done without.
    const isAnswer = message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !isAnswer) faults.push(message.text());
  });
  return { context, page, faults };
}

/** Waits until the page has asked for what it needs. */
export async function settle(page) {
  await page.waitForLoadState("domcontentloaded");
  await page.locator("h1").first().waitFor({ timeout: 15_000 });
  await page.waitForTimeout(700);
}

// Pictures of the main pages, of a company made for them: docs/screenshots/. A server with an empty home has
// to be there; `make screenshots` starts one.
import { mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { launch, open, settle, until } from "../e2e/browser.mjs";
import { foundDemo } from "../e2e/demo-company.mjs";

const address = process.env.WIRECLIP_ADDRESS ?? "http://127.0.0.1:3100";
const folder = fileURLToPath(new URL("../../docs/screenshots/", import.meta.url));
/** All of them together, in bytes: they lie in the repository. */
const MOST = 1_500_000;

const demo = await foundDemo(address);
const at = (path) => `/${demo.prefix}/${path}`;
const PICTURES = [
  ["dashboard", at("dashboard"), ["light", "dark"]],
  ["issues", at("issues"), ["light"]],
  ["board", at("issues?view=board"), ["light", "dark"]],
  ["issue", at(`issues/${demo.live}`), ["light", "dark"]],
  ["inbox", at("inbox/mine"), ["light"]],
  ["approval", at(`approvals/${demo.approval}`), ["light"]],
  ["run", at(`agents/${demo.failedAgent}/runs/${demo.failedRun}`), ["dark"]],
  ["agent", at(`agents/${demo.agent}/overview`), ["light"]],
  ["org", at("org"), ["light"]],
  ["costs", at("activity/costs"), ["light"]],
  ["dashboard", at("dashboard"), ["phone"]],
  ["issue", at(`issues/${demo.reviewed}`), ["phone"]],
];

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const browser = await launch();
const only = process.argv.slice(2);
for (const [name, path, looks] of PICTURES) {
  for (const look of looks) {
    if (only.length > 0 && !only.includes(name)) continue;
    const isPhone = look === "phone";
    const { context, page } = await open(browser, address, {
      size: isPhone ? "phone" : "picture",
      theme: isPhone ? "light" : look,
    });
    await page.goto(path);
    await settle(page);
    // The number beside the inbox comes last.
    await until("the inbox is counted", () => page.evaluate(() => /^\(\d+\)/.test(document.title))).catch(
      () => undefined,
    );
    await settle(page);
    // Chromium writes WebP over its own protocol only; Playwright has no such format.
    const session = await context.newCDPSession(page);
    const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 82 });
    await writeFile(`${folder}${name}-${look}.webp`, Buffer.from(data, "base64"));
    await context.close();
  }
}
await browser.close();

let total = 0;
for (const file of await readdir(folder)) total += (await stat(`${folder}${file}`)).size;
console.log(`${(total / 1000).toFixed(0)} kB of ${MOST / 1000} kB in docs/screenshots/`);
if (total > MOST) {
  console.error("The pictures are too large for a repository.");
  process.exit(1);
}

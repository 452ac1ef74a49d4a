// How the board behaves in a browser: what is shown while an answer is on its way, when it fails, when a
// change is slow or refused, when somebody else changes something, and when the line breaks.
//
// WIRECLIP_ADDRESS names the board. `npm run behaviour -- undo` runs those with that word in their name.
import assert from "node:assert/strict";
import { tests as answers } from "./behaviour/answers.mjs";
import { tests as documents } from "./behaviour/documents.mjs";
import { tests as issue } from "./behaviour/issue.mjs";
import { tests as lists } from "./behaviour/lists.mjs";
import { tests as people } from "./behaviour/people.mjs";
import { tests as runs } from "./behaviour/runs.mjs";
import { launch, open } from "./browser.mjs";
import { address } from "./stage.mjs";

const tests = { ...answers, ...documents, ...issue, ...lists, ...people, ...runs };
const browser = await launch();
const failed = [];
let passed = 0;
for (const [name, test] of Object.entries(tests)) {
  if (!process.argv.slice(2).every((word) => name.includes(word))) continue;
  const { context, page, faults } = await open(browser, address);
  page.setDefaultTimeout(10_000);
  try {
    await test({ page, context, browser });
    assert.deepEqual(
      faults.filter((fault) => !/WebSocket|ERR_INTERNET/.test(fault)),
      [],
    );
    passed += 1;
  } catch (error) {
    await page.screenshot({ path: `.tmp/pictures/failed-${failed.length}.png` }).catch(() => undefined);
    failed.push(`${name}\n  ${error.message.split("\n").slice(0, 6).join("\n  ")}`);
  }
  await context.close();
}
await browser.close();
if (failed.length > 0) console.error(failed.join("\n"));
console.log(`${passed} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 ? 1 : 0;

// There are words for what the server says, and for nothing else: its description of the API has reasons
// as plain text, so they are compared with the words in its source.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { agent } from "./en/agent";
import { reasons } from "./en/reasons";

const DOMAIN = fileURLToPath(new URL("../../../crates/domain/src/", `file://${import.meta.filename}`));
const OURS = new Set(["other", "other_do"]);

/** Every word in quotes, written as keys of the catalogue are. */
const spoken = new Set(
  readdirSync(DOMAIN, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".rs"))
    .flatMap((file) => [...readFileSync(`${DOMAIN}${file}`, "utf8").matchAll(/"(\w[\w.]+)"/g)])
    .map(([, word = ""]) => word.replaceAll(".", "_")),
);

const wordsWith = (keys: readonly string[], prefix: string) =>
  keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));

it("no reason has words that the server never gives", () => {
  const wakes = wordsWith(Object.keys(reasons), "wake_");
  const ends = wordsWith(Object.keys(reasons), "end_").map((word) => word.replace(/_do$/, ""));
  const refusals = wordsWith(Object.keys(agent), "skip_");
  const unknown = [...wakes, ...ends, ...refusals].filter((word) => !spoken.has(word) && !OURS.has(word));
  expect(unknown).toEqual([]);
});

it("every end has a sentence and what to do about it", () => {
  for (const word of wordsWith(Object.keys(reasons), "end_").filter((word) => !word.endsWith("_do")))
    expect(reasons, word).toHaveProperty(`end_${word}_do`);
});

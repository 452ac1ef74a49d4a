// Colours stand in the tokens and nowhere else.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const LITERAL = /#[0-9a-f]{3,8}\b(?![\w-])|\b(?:rgb|rgba|hsl|hsla|oklch|oklab|lab|lch)\(/i;
const ALLOWED = new Set(["src/styles/tokens.css", "src/styles/tokens.test.ts"]);

const files = readdirSync("src", { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(tsx?|css)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((file) => !ALLOWED.has(file) && !file.endsWith("schema.d.ts"));

it("no file has a colour of its own", () => {
  const found = files.filter((file) => LITERAL.test(readFileSync(file, "utf8")));
  expect(found).toEqual([]);
});

it("every file says what it is for", () => {
  const silent = files.filter((file) => !/^(\/\/|\/\*)/.test(readFileSync(file, "utf8")));
  expect(silent).toEqual([]);
});

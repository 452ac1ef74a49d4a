// Fails the build where the board grew beyond its budgets. Sizes are those of files as they are
// sent: compressed with brotli, fonts as they are.
import { readdir, readFile } from "node:fs/promises";
import { brotliCompressSync, constants } from "node:zlib";

const LIMITS = { shell: 170_000, page: 260_000, css: 25_000, fonts: 50_000 };
// Loaded when somebody asks for them, never with the first page.
const ON_USE = ["marked", "dompurify", "codemirror", "highlight.js", "d3-scale", "dagre", "mermaid"];

const dist = new URL("../dist/", import.meta.url);
const manifest = JSON.parse(await readFile(new URL("manifest.json", dist), "utf8"));
const sizes = new Map();

async function sentSize(file) {
  if (!sizes.has(file)) {
    const bytes = await readFile(new URL(file, dist));
    const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
    sizes.set(file, file.endsWith(".woff2") ? bytes.length : brotliCompressSync(bytes, options).length);
  }
  return sizes.get(file);
}

/** Everything that a file pulls in with it. */
function withImports(name, seen = new Set()) {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const next of manifest[name].imports ?? []) withImports(next, seen);
  return seen;
}

async function total(names, pick) {
  const files = new Set([...names].flatMap((name) => pick(manifest[name])));
  let sum = 0;
  for (const file of files) sum += await sentSize(file);
  return sum;
}

const scripts = (chunk) => (chunk.file.endsWith(".js") ? [chunk.file] : []);
const styles = (chunk) => chunk.css ?? [];
const entry = Object.keys(manifest).find((name) => manifest[name].isEntry);
const texts = Object.keys(manifest).filter((name) => name === "src/texts/en/index.ts");
const shellNames = new Set([entry, ...texts].flatMap((name) => [...withImports(name)]));
const faults = [];
const rows = [];

function hold(what, size, limit) {
  rows.push(`${(size / 1000).toFixed(1).padStart(7)} kB of ${limit / 1000} kB  ${what}`);
  if (size > limit) faults.push(`${what} is ${size} bytes, ${size - limit} too many.`);
}

hold("shell", await total(shellNames, scripts), LIMITS.shell);
const pages = Object.keys(manifest).filter((name) => /^src\/pages\/.*\.tsx$/.test(name));
for (const page of pages) {
  const names = new Set([...shellNames, ...withImports(page)]);
  hold(`with ${page}`, await total(names, scripts), LIMITS.page);
}
hold("styles", await total(Object.keys(manifest), styles), LIMITS.css);
const fonts = (await readdir(new URL("assets/", dist))).filter((file) => file.endsWith(".woff2"));
let fontSize = 0;
for (const font of fonts) fontSize += await sentSize(`assets/${font}`);
hold("fonts", fontSize, LIMITS.fonts);

const first = await Promise.all(
  [...shellNames]
    .flatMap((name) => scripts(manifest[name]))
    .map((file) => readFile(new URL(file, dist), "utf8")),
);
for (const name of ON_USE) {
  const loaded = [...shellNames].some((chunk) => chunk.includes(`/${name}`) || chunk === `_${name}`);
  if (loaded) faults.push(`${name} is loaded with the shell.`);
}
// The sanitiser gives itself away in any chunk.
if (first.some((text) => text.includes("ALLOWED_URI_REGEXP")))
  faults.push("dompurify is loaded with the shell.");

console.log(rows.join("\n"));
if (faults.length > 0) {
  console.error(faults.join("\n"));
  process.exit(1);
}

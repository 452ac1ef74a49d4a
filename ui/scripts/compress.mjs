// Puts a brotli and a gzip form beside every file of the built board, so that the server sends files
// as they are and compresses nothing while somebody waits.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

// What is compressed already, and what is too short to gain from it.
const TEXTS = /\.(css|html|js|json|mjs|svg|txt|wasm|webmanifest)$/;
const LEAST_BYTES = 512;

const dist = new URL("../dist/", import.meta.url);
const files = await readdir(dist, { recursive: true, withFileTypes: true });

async function compress(path) {
  const bytes = await readFile(path);
  if (bytes.length < LEAST_BYTES) return;
  const best = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  };
  const forms = [
    [".br", await promisify(brotliCompress)(bytes, best)],
    [".gz", await promisify(gzip)(bytes, { level: 9 })],
  ];
  for (const [ending, form] of forms)
    if (form.length < bytes.length) await writeFile(`${path}${ending}`, form);
}

const texts = files.filter((file) => file.isFile() && TEXTS.test(file.name));
await Promise.all(texts.map((file) => compress(`${file.parentPath}/${file.name}`)));

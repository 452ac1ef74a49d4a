// Writes the types of the API from the server's own description of it.
//
// `npm run generate` reads `openapi.json`; with WIRECLIP_ADDRESS set it first fetches that file
// anew from a running server, so that a change of the API shows as a change of this repository.
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";

const source = fileURLToPath(new URL("../openapi.json", import.meta.url));
const target = fileURLToPath(new URL("../src/api/schema.d.ts", import.meta.url));
const address = process.env.WIRECLIP_ADDRESS;

if (address) {
  const answer = await fetch(new URL("/api/openapi.json", address));
  if (!answer.ok) throw new Error(`The server answered ${answer.status} for its description.`);
  await writeFile(source, `${JSON.stringify(await answer.json(), null, 1)}\n`);
}

const description = JSON.parse(await readFile(source, "utf8"));

// The generator refuses two operations of one name, which are of no use to the client, and wants the
// names in a path said once more.
for (const [path, operations] of Object.entries(description.paths)) {
  const named = [...path.matchAll(/\{\*?(\w+)\}/g)].map(([, name]) => name);
  for (const operation of Object.values(operations)) {
    delete operation.operationId;
    operation.parameters ??= [];
    for (const name of named) {
      if (operation.parameters.some((known) => known.in === "path" && known.name === name)) continue;
      operation.parameters.push({ in: "path", name, required: true, schema: { type: "string" } });
    }
  }
}

const types = astToString(await openapiTS(description));
await writeFile(
  target,
  `// The types of the API. Written by \`npm run generate\`; not to be changed by hand.\n${types}`,
);

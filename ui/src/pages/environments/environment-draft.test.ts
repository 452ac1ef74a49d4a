// Kinds come from what the server can do, and a draft becomes a request.
import { expect, it } from "vitest";
import type { Environment, EnvironmentCapabilities } from "@/api/types";
import type { Translate } from "@/texts/locale";
import {
  EMPTY_ENVIRONMENT,
  environmentDraftOf,
  environmentRequest,
  fieldsOf,
  kindsOf,
} from "./environment-draft";

const t: Translate = (key) => key;
const capabilities = {
  drivers: { local: "supported", ssh: "supported", sandbox: "supported", plugin: "unsupported" },
  sandboxProviders: {
    daytona: {
      status: "supported",
      displayName: "Daytona",
      configSchema: { properties: { image: { type: "string" } } },
    },
    fake: { status: "unsupported", displayName: "Fake" },
  },
} as unknown as EnvironmentCapabilities;

it("offers what the server can make", () => {
  expect(kindsOf(capabilities, t).map((kind) => kind.value)).toEqual(["ssh", "sandbox:daytona"]);
});

it("has the fields of the kind", () => {
  expect(fieldsOf("ssh", capabilities, t)[0]).toMatchObject({ key: "host", isRequired: true });
  expect(fieldsOf("sandbox:daytona", capabilities, t).map((field) => field.key)).toEqual(["image"]);
  expect(fieldsOf("local", capabilities, t)).toEqual([]);
});

it("says the provider of a sandbox, both ways", () => {
  const draft = { ...EMPTY_ENVIRONMENT, name: " Box ", kind: "sandbox:daytona", config: { image: "a" } };
  const request = environmentRequest(draft);
  expect(request).toMatchObject({
    name: "Box",
    driver: "sandbox",
    config: { provider: "daytona", image: "a" },
  });
  expect(environmentDraftOf(request as unknown as Environment)).toMatchObject({
    kind: "sandbox:daytona",
    config: { image: "a" },
  });
});

it("keeps a key that is a secret, and sends only what changed", () => {
  const ref = { type: "secret_ref", secretId: "s" };
  const config = { host: "a", port: 22, knownHosts: null, privateKey: null, privateKeySecretRef: ref };
  const before = environmentDraftOf({
    name: "Box",
    driver: "ssh",
    config,
    envVars: {},
  } as unknown as Environment);
  expect(before.config).toEqual({ host: "a", port: 22, privateKey: ref });
  expect(environmentRequest({ ...before, config: { ...before.config, port: 23 } }, before).config).toEqual({
    port: 23,
  });
  expect(environmentRequest(before).config).toMatchObject({ privateKeySecretRef: ref });
  const pasted = { ...before, config: { ...before.config, privateKey: "KEY" } };
  expect(environmentRequest(pasted, before).config).toEqual({ privateKey: "KEY" });
});

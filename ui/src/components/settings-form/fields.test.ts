// Descriptions of settings become fields, and only what changed is sent.
import { describe, expect, it } from "vitest";
import { difference, fieldsOfAdapter, fieldsOfSchema, isKeptSecret, restOf } from "./fields";

describe("the fields of a form", () => {
  it("come from an adapter's list", () => {
    const [field] = fieldsOfAdapter([
      {
        key: "engine",
        label: "Engine",
        type: "select",
        default: "auto",
        options: [{ value: "cli", label: "CLI" }],
      },
      "nonsense",
      { label: "without a key" },
    ]);
    expect(field).toMatchObject({ key: "engine", kind: "choice", standard: "auto" });
    expect(fieldsOfAdapter(undefined)).toEqual([]);
  });

  it("come from a JSON Schema, what is required first", () => {
    const fields = fieldsOfSchema({
      type: "object",
      required: ["image"],
      properties: {
        cpu: { type: "number" },
        apiKey: { type: "string", format: "secret-ref", title: "API key" },
        size: { type: "number", enum: [1, 2] },
        keep: { type: "boolean" },
        image: { type: "string" },
        tags: { type: "array", items: { type: "string" } },
      },
    });
    expect(fields.map((field) => [field.key, field.kind])).toEqual([
      ["image", "text"],
      ["cpu", "number"],
      ["apiKey", "secret"],
      ["size", "choice"],
      ["keep", "switch"],
      ["tags", "lines"],
    ]);
    expect(fields[3]?.options?.[0]?.value).toBe(1);
  });

  it("leave the rest to be seen", () => {
    const fields = fieldsOfAdapter([{ key: "command", type: "text" }]);
    expect(restOf({ command: "sh", odd: 1 }, fields)).toEqual({ odd: 1 });
  });
});

it("only what changed is sent, with null for what was taken away", () => {
  expect(difference({ a: 1, b: [1], c: "x" }, { a: 1, b: [1, 2], d: true })).toEqual({
    b: [1, 2],
    c: null,
    d: true,
  });
  expect(difference({ a: null }, {})).toEqual({});
});

it("knows a secret that is kept", () => {
  expect(isKeptSecret({ type: "secret_ref", secretId: "1" })).toBe(true);
  expect(isKeptSecret({ type: "plain", value: "***REDACTED***" })).toBe(true);
  expect(isKeptSecret("text")).toBe(false);
});

// What differs between two configurations, setting by setting, down to single values.

export interface Difference {
  /** Where it stands: `adapterConfig.timeoutSec`. */
  path: string;
  from: unknown;
  to: unknown;
}

// A value with its kind beside it, as variables are kept, is one value.
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !("type" in value);

export function differences(from: unknown, to: unknown, path = ""): Difference[] {
  if (isObject(from) || isObject(to)) {
    const here = isObject(from) ? from : {};
    const there = isObject(to) ? to : {};
    const names = [...new Set([...Object.keys(here), ...Object.keys(there)])].sort();
    return names.flatMap((name) => differences(here[name], there[name], path ? `${path}.${name}` : name));
  }
  return JSON.stringify(from ?? null) === JSON.stringify(to ?? null) ? [] : [{ path, from, to }];
}

export const isNothing = (value: unknown): boolean => value === null || value === undefined;

/** A value on one line. */
export function written(value: unknown): string {
  if (typeof value === "object" && value !== null && "type" in value && "value" in value)
    return written(value.value);
  if (isNothing(value)) return "–";
  return typeof value === "string" ? value : JSON.stringify(value);
}

// A list as a map, made once for each list however many rows ask.

const made = new WeakMap<readonly object[], ReadonlyMap<string, object>>();

export function byId<T extends { id: string }>(list: readonly T[]): ReadonlyMap<string, T> {
  const known = made.get(list);
  if (known) return known as ReadonlyMap<string, T>;
  const map = new Map(list.map((one) => [one.id, one]));
  made.set(list, map);
  return map;
}

// What a list holds beyond the rows that are here, as the server says beside its answer.

export interface ListTotals {
  total: number;
  byStatus: Readonly<Record<string, number>>;
}

/** Reads the counts, written as `todo=3, done=4`; undefined from a server that does not count. */
export function readCounts(headers: Headers): ListTotals | undefined {
  const counts = headers.get("x-wireclip-counts");
  if (counts === null) return undefined;
  const pairs = counts.split(",").map((part) => part.trim().split("="));
  const byStatus = Object.fromEntries(pairs.map(([status = "", count]) => [status, Number(count)]));
  return { total: Number(headers.get("x-wireclip-total")), byStatus };
}

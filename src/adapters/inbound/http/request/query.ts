/** Reads a query in linear time, which `ctx.query` does not. */
export function readQuery(querystring: string): URLSearchParams {
  // Without the ?, URLSearchParams would drop a ? with which the query itself starts.
  return new URLSearchParams(`?${querystring}`);
}

/** The URL's search parameters as the router parses them: a string, or a list of strings for a repeated name. */
export type Search = Record<string, string | string[]>;

export function parseSearch(text: string): Search {
  const search: Search = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const earlier = search[name];
    search[name] =
      earlier === undefined ? value : Array.isArray(earlier) ? [...earlier, value] : [earlier, value];
  }
  return search;
}

/** The inverse of `parseSearch`, with its `?`. Empty strings, empty lists, null and undefined are omitted. */
export function stringifySearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== "") parameters.append(name, String(one));
    }
  }
  const text = parameters.toString();
  return text ? `?${text}` : "";
}

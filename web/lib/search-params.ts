/** The URL's search as the router sees it: a value is a string, a name that stands several times a list of strings. */
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

/** The reverse of `parseSearch`, with its `?`. Empty strings, empty lists, null and undefined are left out. */
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

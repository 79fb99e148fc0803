import { parseSearch, stringifySearch, type Search } from "../search-params.ts";

/** State of a history entry. Features add their own fields by declaration merging. */
export interface HistoryState {
  /** Key of the entry, under which its scroll position is stored. */
  readonly entry?: string;
}

/** The current location. `search` with its `?`, `hash` without its `#`. */
export type AppLocation = { pathname: string; search: string; hash: string; state: HistoryState };

/** A navigation target. Without `search` and `hash` the new URL has none. */
export type Target = {
  /** A path of paths.ts, with or without search and hash; `.` stays on the page. */
  to?: string;
  search?: Record<string, unknown> | ((now: Search) => Record<string, unknown>) | undefined;
  /** Without `#`; true preserves the current hash. */
  hash?: string | true | undefined;
  state?: HistoryState | ((now: HistoryState) => HistoryState) | undefined;
};

/** Parsed paths. Every link of a page resolves its own at each change of the URL. */
const parsedPaths = new Map<string, URL>();
const maxParsedPaths = 500;

function parsePath(path: string): URL {
  let url = parsedPaths.get(path);
  if (url) return url;
  if (parsedPaths.size === maxParsedPaths) parsedPaths.clear();
  url = new URL(path, "http://app");
  parsedPaths.set(path, url);
  return url;
}

/** Resolves `target` against the current location. */
export function locate(target: Target, now: AppLocation): AppLocation {
  const url = parsePath(target.to === undefined || target.to === "." ? now.pathname : target.to);
  const { search, hash, state } = target;
  return {
    pathname: url.pathname,
    search:
      search === undefined
        ? url.search
        : stringifySearch(typeof search === "function" ? search(parseSearch(now.search)) : search),
    hash: hash === true ? now.hash : (hash ?? url.hash.slice(1)),
    state: typeof state === "function" ? state(now.state) : (state ?? {}),
  };
}

/** The URL of a location, relative to the origin. */
export function hrefOf({ pathname, search, hash }: Omit<AppLocation, "state">): string {
  return pathname + search + (hash && `#${hash}`);
}

/** The parameters of `path` if it matches `pattern` (`/class/$classId`, `/@$username`), else null. */
export function matchPath(pattern: string, path: string): Record<string, string> | null {
  const names = pattern.split("/").filter(Boolean);
  const parts = path.split("/").filter(Boolean);
  if (names.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const part = parts[index] ?? "";
    const [before = "", parameter] = name.split("$");
    if (parameter === undefined) {
      if (name !== part) return null;
      continue;
    }
    if (!part.startsWith(before) || part === before) return null;
    try {
      params[parameter] = decodeURIComponent(part.slice(before.length));
    } catch {
      return null; // invalid percent-encoding: no URL of this app
    }
  }
  return params;
}

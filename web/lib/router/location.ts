import { parseSearch, stringifySearch, type Search } from "../search-params.ts";

/** What a history entry keeps besides its address. A feature adds its own by declaring this interface again. */
export interface HistoryState {
  /** The entry's own name, under which its scroll position is kept. */
  readonly entry?: string;
}

/** Where the app is. `search` with its `?`, `hash` without its `#`. */
export type AppLocation = { pathname: string; search: string; hash: string; state: HistoryState };

/** Where to go. Without `search` and `hash` the new address has none. */
export type Target = {
  /** A path of paths.ts, with or without search and hash; `.` stays on the page. */
  to?: string;
  search?: Record<string, unknown> | ((now: Search) => Record<string, unknown>);
  /** Without `#`; true keeps the present one. */
  hash?: string | true;
  state?: HistoryState | ((now: HistoryState) => HistoryState);
};

/** The location that `target` means when the app is at `now`. */
export function locate(target: Target, now: AppLocation): AppLocation {
  const url = new URL(target.to === undefined || target.to === "." ? now.pathname : target.to, "http://app");
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

/** The address of a location, below the origin. */
export function hrefOf({ pathname, search, hash }: Omit<AppLocation, "state">): string {
  return pathname + search + (hash && `#${hash}`);
}

/** The parameters of `path` when it has the form of `pattern` (`/class/$classId`, `/@$username`); null when it hasn't. */
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
      return null; // broken escapes: no address of ours
    }
  }
  return params;
}

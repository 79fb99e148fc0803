/**
 * The app's router: a list of pages, one at a time, each with code of its own. A page is shown once its code has come, within a
 * View Transition; the address changes with it. Links are in link.tsx, what components ask is in hooks.ts.
 */
import type { ComponentType } from "react";
import { flushSync } from "react-dom";
import type { RouteDefinition } from "../route.ts";
import { hrefOf, locate, matchPath, type AppLocation, type HistoryState, type Target } from "./location.ts";
import { keepScroll, restoreScroll, scrollToHash } from "./scroll.ts";

export type NavigateOptions = Target & {
  /** An address below the origin, instead of `to`, `search` and `hash`. */
  href?: string;
  /** Takes the place of the present history entry. */
  replace?: boolean;
  /** False leaves the page where it is scrolled. */
  resetScroll?: boolean;
};

/** What is on the screen. Without `route` nothing is at this address; without `Page` its code is coming, or didn't come (`error`). */
export type Shown = {
  location: AppLocation;
  route: RouteDefinition | null;
  params: Readonly<Record<string, string>>;
  Page: ComponentType | null;
  error: unknown;
};

type Resolved = { pathChanged: boolean };
type Arrival = "push" | "replace" | "pop";

export class Router {
  readonly #routes: readonly RouteDefinition[];
  readonly #redirects: Readonly<Record<string, string>>;
  readonly #isCalm: boolean;
  readonly #pages = new Map<RouteDefinition, ComponentType>();
  readonly #loading = new Map<RouteDefinition, Promise<ComponentType>>();
  readonly #listeners = new Set<() => void>();
  readonly #resolvedListeners = new Set<(resolved: Resolved) => void>();
  #shown: Shown;
  #latest = 0;

  /** `redirects`: from path to path. `isCalm`: the person asked for less motion, so that pages change without a transition. */
  constructor(options: {
    routes: readonly RouteDefinition[];
    redirects: Readonly<Record<string, string>>;
    isCalm: boolean;
  }) {
    this.#routes = options.routes;
    this.#redirects = options.redirects;
    this.#isCalm = options.isCalm;
    const location = this.#redirected(readLocation());
    const found = this.#match(location.pathname);
    this.#shown = {
      location,
      route: found?.route ?? null,
      params: found?.params ?? {},
      Page: null,
      error: null,
    };
  }

  /** Begins at the window's address. Ends once the first page's code has come or failed. Call it once. */
  async start(): Promise<void> {
    history.scrollRestoration = "manual";
    addEventListener("popstate", (event) => {
      // Following a fragment (the skip link) is the browser's own business: it has scrolled and moved the focus already.
      if (event.state === null) this.#adoptFragment();
      else void this.#go(readLocation(), "pop", { smoothly: !event.hasUAVisualTransition });
    });
    addEventListener("pagehide", () => this.#keepScroll());
    const location = readLocation();
    await this.#go(location, "replace", { smoothly: false, resetScroll: false });
    const { entry } = location.state;
    requestAnimationFrame(() =>
      entry ? restoreScroll(entry) : location.hash && scrollToHash(location.hash),
    );
  }

  /** A stable object until another page, or another address, is shown. */
  get shown(): Shown {
    return this.#shown;
  }

  /** Calls `listener` whenever `shown` changes. Returns the way to stop. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Calls `listener` after each change, once it is on the screen. Returns the way to stop. */
  onResolved(listener: (resolved: Resolved) => void): () => void {
    this.#resolvedListeners.add(listener);
    return () => this.#resolvedListeners.delete(listener);
  }

  /** Goes to a page; ends once it is shown, or another navigation has overtaken it. */
  navigate = async (options: NavigateOptions): Promise<void> => {
    const { href, replace = false, resetScroll = true } = options;
    const target =
      href === undefined ? options : { to: href, ...(options.state ? { state: options.state } : {}) };
    const location = locate(target, this.#shown.location);
    const isSame = hrefOf(location) === hrefOf(this.#shown.location);
    await this.#go(location, replace || isSame ? "replace" : "push", { smoothly: true, resetScroll });
  };

  /** Fetches the code of the page at `href`, because somebody is about to go there. A failure is met when they do. */
  preload(href: string): void {
    const found = this.#match(new URL(href, location.origin).pathname);
    if (found) void this.#load(found.route).catch(() => undefined);
  }

  /** Tries again what `shown.error` stopped. */
  async retry(): Promise<void> {
    await this.#go(this.#shown.location, "replace", { smoothly: false, resetScroll: false });
  }

  async #go(
    asked: AppLocation,
    arrival: Arrival,
    { smoothly, resetScroll = true }: { smoothly: boolean; resetScroll?: boolean },
  ): Promise<void> {
    const turn = ++this.#latest;
    const location = this.#redirected(asked);
    const found = this.#match(location.pathname);
    let Page: ComponentType | null = found ? (this.#pages.get(found.route) ?? null) : null;
    let error: unknown = null;
    if (found && !Page) {
      try {
        Page = await this.#load(found.route);
      } catch (reason) {
        error = reason;
      }
      if (turn !== this.#latest) return;
    }
    const pathChanged = location.pathname !== this.#shown.location.pathname;
    const show = (): void => {
      if (arrival !== "pop") this.#write(location, arrival);
      const state = readState();
      this.#shown = {
        location: { ...location, state },
        route: found?.route ?? null,
        params: found?.params ?? {},
        Page,
        error,
      };
      flushSync(() => {
        for (const listener of this.#listeners) listener();
      });
      if (!resetScroll) return;
      if (arrival === "pop" && state.entry) restoreScroll(state.entry);
      else scrollToHash(location.hash);
    };
    this.#keepScroll();
    if (smoothly && pathChanged && !this.#isCalm) await inTransition(show);
    else show();
    for (const listener of this.#resolvedListeners) listener({ pathChanged });
  }

  #redirected(location: AppLocation): AppLocation {
    const pathname = this.#redirects[location.pathname];
    return pathname ? { ...location, pathname } : location;
  }

  #match(pathname: string): { route: RouteDefinition; params: Record<string, string> } | null {
    for (const route of this.#routes) {
      const params = matchPath(route.path, pathname);
      if (params) return { route, params };
    }
    return null;
  }

  #load(route: RouteDefinition): Promise<ComponentType> {
    const begun = this.#loading.get(route);
    if (begun) return begun;
    const loading = route.page().then(
      ({ Page }) => {
        this.#pages.set(route, Page);
        return Page;
      },
      (error: unknown) => {
        this.#loading.delete(route);
        throw error;
      },
    );
    this.#loading.set(route, loading);
    return loading;
  }

  #write(location: AppLocation, arrival: "push" | "replace"): void {
    const entry = (arrival === "replace" ? readState().entry : undefined) ?? crypto.randomUUID();
    history[arrival === "push" ? "pushState" : "replaceState"](
      { ...location.state, entry },
      "",
      hrefOf(location),
    );
  }

  #adoptFragment(): void {
    history.replaceState({ entry: crypto.randomUUID() }, "");
    this.#shown = { ...this.#shown, location: readLocation() };
    for (const listener of this.#listeners) listener();
  }

  #keepScroll(): void {
    const { entry } = this.#shown.location.state;
    if (entry) keepScroll(entry);
  }
}

/** Ends once `show` has run. The transition itself may be skipped: a hidden tab, a browser without it, another one in its way. */
async function inTransition(show: () => void): Promise<void> {
  if (!("startViewTransition" in document) || document.visibilityState === "hidden") return show();
  const transition = document.startViewTransition(show);
  transition.ready.catch(() => undefined);
  transition.finished.catch(() => undefined);
  await transition.updateCallbackDone;
}

function readLocation(): AppLocation {
  const { pathname, search, hash } = window.location;
  return { pathname, search, hash: hash.slice(1), state: readState() };
}

function readState(): HistoryState {
  const state: unknown = history.state;
  return typeof state === "object" && state !== null ? state : {};
}

/**
 * The app's router: one page at a time, each with its own chunk. A page is shown once its code has loaded,
 * within a View Transition.
 * The URL changes with it. Links are in link.tsx, hooks in hooks.ts.
 */
import type { ComponentType } from "react";
import { flushSync } from "react-dom";
import { routeCodeAttribute } from "../../../contract/boot.ts";
import { wakeSound } from "../wake-sound.ts";
import "../start-state.ts";
import type { PageModule, RouteDefinition, SendQuery } from "../route.ts";
import { hrefOf, locate, matchPath, type AppLocation, type HistoryState, type Target } from "./location.ts";
import { keepScroll, restoreScroll, scrollToHash } from "./scroll.ts";

export type NavigateOptions = Target & {
  /** A URL below the origin, instead of `to`, `search` and `hash`. */
  href?: string;
  /** Replaces the current history entry. */
  replace?: boolean | undefined;
  /** False preserves the scroll position. */
  resetScroll?: boolean | undefined;
};

/**
 * The current page. Without `route` no route matches the URL; without `Page` its code is loading, or failed
 * to load (`error`).
 */
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
  readonly #pages = new Map<RouteDefinition, PageModule>();
  readonly #loading = new Map<RouteDefinition, Promise<PageModule>>();
  readonly #loadErrors = new Set<unknown>();
  readonly #listeners = new Set<() => void>();
  readonly #resolvedListeners = new Set<(resolved: Resolved) => void>();
  #shown: Shown;
  #latest = 0;
  #send: SendQuery | null = null;

  /**
   * `redirects`: from path to path. `isCalm`: reduced motion, so that pages change without a transition. `first`: on a server, which has no
   * window, the page to render.
   */
  constructor(options: {
    routes: readonly RouteDefinition[];
    redirects: Readonly<Record<string, string>>;
    isCalm: boolean;
    first?: { pathname: string; Page: ComponentType };
  }) {
    this.#routes = options.routes;
    this.#redirects = options.redirects;
    this.#isCalm = options.isCalm;
    const { first } = options;
    const location = first
      ? { pathname: first.pathname, search: "", hash: "", state: {} }
      : this.#redirected(readLocation());
    const found = this.#match(location.pathname);
    this.#shown = {
      location,
      route: found?.route ?? null,
      params: found?.params ?? {},
      Page: first?.Page ?? null,
      error: null,
    };
  }

  /**
   * Starts at the window's URL, or goes on from it to `next`. Resolves once the first page's code has loaded or failed. Call it once.
   */
  async start(next?: NavigateOptions): Promise<void> {
    history.scrollRestoration = "manual";
    addEventListener("popstate", (event) => {
      // The browser handles fragment links such as the skip link: it has already scrolled and moved the
      // focus.
      if (event.state === null) this.#adoptFragment();
      else void this.#go(readLocation(), "pop", { smoothly: !event.hasUAVisualTransition });
    });
    addEventListener("pagehide", () => this.#storeScroll());
    const location = readLocation();
    if (next) {
      this.#write(location, "replace");
      this.#shown = { ...this.#shown, location: readLocation() };
      return this.navigate(next);
    }
    await this.#go(location, "replace", { smoothly: false, resetScroll: false });
    const { entry } = location.state;
    requestAnimationFrame(() =>
      entry ? restoreScroll(entry) : location.hash && scrollToHash(location.hash),
    );
  }

  /** Referentially stable until another page or URL is shown. */
  get shown(): Shown {
    return this.#shown;
  }

  /** Calls `listener` when `shown` changes. Returns an unsubscribe function. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Calls `listener` after each change has been rendered. Returns an unsubscribe function. */
  onResolved(listener: (resolved: Resolved) => void): () => void {
    this.#resolvedListeners.add(listener);
    return () => this.#resolvedListeners.delete(listener);
  }

  /**
   * Navigates to a page. Resolves once the page is shown or another navigation has replaced this one. A target that starts a class wakes
   * the sound at once: call it within the press.
   */
  navigate = async (options: NavigateOptions): Promise<void> => {
    const { href, replace = false, resetScroll = true } = options;
    const target = href === undefined ? options : { to: href, state: options.state };
    const location = locate(target, this.#shown.location);
    if (location.state.starts) wakeSound();
    const isSame = hrefOf(location) === hrefOf(this.#shown.location);
    await this.#go(location, replace || isSame ? "replace" : "push", { smoothly: true, resetScroll });
  };

  /** Preloads the page at `href`: its code, and its queries if it has `prefetch`. A failure is handled by the later navigation. */
  preload(href: string): void {
    const found = this.#match(new URL(href, location.origin).pathname);
    if (!found) return;
    this.#load(found.route).then(
      ({ prefetch }) => this.#send && prefetch?.(this.#send, found.params),
      () => undefined,
    );
  }

  /** Whether the code of a page failed to load with `error`, in a navigation or ahead of it. */
  isLoadError(error: unknown): boolean {
    return this.#loadErrors.has(error);
  }

  /** Lets `preload` send queries with `send`. */
  prefetchWith(send: SendQuery): void {
    this.#send = send;
  }

  /** Retries after `shown.error`. */
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
    let page = found ? (this.#pages.get(found.route) ?? null) : null;
    let error: unknown = null;
    if (found && !page) {
      try {
        page = await this.#load(found.route);
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
        Page: page?.Page ?? null,
        error,
      };
      flushSync(() => {
        for (const listener of this.#listeners) listener();
      });
      if (!resetScroll) return;
      if (arrival === "pop" && state.entry) restoreScroll(state.entry);
      else scrollToHash(location.hash);
    };
    this.#storeScroll();
    if (pathChanged && page?.beforeShow) {
      page.beforeShow(found?.params ?? {});
      show();
    } else if (smoothly && pathChanged && !this.#isCalm) await inTransition(show);
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

  #load(route: RouteDefinition): Promise<PageModule> {
    const begun = this.#loading.get(route);
    if (begun) return begun;
    preloadAll(route);
    const loading = route.page().then(
      (module) => {
        this.#pages.set(route, module);
        return module;
      },
      (error: unknown) => {
        this.#loading.delete(route);
        this.#loadErrors.add(error);
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

  #storeScroll(): void {
    const { entry } = this.#shown.location.state;
    if (entry) keepScroll(entry);
  }
}

/** Preloads what the page's code would import only when it has loaded itself. */
function preloadAll({ path }: RouteDefinition): void {
  for (const { content } of document.querySelectorAll<HTMLTemplateElement>(
    `template[${routeCodeAttribute}="${path}"]`,
  ))
    document.head.append(content);
}

/**
 * Resolves once `show` has run. The transition may be skipped: a hidden tab, no browser support, or a
 * concurrent transition.
 */
async function inTransition(show: () => void): Promise<void> {
  if (!("startViewTransition" in document) || document.hidden) return show();
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

import { createContext, use, useMemo, useSyncExternalStore } from "react";
import { parseSearch, type Search } from "../search-params.ts";
import type { AppLocation } from "./location.ts";
import type { Router, Shown } from "./router.ts";

export const RouterContext = createContext<Router | null>(null);

/** The router. @throws outside the app. */
export function useRouter(): Router {
  const router = use(RouterContext);
  if (!router) throw new Error("No RouterContext");
  return router;
}

/** The current route and page. */
export function useShown(): Shown {
  const router = useRouter();
  const read = () => router.shown;
  return useSyncExternalStore(router.subscribe, read, read);
}

/**
 * The current location, or the value that `select` picks from it. The value is stable while nothing it
 * depends on changes.
 */
export function useLocation(): AppLocation;
export function useLocation<T>(options: { select: (location: AppLocation) => T }): T;
export function useLocation<T>(options?: { select: (location: AppLocation) => T }): AppLocation | T {
  const router = useRouter();
  const read = () => (options ? options.select(router.shown.location) : router.shown.location);
  return useSyncExternalStore<AppLocation | T>(router.subscribe, read, read);
}

/** Navigates to a page; can be awaited. The function is stable. */
export function useNavigate(): Router["navigate"] {
  return useRouter().navigate;
}

/** The path parameters of the page. */
export function useParams(): Readonly<Partial<Record<string, string>>> {
  return useShown().params;
}

/** The search parameters of the page's URL. The object is stable while they don't change. */
export function useSearch(): Readonly<Search> {
  const text = useLocation({ select: ({ search }) => search });
  return useMemo(() => parseSearch(text), [text]);
}

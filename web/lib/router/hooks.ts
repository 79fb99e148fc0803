import { createContext, use, useMemo, useSyncExternalStore } from "react";
import { parseSearch, type Search } from "../search-params.ts";
import type { AppLocation } from "./location.ts";
import type { Router, Shown } from "./router.ts";

export const RouterContext = createContext<Router | null>(null);

/** The router. @throws outside the app. */
export function useRouter(): Router {
  const router = use(RouterContext);
  if (!router) throw new Error("useRouter() needs a RouterContext above it");
  return router;
}

/** What is on the screen. */
export function useShown(): Shown {
  const router = useRouter();
  return useSyncExternalStore(router.subscribe, () => router.shown);
}

/** The present location, or what `select` takes of it: a value that is equal as long as nothing it depends on changes. */
export function useLocation(): AppLocation;
export function useLocation<T>(options: { select: (location: AppLocation) => T }): T;
export function useLocation<T>(options?: { select: (location: AppLocation) => T }): AppLocation | T {
  const router = useRouter();
  return useSyncExternalStore<AppLocation | T>(router.subscribe, () =>
    options ? options.select(router.shown.location) : router.shown.location,
  );
}

/** Goes to a page, `await`ing it if need be; always the same function. */
export function useNavigate(): Router["navigate"] {
  return useRouter().navigate;
}

/** The parameters of the page's path. */
export function useParams(): Readonly<Partial<Record<string, string>>> {
  return useShown().params;
}

/** The search of the page's address; always the same object as long as it doesn't change. */
export function useSearch(): Readonly<Search> {
  const text = useLocation({ select: ({ search }) => search });
  return useMemo(() => parseSearch(text), [text]);
}

import { patterns } from "../../lib/paths.ts";
import type { RouteDefinition } from "../../lib/route.ts";

export const routes: RouteDefinition[] = [
  {
    path: patterns.saved,
    page: () => import("./pages/saved-page.tsx"),
    firstQuery: {
      operationName: "SavedClasses",
      variables: { filter: "all", sort: "dateSaved", direction: "desc", first: 24, after: null },
    },
  },
  {
    path: patterns.playlists,
    page: () => import("./pages/playlists-page.tsx"),
    firstQuery: { operationName: "Playlists", variables: {} },
  },
  {
    path: patterns.playlist,
    page: () => import("./pages/playlist-page.tsx"),
    firstQuery: { operationName: "Playlist", variables: { id: { param: "id" } } },
  },
  { path: patterns.sharedPlaylist, page: () => import("./pages/playlist-page.tsx") },
  // Its week depends on the device's time zone, which the server doesn't know before.
  { path: patterns.plan, page: () => import("./pages/plan-page.tsx") },
];

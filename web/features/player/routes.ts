import { patterns } from "../../lib/paths.ts";
import type { RouteDefinition } from "../../lib/route.ts";

export const routes: RouteDefinition[] = [
  {
    path: patterns.player,
    page: () => import("./pages/player-page.tsx"),
    chrome: "none",
    parts: [
      // For the query of the class.
      ["../../graphql/urql-client.ts"],
      // For the count-in.
      ["./controls/player-screen.tsx", "./engine/player.ts"],
      ["./engine/hls-engine.ts"],
    ],
  },
  { path: patterns.remote, page: () => import("./pages/remote-page.tsx"), chrome: "none" },
  { path: patterns.onDevice, page: () => import("./pages/downloads-page.tsx") },
  { path: patterns.beat, page: () => import("./pages/beat-page.tsx") },
  { path: patterns.classFigures, page: () => import("./pages/figures-page.tsx") },
  { path: patterns.loops, page: () => import("./pages/loops-page.tsx") },
];

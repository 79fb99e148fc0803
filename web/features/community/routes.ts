import { patterns } from "../../lib/paths.ts";
import type { RouteDefinition } from "../../lib/route.ts";

export const routes: RouteDefinition[] = [
  {
    path: patterns.feed,
    page: () => import("./pages/feed-page.tsx"),
    firstQuery: {
      operationName: "Feed",
      variables: { following: null, style: { search: "style" }, username: null, after: null },
    },
  },
  {
    path: patterns.post,
    page: () => import("./pages/post-page.tsx"),
    firstQuery: { operationName: "PostPage", variables: { id: { param: "id" } } },
  },
  { path: patterns.upload, page: () => import("./uploads/upload-page.tsx") },
  {
    path: patterns.video,
    page: () => import("./pages/video-page.tsx"),
    firstQuery: { operationName: "Video", variables: { id: { param: "id" } } },
  },
  { path: patterns.moderation, page: () => import("./moderation/moderation-page.tsx") },
];

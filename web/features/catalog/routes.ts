import { patterns } from "../../lib/paths.ts";
import type { RouteDefinition } from "../../lib/route.ts";

export const routes: RouteDefinition[] = [
  {
    path: patterns.library,
    page: () => import("./pages/library-page.tsx"),
    firstQuery: { operationName: "Library", variables: {} },
  },
  {
    path: patterns.category,
    page: () => import("./pages/category-page.tsx"),
    firstQuery: { operationName: "CategoryPage", variables: {} },
  },
  {
    path: patterns.studioClass,
    page: () => import("./pages/class-page.tsx"),
    firstQuery: { operationName: "ClassPage", variables: { id: { param: "classId" } } },
  },
  {
    path: patterns.studioLibrary,
    page: () => import("./pages/studio-library-page.tsx"),
    firstQuery: { operationName: "StudioLibrary", variables: {} },
  },
  {
    path: patterns.instructor,
    page: () => import("./pages/instructor-page.tsx"),
    firstQuery: { operationName: "InstructorPage", variables: { slug: { param: "slug" } } },
  },
  {
    path: patterns.draft,
    page: () => import("./pages/draft-page.tsx"),
    firstQuery: { operationName: "SharedDraft", variables: { token: { param: "token" } } },
  },
  { path: patterns.following, page: () => import("./pages/following-page.tsx") },
  {
    path: patterns.songs,
    page: () => import("./songs/songs-page.tsx"),
  },
  {
    path: patterns.song,
    page: () => import("./songs/song-page.tsx"),
    firstQuery: { operationName: "SongPage", variables: { slug: { param: "slug" } } },
  },
  { path: patterns.studioSongs, page: () => import("./songs/studio-songs-page.tsx") },
  { path: patterns.instructorClasses, page: () => import("./managing/classes-page.tsx") },
  { path: patterns.videoImport, page: () => import("./video-import/video-import-page.tsx") },
  // Precedes the parameterized route: a class can't have the slug `new`.
  { path: patterns.newClass, page: () => import("./editor/edit-class-page.tsx") },
  { path: patterns.editClass, page: () => import("./editor/edit-class-page.tsx") },
];

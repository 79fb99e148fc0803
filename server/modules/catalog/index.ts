export { classLoader, findClass } from "./classes.ts";
export { instructorBySlug } from "./library.ts";
export { thumbnailUrl } from "./pictures.ts";
export type { ClassRow, TempoSpan } from "./store.ts";

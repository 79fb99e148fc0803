export { classLoader, findClass } from "./classes.ts";
export { thumbnailUrl } from "./pictures.ts";
export type { ClassRow, TempoSpan } from "./store.ts";

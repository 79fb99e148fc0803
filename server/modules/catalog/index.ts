export { classLoader, findClass } from "./classes.ts";
export { instructorBySlug } from "./library.ts";
export { pictureWidths, thumbnailUrl } from "./pictures.ts";
export type { ClassRow, TempoSpan } from "./store.ts";
export { notePreparation, seedCatalogue } from "./seed.ts";

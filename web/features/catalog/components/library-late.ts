/** What the library shows after its first view, as one chunk. */
export { ChildLibrary } from "./child-library.tsx";
export { LibraryFields } from "./filter-chips.tsx";
export { LibraryStart } from "./library-start.tsx";
export { NamedChips } from "./named-chips.tsx";
export { NothingFound } from "./nothing-found.tsx";
export { SearchReading } from "./search-reading.tsx";
export { StyleFollow } from "./style-follow.tsx";

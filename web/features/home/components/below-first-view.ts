/** What the home page loads together, after its first view. */
export { CategoryBand } from "./category-card.tsx";
export { CategoryRail } from "./category-rail.tsx";
export { SectionIndex } from "./section-index.tsx";
export { ShortClasses } from "./short-classes.tsx";

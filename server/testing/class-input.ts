/** A class as editors enter it. The style and the instructor, by their slugs, must be in the library. */
export const classInput = {
  title: "First shuffle",
  description: "Two eights.",
  level: "beginner",
  type: "choreography",
  accessType: "free",
  isExplicit: false,
  energy: "steady",
  space: "steps",
  usesFloor: false,
  style: "house",
  instructor: "demo-kofi",
  section: "learn",
  categories: [] as string[],
  parts: [] as object[],
};

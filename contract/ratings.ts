/** How hard a class was, as its dancers say. The values are stored, so they never change. */
export const difficulties = ["too_easy", "right", "too_hard"] as const;
export type Difficulty = (typeof difficulties)[number];

/** Share of a class's distinct time that a person must have danced before they can rate it. */
export const ratingShare = 0.5;

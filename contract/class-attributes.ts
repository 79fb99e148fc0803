/** Values of the attributes of a class. They are stored and part of URLs, so they never change. */
export const levels = ["absolute-beginner", "beginner", "intermediate", "advanced"] as const;
export const classTypes = ["choreography", "foundations", "drill", "workout", "wellness", "party"] as const;
export const energies = ["gentle", "steady", "high"] as const;
export const spaces = ["spot", "steps", "room"] as const;

export type Level = (typeof levels)[number];
export type ClassType = (typeof classTypes)[number];
export type Energy = (typeof energies)[number];
export type Space = (typeof spaces)[number];

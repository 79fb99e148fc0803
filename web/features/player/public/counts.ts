/** Counts and eights of a class, for pages beside the player. */
export { countAt, createBeatGrid, moveByCounts, type BeatGrid } from "../engine/beat-grid.ts";

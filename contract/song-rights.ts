/** What a studio knows of its right to use a song. Stored, so a value never changes. */
export const songRights = ["licensed", "own", "royalty_free", "unclear"] as const;
export type SongRights = (typeof songRights)[number];

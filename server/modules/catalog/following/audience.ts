/** Whom the publishing of a class can tell. */
export const notifiedAudiences = ["followers", "everyone"] as const;
/** Whom the publishing of a class tells: of everyone, those who can open it, and followers. */
export const releaseAudiences = ["no_one", ...notifiedAudiences] as const;
export type ReleaseAudience = (typeof releaseAudiences)[number];

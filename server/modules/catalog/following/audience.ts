/** Whom the publishing of a class tells: of everyone, those who can open it, and followers. */
export const releaseAudiences = ["no_one", "followers", "everyone"] as const;
export type ReleaseAudience = (typeof releaseAudiences)[number];

/** The legal pages that a studio publishes, in the order of the footer. */
export const legalPageKinds = ["imprint", "privacy", "terms", "rules"] as const;
export type LegalPageKind = (typeof legalPageKinds)[number];

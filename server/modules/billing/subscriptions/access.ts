/** What a class or a plan may ask for or give, from least to most. */
export const accessTypes = ["free", "basic", "standard", "premium"] as const;
export type AccessType = (typeof accessTypes)[number];

/** Where an access type stands: a class plays when the person's rank is at least the class's. */
export function rankOf(accessType: AccessType): number {
  return accessTypes.indexOf(accessType);
}

/** Access types of classes and plans, in ascending order. */
export const accessTypes = ["free", "basic", "standard", "premium"] as const;
export type AccessType = (typeof accessTypes)[number];

/** Rank of an access type. A class plays if the person's rank is at least the class's. */
export function rankOf(accessType: AccessType): number {
  return accessTypes.indexOf(accessType);
}

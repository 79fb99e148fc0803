import { afro } from "./styles/afro.ts";
import { contemporary } from "./styles/contemporary.ts";
import { family } from "./styles/family.ts";
import { fitness } from "./styles/fitness.ts";
import { heels } from "./styles/heels.ts";
import { hipHop } from "./styles/hip-hop.ts";
import { house } from "./styles/house.ts";
import { latin } from "./styles/latin.ts";
import { wellness } from "./styles/wellness.ts";
import type { Eight, StyleMovement } from "./types.ts";

/** All movement styles, by slug. */
export const MOVEMENTS = {
  "hip-hop": hipHop,
  house,
  afro,
  latin,
  contemporary,
  heels,
  wellness,
  fitness,
  family,
} satisfies Record<string, StyleMovement>;
export type MovementSlug = keyof typeof MOVEMENTS;

/**
 * Finds an eight of a style.
 * @throws Error if the style doesn't have it
 */
export const eightOf = (movement: StyleMovement, slug: string): Eight => {
  const found = movement.eights.find((e) => e.slug === slug);
  if (!found) throw new Error(`${movement.slug} has no eight "${slug}"`);
  return found;
};

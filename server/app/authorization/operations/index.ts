import type { RootType } from "../check.ts";
import type { Operation, Operations } from "../rules.ts";
import { billing } from "./billing.ts";
import { choices } from "./choices.ts";
import { classImages } from "./class-images.ts";
import { community } from "./community.ts";
import { giftCards } from "./gift-cards.ts";
import { experiments } from "./experiments.ts";
import { identity } from "./identity.ts";
import { landing } from "./landing.ts";
import { legalPages } from "./legal-pages.ts";
import { messages } from "./messages.ts";
import { libraryEntries } from "./library-entries.ts";
import { managedClasses } from "./managed-classes.ts";
import { ownPrices } from "./own-prices.ts";
import { practice } from "./practice.ts";
import { seeAs } from "./see-as.ts";
import { songs } from "./songs.ts";
import { sourceVideos } from "./source-videos.ts";
import { studio } from "./studio.ts";
import { memberImport } from "./member-import.ts";
import { studioExport } from "./studio-export.ts";
import { couponBatches } from "./coupon-batches.ts";
import { students } from "./students.ts";
import { videoImport } from "./video-import.ts";

const declared: readonly Operations[] = [
  identity,
  billing,
  giftCards,
  ownPrices,
  couponBatches,
  students,
  community,
  practice,
  choices,
  experiments,
  seeAs,
  studio,
  classImages,
  managedClasses,
  memberImport,
  studioExport,
  landing,
  legalPages,
  messages,
  libraryEntries,
  songs,
  sourceVideos,
  videoImport,
];

/** The declared rules of a root type, by field. @throws when a field is declared twice */
export function rulesOf(root: RootType): ReadonlyMap<string, readonly Operation[]> {
  const found = new Map<string, readonly Operation[]>();
  for (const operations of declared)
    for (const [name, rules] of Object.entries(operations[root] ?? {})) {
      if (found.has(name)) throw new Error(`${root}.${name} has two authorization rules: keep one.`);
      found.set(name, Array.isArray(rules) ? rules : [rules as Operation]);
    }
  return found;
}

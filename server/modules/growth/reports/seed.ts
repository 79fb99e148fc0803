import type { Tx } from "../../../ctx.ts";
import { dealVariant } from "../experiments/experiments.ts";
import { insertExposure } from "../experiments/store.ts";
import { noteMilestone, noteTouch, noteVisit } from "./store-visitors.ts";
import type { MilestoneKind } from "./store-visitors.ts";

/** A demo visitor with the data of the reports. */
export interface SeededVisitor {
  readonly personId: string;
  readonly firstSeenAt: Date;
  readonly countryCode: string | null;
  /** First and last touch; none: a direct visit. */
  readonly touches: readonly {
    readonly at: Date;
    readonly source: string;
    readonly medium: string;
    readonly campaign: string | null;
  }[];
  readonly onboardingAt: Date | null;
  readonly checkoutAt: Date | null;
  readonly wasHereInWeek4: boolean;
  readonly milestones: readonly {
    readonly kind: MilestoneKind;
    readonly at: Date;
    readonly detail: string | null;
  }[];
}

/** Inserts visitors into the reports. For demos and user journey tests. */
export async function seedVisitors(tx: Tx, visitors: readonly SeededVisitor[]): Promise<void> {
  for (const visitor of visitors) {
    await noteVisit(tx.db, visitor);
    for (const touch of visitor.touches) await noteTouch(tx.db, { ...touch, personId: visitor.personId });
    for (const milestone of visitor.milestones)
      await noteMilestone(tx.db, { ...milestone, personId: visitor.personId });
  }
}

/** Inserts exposures of people at a time. They must be accounts. */
export async function seedExposures(
  tx: Tx,
  experimentId: string,
  people: readonly string[],
  at: Date,
): Promise<void> {
  for (const personId of people) {
    const variant = dealVariant(experimentId, personId, 100);
    if (variant) await insertExposure(tx.db, { experimentId, personId, variant, now: at });
  }
}

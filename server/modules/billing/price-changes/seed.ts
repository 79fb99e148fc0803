import { randomUUID } from "node:crypto";
import type { Ctx } from "../../../ctx.ts";
import { findVersionOfDay, insertVersion } from "../plans/store-editing.ts";
import { addDays } from "../rules/calendar.ts";
import { dayOf, priceConsentVersion, undoMs } from "../rules/price-changes.ts";
import { confirmNotice, receiptOf, sendPriceNotices } from "./notices.ts";
import { insertChange } from "./store.ts";
import { acceptNotice, listNoticesOfChange } from "./store-notices.ts";

const shiftMs = 60_000;

/** An announced change of what the demo's running members pay. */
export interface PriceStory {
  readonly planId: string;
  readonly currencyCode: string;
  /** Minor units. */
  readonly amount: number;
  readonly announcedAt: Date;
  /** Days from the announcement to the first renewals at the new price. */
  readonly startsInDays: number;
  readonly endsWithoutConsent: boolean;
  /** How many of those who must agree did so a day later. */
  readonly accepted: number;
}

/**
 * Announces a price change in the past and sends its notices, with production code. A change that exists stays.
 * @param ctxAt returns a ctx with its clock at the given moment
 */
export async function seedPriceChange(ctxAt: (now: Date) => Ctx, story: PriceStory): Promise<void> {
  const { planId, currencyCode, amount, announcedAt, endsWithoutConsent } = story;
  const startsOn = dayOf(addDays(announcedAt, story.startsInDays));
  const noticesAt = new Date(announcedAt.getTime() + undoMs);
  const ctx = ctxAt(noticesAt);
  const price = { planId, currencyCode, countryCode: "", validFrom: startsOn };
  await insertVersion(ctx.db, { ...price, amount });
  const version = await findVersionOfDay(ctx.db, price);
  if (!version) throw new Error("The version was just inserted.");
  const change = {
    id: randomUUID(),
    versionId: version.id,
    startsOn,
    endsWithoutConsent,
    announcedAt,
    noticesAt,
  };
  if (!(await insertChange(ctx.db, change))) return;
  await sendPriceNotices(ctx, { untilMs: shiftMs });
  const notices = await listNoticesOfChange(ctx.db, change.id);
  for (const { id } of notices) await confirmNotice(ctx, { receipt: receiptOf(id) });
  const asked = notices.filter(({ needsConsent }) => needsConsent).slice(0, story.accepted);
  const now = addDays(noticesAt, 1);
  for (const { id } of asked) await acceptNotice(ctx.db, { id, now, version: priceConsentVersion });
}

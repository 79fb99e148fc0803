import { randomUUID } from "node:crypto";
import { setPrice } from "../modules/billing/plans/editing.ts";
import { announcePriceChange, undoPriceChange } from "../modules/billing/price-changes/changes.ts";
import { confirmNotice, sendPriceNotices } from "../modules/billing/price-changes/notices.ts";
import { DomainError } from "../platform/errors.ts";
import type { PriceStep } from "./billing-steps.ts";
import type { TestServer } from "./harness.ts";

const dayMs = 86_400_000;

/** The studio sets a price and moves its members there, perhaps to undo that. */
export async function announcePrice(server: TestServer, now: Date, price: PriceStep): Promise<void> {
  const ctx = server.ctx({ ...(await admin(server)) });
  const day = (ms: number): string => new Date(now.getTime() + ms).toISOString().slice(0, 10);
  const version = { planId: price.plan, currencyCode: "EUR", countryCode: "", validFrom: day(0) };
  try {
    const { id: versionId } = await setPrice(ctx, { ...version, amount: price.amount });
    const { endsWithoutConsent } = price;
    const change = { versionId, startsOn: day(31 * dayMs), endsWithoutConsent };
    const { id } = await announcePriceChange(ctx, change);
    if (price.isUndone) await undoPriceChange(ctx, id);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
}

async function admin({ member }: TestServer) {
  const { id } = await member({ role: "admin" });
  const none = { isChild: false, hidesExplicit: false, isAnonymous: false } as const;
  return { ...none, personId: id, accountId: id, sessionId: randomUUID(), role: "admin" } as const;
}

/** Two workers send the notices. The mail server takes most of them; the others count as not sent. */
export async function sendNotices(server: TestServer): Promise<void> {
  const shift = { untilMs: 60_000 };
  await Promise.all([sendPriceNotices(server.ctx(), shift), sendPriceNotices(server.ctx(), shift)]);
  const { rows } = await server.pool.query<{ id: string }>(
    "select id from billing.price_notices where sent_at is null and id::text < 'c'",
  );
  for (const { id } of rows) await confirmNotice(server.ctx(), { receipt: `price-notice:${id}` });
}

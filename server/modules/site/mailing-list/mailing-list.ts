import { randomUUID } from "node:crypto";
import { z } from "zod";
import { localeOf } from "../../../../contract/locales.ts";
import type { Ctx, Tx } from "../../../ctx.ts";
import { csvLine } from "../../../platform/csv.ts";
import { networkKeys } from "../../../platform/ip-address.ts";
import { defineJob } from "../../../platform/jobs/job.ts";
import { consume } from "../../../platform/rate-limit.ts";
import { seal, unseal } from "../../../platform/signature.ts";
import {
  mailAddress,
  normalizeEmail,
  recordAuditEntry,
  requireConfirmedStaff,
} from "../../identity/index.ts";
import { confirmMailingListEmail, openedEmail } from "./emails.ts";
import { MailingListClosed, MailingListLinkInvalid } from "./errors.ts";
import {
  claimUnannounced,
  confirmRow,
  countConfirmed,
  deleteRow,
  deleteUnconfirmed,
  isOpenLocked,
  joinRow,
  listConfirmed,
} from "./store.ts";

const perNetwork = { name: "mailing list by network", points: 10, seconds: 3600 };
const perEmail = { name: "mailing list by email", points: 3, seconds: 3600 };
const confirmUse = "mailing list confirmation";
const leaveUse = "mailing list leave";
const confirmShape = z.object({ id: z.uuid(), until: z.number() });
const leaveShape = z.object({ id: z.uuid() });
/** How long a link works, and an unconfirmed address is kept. */
const confirmMs = 7 * 86_400_000;

/**
 * Sends a confirmation link to an address that wants to hear of the opening. The answer is the same for an address
 * that is on the list already; that one gets no email.
 * @throws InvalidEmail, MailingListClosed, RateLimited
 */
export async function joinMailingList(ctx: Ctx, given: string): Promise<void> {
  if (ctx.studio.isOpen) throw new MailingListClosed();
  const email = normalizeEmail(given);
  await consume(ctx, perNetwork, networkKeys(ctx.clientIp));
  await consume(ctx, perEmail, email);
  const { locale } = ctx;
  const now = ctx.clock.now();
  await ctx.transact(async (tx) => {
    const id = await joinRow(tx.db, { id: randomUUID(), email, locale, now });
    if (!id) return;
    const token = seal(ctx.config.authSecret, confirmUse, { id, until: now.getTime() + confirmMs });
    await mailAddress(tx, {
      address: email,
      email: confirmMailingListEmail({ token }),
      personId: null,
      locale,
    });
  });
}

/** Confirms an address by the token of its link. After the opening it is told at once. Idempotent. @throws MailingListLinkInvalid */
export async function confirmMailingList(ctx: Ctx, token: string): Promise<void> {
  const now = ctx.clock.now();
  const link = unseal(ctx.config.authSecret, confirmUse, token, confirmShape);
  if (!link || link.until < now.getTime()) throw new MailingListLinkInvalid();
  await ctx.transact(async (tx) => {
    if (!(await confirmRow(tx.db, link.id, now))) throw new MailingListLinkInvalid();
    if (await isOpenLocked(tx.db)) await announceOpening(tx);
  });
}

/** Takes an address off the list by the token of its email. Idempotent. @throws MailingListLinkInvalid */
export async function leaveMailingList(ctx: Ctx, token: string): Promise<void> {
  const link = unseal(ctx.config.authSecret, leaveUse, token, leaveShape);
  if (!link) throw new MailingListLinkInvalid();
  await deleteRow(ctx.db, link.id);
}

const batchSize = 100;

/** Emails every confirmed address that the studio is open. Claim and email commit together, so that each is told once. */
export const announceOpeningJob = defineJob({
  name: "site.announce_opening",
  schema: z.object({}),
  maxAttempts: 10,
  run: async (ctx, _payload, { signal }) => {
    let announced = batchSize;
    while (announced === batchSize) {
      signal.throwIfAborted();
      announced = await ctx.transact(async (tx) => {
        const rows = await claimUnannounced(tx.db, batchSize, tx.clock.now());
        for (const { id, email, locale } of rows) {
          const token = seal(ctx.config.authSecret, leaveUse, { id });
          await mailAddress(tx, {
            address: email,
            email: openedEmail({ token }),
            personId: null,
            locale: localeOf(locale),
          });
        }
        return rows.length;
      });
    }
  },
});

/** Queues the emails about the opening in the transaction that opens the studio. */
export const announceOpening = (tx: Tx): Promise<void> =>
  tx.enqueue(announceOpeningJob, {}, { key: announceOpeningJob.name });

/** Deletes addresses that no one confirmed within 7 days. */
export const forgetUnconfirmedJob = defineJob({
  name: "site.forget_unconfirmed",
  schema: z.object({}),
  maxAttempts: 3,
  run: async (ctx, _payload, { signal }) => {
    const before = new Date(ctx.clock.now().getTime() - confirmMs);
    let deleted = batchSize;
    while (deleted === batchSize) {
      signal.throwIfAborted();
      deleted = await deleteUnconfirmed(ctx.db, before, batchSize);
    }
  },
});

/** How many addresses are confirmed. */
export const countMailingList = (ctx: Ctx): Promise<number> => countConfirmed(ctx.db);

/**
 * Streams the confirmed addresses as CSV, with an audit entry.
 * @throws ConfirmationNeeded, NotFound for everyone but admins, before the first line
 */
export async function mailingListCsv(ctx: Ctx): Promise<AsyncGenerator<string>> {
  await requireConfirmedStaff(ctx);
  await ctx.transact((tx) =>
    recordAuditEntry(tx, { action: "site.mailing_list_exported", subject: "mailing list", details: {} }),
  );
  return linesOf(ctx);
}

const csvBatchSize = 500;

async function* linesOf(ctx: Ctx): AsyncGenerator<string> {
  yield csvLine(["email", "locale", "confirmed_at"]);
  let after: string | null = null;
  do {
    const rows = await listConfirmed(ctx.db, after, csvBatchSize);
    yield rows.map(({ email, locale, confirmedAt }) => csvLine([email, locale, confirmedAt])).join("");
    after = rows.length === csvBatchSize ? rows.at(-1)!.id : null;
  } while (after);
}

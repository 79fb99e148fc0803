/** Shared helpers of price change tests: a studio with a clock of its own. */
import { expect } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { runDue } from "../billing-cycle/runner.ts";
import { subscribeAs } from "../testing.ts";
import { sendPriceReminders } from "./reminders.ts";
import { confirmNotice, sendPriceNotices } from "./notices.ts";

export const dayMs = 86_400_000;

export interface PriceNoticeShown {
  readonly oldAmount: number;
  readonly newAmount: number;
  readonly effectiveAt: string;
  readonly needsConsent: boolean;
  readonly acceptedAt: string | null;
}
export interface PricedSubscription {
  readonly status: string;
  readonly nextAmount: number | null;
  readonly plan: { readonly priceInCents: number };
  readonly pendingPriceNotice: PriceNoticeShown | null;
}
export interface Subscriber {
  readonly as: TestPerson;
  readonly id: string;
}
export interface PriceOrder {
  readonly planId: string;
  readonly currencyCode: string;
  readonly countryCode?: string;
  readonly amount: number;
  readonly validFrom: string;
}
const fields = `status nextAmount plan { priceInCents } pendingPriceNotice { oldAmount newAmount effectiveAt needsConsent acceptedAt }`;

/** The error codes of an answer. */
export const codes = (answer: {
  errors: readonly { readonly extensions: { readonly code: string } }[];
}): string[] => answer.errors.map(({ extensions }) => extensions.code);

/** Starts a server whose clock begins on March 1, 2027, since months differ in length, with an admin. */
export async function startPriceStudio() {
  let aheadMs = Date.UTC(2027, 2, 1, 12) - Date.now();
  const now = (): Date => new Date(Date.now() + aheadMs);
  const server: TestServer = await startTestServer({ roles: "api", clock: { now } });
  const admin = await server.member({ role: "admin" });
  const ask = async <Data>(query: string, variables: object = {}, as: TestPerson = admin) => {
    // The clock runs ahead of the last confirmation.
    await server.pool.query(`update identity."session" set "confirmedAt" = $2 where "userId" = $1`, [
      admin.id,
      now(),
    ]);
    return server.graphql<Data>(query, { ...variables }, { as });
  };
  const dayIn = (days: number): string => new Date(now().getTime() + days * dayMs).toISOString().slice(0, 10);
  const setPrice = (input: PriceOrder) =>
    ask<{ priceSet: { id: string } }>("mutation ($input: PriceInput!) { priceSet(input: $input) { id } }", {
      input,
    });
  const announce = (versionId: string, startsOn: string, endsWithoutConsent = false) =>
    ask<{ priceChangeAnnounce: { id: string; canUndo: boolean } }>(
      `mutation ($versionId: ID!, $startsOn: String!, $ends: Boolean!) {
        priceChangeAnnounce(versionId: $versionId, startsOn: $startsOn, endsWithoutConsent: $ends) { id canUndo } }`,
      { versionId, startsOn, ends: endsWithoutConsent },
    );
  return {
    server,
    admin,
    ask,
    now,
    dayIn,
    setPrice,
    announce,
    /** Moves the clock without doing what is due. */
    wait(days: number): void {
      aheadMs += days * dayMs;
    },
    /** Moves the clock and charges what is due. */
    async pass(days: number): Promise<void> {
      aheadMs += days * dayMs;
      await runDue(server.ctx(), { untilMs: 20_000 });
    },
    /** Sets a price from today and announces it for running members. */
    async raise(planId: string, currencyCode: string, amount: number, endsWithoutConsent = false) {
      const { data } = await setPrice({ planId, currencyCode, amount, validFrom: dayIn(0) });
      const versionId = data!.priceSet.id;
      const { data: announced, errors } = await announce(versionId, dayIn(31), endsWithoutConsent);
      expect(errors).toEqual([]);
      return { versionId, id: announced!.priceChangeAnnounce.id };
    },
    /** Lets the emails be queued by two workers, and be sent after some days. */
    async sendNotices(isSent = true, lateDays = 0): Promise<void> {
      aheadMs += dayMs / 12;
      await Promise.all([1, 2].map(() => sendPriceNotices(server.ctx(), { untilMs: 20_000 })));
      aheadMs += lateDays * dayMs;
      const { rows } = await server.pool.query<{ id: string }>(
        "select id from billing.price_notices where sent_at is null",
      );
      if (isSent)
        for (const { id } of rows) await confirmNotice(server.ctx(), { receipt: `price-notice:${id}` });
    },
    sendReminders: () => sendPriceReminders(server.ctx(), { untilMs: 20_000 }),
    async subscribe(planId: string, countryCode: string, withoutTrial = true): Promise<Subscriber> {
      const as = await server.member();
      const { data, errors } = await subscribeAs(server, as, {
        planId,
        countryCode,
        withoutTrial,
        headers: { "x-country": countryCode },
      });
      expect(errors).toEqual([]);
      return { as, id: data!.subscriptionCreateV2.id };
    },
    async shownTo(as: TestPerson): Promise<PricedSubscription> {
      const { data, errors } = await ask<{ me: { primarySubscription: PricedSubscription } }>(
        `{ me { primarySubscription { ${fields} } } }`,
        {},
        as,
      );
      expect(errors).toEqual([]);
      return data!.me.primarySubscription;
    },
    accept: ({ as, id }: Subscriber, newAmount: number) =>
      ask<{ subscriptionAcceptPrice: PricedSubscription }>(
        `mutation ($id: ID!, $newAmount: Int!) { subscriptionAcceptPrice(id: $id, newAmount: $newAmount) { ${fields} } }`,
        { id, newAmount },
        as,
      ),
    /** The emails to a member, the oldest first. */
    async emailsTo(as: TestPerson): Promise<{ subject: string; text: string }[]> {
      const { rows } = await server.pool.query<{ subject: string; text: string }>(
        `select payload ->> 'subject' as subject, payload::text as text
         from graphile_worker._private_jobs as job join graphile_worker._private_tasks as task on task.id = job.task_id
         where task.identifier = 'mail.send' and payload ->> 'to' = (select email from identity."user" where id = $1)
         order by job.id`,
        [as.id],
      );
      return rows;
    },
    /** The prices of an account's paid invoices, the oldest first. */
    async pricesPaid(as: TestPerson): Promise<number[]> {
      const { rows } = await server.pool.query<{ amount: number }>(
        "select price_amount as amount from billing.invoices where account_id = $1 and status = 'paid' order by issued_at",
        [as.id],
      );
      return rows.map(({ amount }) => amount);
    },
  };
}

export type PriceStudio = Awaited<ReturnType<typeof startPriceStudio>>;

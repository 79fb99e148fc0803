import { z } from "zod";
import type { Ctx } from "../../../ctx.ts";
import { defineJob } from "../../../platform/jobs/job.ts";
import { billingNow } from "../clock.ts";
import { ProviderUnavailable } from "../errors.ts";
import type { Reading, SubscriptionOwner } from "../owner-ports.ts";
import type { ProviderEvent } from "../ports.ts";
import { lockSubscription } from "../subscriptions/store.ts";
import { end, project } from "./project.ts";
import {
  claimOwned,
  findCursor,
  forgetUnclaimedBefore,
  listAppeared,
  listSilent,
  moveCursor,
} from "./store.ts";
import type { OwnedRow } from "./store.ts";

const batch = 50;
/** How long a failed reading waits for the next one, in milliseconds. */
const retryMs = 15 * 60_000;
/** How long news of an unknown customer is kept. */
export const unclaimedDays = 30;

/** Asks the owner, and writes what it answers. @throws ProviderUnavailable */
async function readAndProject(
  ctx: Ctx,
  owner: SubscriptionOwner,
  ask: () => Promise<readonly Reading[]>,
): Promise<void> {
  const asOf = await billingNow(ctx);
  const readings = await ask();
  const reading = {
    subscriptions: readings.flatMap(({ subscriptions }) => subscriptions),
    whole: readings.flatMap(({ whole }) => whole),
  };
  await ctx.transact((tx) => project(tx, owner.provider, reading, asOf));
}

/** Reads one subscription again. */
const readAgain = (ctx: Ctx, owner: SubscriptionOwner, of: { ref: string; customer: string }) =>
  readAndProject(ctx, owner, async () => [await owner.read(ctx, of)]);

/**
 * Reads everything that customers hold, and writes it in one transaction: a transfer between two of them never grants
 * access twice, nor to no one.
 */
const readCustomers = (ctx: Ctx, owner: SubscriptionOwner, customers: readonly string[]) =>
  readAndProject(ctx, owner, () =>
    Promise.all(customers.map((customer) => owner.readCustomer(ctx, customer))),
  );

/**
 * News of an owner is an occasion to read: the subscription that it names, or all of its customers. Where the webhook can't
 * be believed, the owner is asked what its event is about.
 */
export async function applyOwnerEvent(
  ctx: Ctx,
  owner: SubscriptionOwner,
  event: Pick<ProviderEvent, "customers" | "eventId" | "ref">,
): Promise<void> {
  const about = owner.aboutEvent && (await owner.aboutEvent(ctx, event.eventId));
  const { ref, customers = [] } =
    about === undefined ? event : { ref: about?.ref ?? null, customers: about ? [about.customer] : [] };
  const [customer] = customers;
  if (ref && customer) await readAgain(ctx, owner, { ref, customer });
  else if (customer) await readCustomers(ctx, owner, customers);
}

/** Runs a reading. Its failure doesn't stop the others; access ends by itself if the provider stays silent. */
async function safely(ctx: Ctx, row: Partial<OwnedRow>, read: () => Promise<void>): Promise<void> {
  try {
    await read();
  } catch (error) {
    ctx.log[error instanceof ProviderUnavailable ? "warn" : "error"](
      { err: error, provider: row.provider, subscriptionId: row.subscriptionId },
      "A provider's subscription could not be read",
    );
  }
}

/**
 * Reads again what is due, heals lost news, and ends the access of subscriptions whose provider was silent for too
 * long.
 */
export async function sweepOwned(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  for (let rows: OwnedRow[] = []; !signal?.aborted;) {
    const now = await billingNow(ctx);
    rows = await claimOwned(ctx.db, { now, nextLookAt: new Date(now.getTime() + retryMs), most: batch });
    for (const row of rows) {
      const owner = ctx.ports.owners.find(row.provider);
      if (owner) await safely(ctx, row, () => readAgain(ctx, owner, row));
    }
    if (rows.length < batch) break;
  }
  for (const { provider, customer } of await listAppeared(ctx.db, batch)) {
    const owner = ctx.ports.owners.find(provider);
    if (owner) await safely(ctx, { provider }, () => readCustomers(ctx, owner, [customer]));
  }
  const now = await billingNow(ctx);
  for (const id of await listSilent(ctx.db, now, 1000))
    await ctx.transact(async (tx) => {
      const found = await lockSubscription(tx.db, id);
      if (found?.accessUntil && found.accessUntil <= now) await end(tx, found, now);
    });
  await forgetUnclaimedBefore(ctx.db, new Date(now.getTime() - unclaimedDays * 86_400_000));
}

/** How far a sweep of changes reads back beyond the last one, in milliseconds: clocks differ, and lists lag. */
const overlapMs = 10 * 60_000;
/** How far a sweep reads back at most, in milliseconds. */
const maxMs = 7 * 86_400_000;

/**
 * Reads what changed at the providers since the last sweep, so that lost news heals. After a failure, the next sweep begins
 * at the same moment.
 */
async function sweepChanged(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  for (const owner of ctx.ports.owners.all) {
    if (!owner.listChangedSince) continue;
    const { provider } = owner;
    const until = await billingNow(ctx);
    const last = await findCursor(ctx.db, provider);
    const since = new Date(Math.max((last?.getTime() ?? 0) - overlapMs, until.getTime() - maxMs));
    let failed = 0;
    await safely(ctx, { provider }, async () => {
      for await (const reading of owner.listChangedSince!(ctx, since)) {
        if (signal?.aborted) throw new ProviderUnavailable();
        await ctx
          .transact((tx) => project(tx, provider, reading, until))
          .catch((error: unknown) => {
            failed += 1;
            ctx.log.error({ err: error, provider }, "A provider's subscription could not be written");
          });
      }
      if (failed === 0) await ctx.transact((tx) => moveCursor(tx.db, { provider, until }));
    });
  }
}

/** Reads what changed at the providers. */
export const sweepChangedJob = defineJob({
  name: "billing.sweep_changed",
  schema: z.object({}),
  maxAttempts: 3,
  run: (ctx, _job, run) => sweepChanged(ctx, run.signal),
});

/** Reads subscriptions again whose owner is a provider. */
export const sweepOwnedJob = defineJob({
  name: "billing.sweep_owned",
  schema: z.object({}),
  maxAttempts: 3,
  run: (ctx, _job, run) => sweepOwned(ctx, run.signal),
});

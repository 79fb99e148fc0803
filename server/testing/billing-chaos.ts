/**
 * A day on which everything around payments goes wrong: people subscribe, change and leave while the provider answers badly, workers
 * are killed, and webhooks are lost, doubled and late. Afterwards everything must be as if nothing had happened.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import Stripe from "stripe";
import { brokenRules, findStuck, staffView, wronglyForgiven } from "./billing-chaos-checks.ts";
import { billingBatches } from "./billing-steps.ts";
import type { BillingBatch, BillingStep } from "./billing-steps.ts";
import type { HistoryProvider, MovableClock } from "./billing-histories.ts";
import { inLanes, lastDays, perform } from "./billing-histories.ts";
import { createPeople } from "./billing-people.ts";
import type { HistoryPerson } from "./billing-people.ts";
import type { TestServer } from "./harness.ts";
import { stripeMethods, webhookSecret } from "./stripe-server.ts";
import type { Disturbance, StripeServer } from "./stripe-server.ts";
import { seededRandom } from "../platform/seeded-random.ts";

/** Parts of 1,000 requests. A hanging one costs the client's timeout of 10 seconds. */
const disturbances: readonly (readonly [Disturbance, number])[] = [
  [429, 40],
  [500, 40],
  ["page", 30],
  ["drop", 30],
  ["lose answer", 30],
  ["page as answer", 20],
  ["hang", 2],
];
const dayMs = 86_400_000;

export interface ChaosOptions {
  readonly server: TestServer;
  readonly stripe: StripeServer;
  readonly clock: MovableClock;
  readonly people: number;
  /** How many times the worker is killed. */
  readonly kills: number;
  readonly seed: number;
  /** Starts a worker with the same database, clock and settings. */
  startWorker(): Promise<Worker>;
}

/** A worker process. */
export interface Worker {
  kill(): Promise<void>;
}

/** What happened. Every field but `broken` shows that the day was bad enough. */
export interface ChaosOutcome {
  readonly requests: number;
  readonly disturbed: Readonly<Record<string, number>>;
  readonly webhooks: Readonly<Record<"sent" | "lost" | "doubled" | "late", number>>;
  readonly kills: number;
  readonly charges: number;
  readonly refunds: number;
  /** What staff were shown, by kind. */
  readonly shown: Readonly<Record<string, number>>;
  /** Sentences about everything that isn't as it should be. */
  readonly broken: readonly string[];
}

export async function liveThroughChaos(options: ChaosOptions): Promise<ChaosOutcome> {
  const { server, stripe, clock, kills } = options;
  const random = seededRandom(options.seed);
  const [batch] = fc.sample(billingBatches(options.people), { numRuns: 1, seed: options.seed });
  const people = await createPeople(server, withoutDeletions(batch!));
  const provider = stripeProvider(options);
  const disturbed: Record<string, number> = {};
  let requests = 0;
  const webhooks = webhooksOf(options, random);
  let worker = await options.startWorker();
  let killed = 0;
  const kill = async () => {
    await sleep(random() * 1_500);
    await worker.kill();
    killed += 1;
    worker = await options.startWorker();
  };
  try {
    stripe.disturb(() => {
      requests += 1;
      let at = random() * 1_000;
      for (const [disturbance, share] of disturbances) {
        at -= share;
        if (at >= 0) continue;
        disturbed[disturbance] = (disturbed[disturbance] ?? 0) + 1;
        return disturbance;
      }
      return null;
    });
    for (const [round, days] of batch!.days.entries()) {
      const acting = inLanes(people, async (person) => {
        await perform(server, provider, person, person.steps[round]!);
      });
      await wakeWorker(server);
      while (killed < Math.round((kills * (round + 1)) / batch!.days.length)) await kill();
      await acting;
      await webhooks.send();
      clock.pass(days * dayMs);
      await wakeWorker(server);
    }
    stripe.disturb(null);
    const unseen = await actInDashboard(options, people);
    stripe.events.splice(0);
    await untilIdle(server);
    for (const days of lastDays) {
      clock.pass(days * dayMs);
      await releaseClaims(server);
      await untilIdle(server);
    }
    await compareBooks(server);
    await untilIdle(server);
    const shown = await staffView(server);
    const broken = [
      ...(await brokenRules(options, people, unseen)),
      ...unseen
        .filter((one) => !shown.some(({ kind, subject }) => kind === one.kind && subject === one.subject))
        .map((one) => `Staff weren't shown: ${one.kind} ${one.subject}`),
      ...shown
        .filter((one) => one.kind !== "forgiven_terms")
        .filter((one) => !unseen.some(({ kind, subject }) => kind === one.kind && subject === one.subject))
        .map((one) => `Staff were shown what isn't so: ${one.kind} ${one.subject}`),
      ...(await wronglyForgiven(server, shown)),
      ...stripe.faults.map((fault) => `Stripe's rules were violated: ${fault}`),
      ...(await findStuck(server, provider, people)),
    ];
    return {
      requests,
      disturbed,
      webhooks: webhooks.counts,
      kills: killed,
      charges: stripe.charges.length,
      refunds: stripe.charges.filter(({ amount_refunded: refunded }) => refunded > 0).length,
      shown: countBy(shown.map(({ kind }) => kind)),
      broken,
    };
  } finally {
    stripe.disturb(null);
    await worker.kill();
  }
}

const countBy = (kinds: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    Object.entries(Object.groupBy(kinds, (kind) => kind)).map(([kind, all]) => [kind, all!.length]),
  );

/** Deletion removes the account's customer, and with it what the books could be compared by. */
const withoutDeletions = (batch: BillingBatch): BillingBatch => ({
  ...batch,
  people: batch.people.map((steps) =>
    steps.map((step): BillingStep => (step.act === "delete" ? { ...step, act: "nothing" } : step)),
  ),
});

const methods: Readonly<Partial<Record<BillingStep["card"], string>>> = {
  confirms: stripeMethods.confirms,
  refuses: stripeMethods.declined,
  CARD_DECLINED: stripeMethods.declined,
  CARD_EXPIRED: stripeMethods.declined,
  INSUFFICIENT_FUNDS: stripeMethods.poor,
  refuses_later: stripeMethods.failsLater,
  attaches_only: stripeMethods.failsLater,
};

const stripeProvider = ({ server, stripe }: ChaosOptions): HistoryProvider => ({
  id: "stripe",
  createMethod: async (_ctx, behaviour) => `${methods[behaviour] ?? stripeMethods.good}_${randomUUID()}`,
  // Removed in the dashboard: every later charge is refused for good.
  changeMethods: async (accountId) => {
    const { rows } = await server.pool.query<{ ref: string }>(
      "select provider_ref as ref from billing.payment_methods where account_id = $1",
      [accountId],
    );
    if (accountId < "4") for (const { ref } of rows) stripe.detached.add(ref);
  },
  listWaiting: async (accountId) => {
    const { rows } = await server.pool.query<{ ref: string }>(
      `select provider_ref as ref from billing.payments
       where account_id = $1 and status = 'action_required' and provider_ref is not null`,
      [accountId],
    );
    return rows.map(({ ref }) => ref).filter((ref) => stripe.intents.get(ref)?.status === "requires_action");
  },
  answer: async (_ctx, ref, isConfirmed) => stripe.answer(ref, isConfirmed),
});

/** Sends Stripe's events shuffled; some twice, some a round later, some never. */
function webhooksOf({ server, stripe }: ChaosOptions, random: () => number) {
  const signer = new Stripe("sk_test_signer");
  const counts = { sent: 0, lost: 0, doubled: 0, late: 0 };
  let late: string[] = [];
  const post = async (payload: string) => {
    const signature = signer.webhooks.generateTestHeaderString({ payload, secret: webhookSecret });
    const { status } = await server.fetch("/webhooks/stripe", {
      method: "POST",
      headers: { "content-type": "application/json", "stripe-signature": signature },
      body: payload,
    });
    if (status !== 200) throw new Error(`A webhook was answered ${status}`);
    counts.sent += 1;
  };
  const send = async () => {
    const due = late;
    late = [];
    for (const { payload } of stripe.events.splice(0)) {
      const at = random();
      if (at < 0.25) counts.lost += 1;
      else if (at < 0.45) {
        counts.late += 1;
        late.push(payload);
      } else if (at < 0.65) {
        counts.doubled += 1;
        due.push(payload, payload);
      } else due.push(payload);
    }
    const shuffled = due
      .map((payload) => ({ payload, place: random() }))
      .toSorted((one, other) => one.place - other.place);
    await inLanes(shuffled, ({ payload }) => post(payload));
  };
  return { counts, send };
}

/** A difference, dispute or failed refund on the money page. */
export interface Shown {
  readonly kind: string;
  readonly subject: string;
}

/** Acts in the provider's dashboard whose webhooks are lost. @returns what staff must be shown for them */
async function actInDashboard(
  { server, stripe }: ChaosOptions,
  people: readonly HistoryPerson[],
): Promise<Shown[]> {
  const { rows } = await server.pool.query<{ ref: string; amount: number; isCredited: boolean }>(
    `select provider_ref as ref, amount,
       exists (select from billing.credits where credits.account_id = payments.account_id
         and reason in ('paused', 'unused time', 'withdrawn', 'refunded')) as "isCredited"
     from billing.payments
     where account_id = any($1::uuid[]) and status = 'succeeded' and kind = 'charge' and amount > 0
       and not exists (select from billing.refunds where payment_id = payments.id) order by settled_at desc`,
    [people.map(({ id }) => id)],
  );
  // A refund on top of credit for the same time would return more than was paid.
  const toRefund = rows.find(({ isCredited }) => !isCredited);
  const [toDispute, toLose] = rows.filter((payment) => payment !== toRefund);
  const seen: Shown[] = [];
  if (toRefund) {
    stripe.refundInDashboard(toRefund.ref, Math.ceil(toRefund.amount / 3));
    seen.push({ kind: "refund_found", subject: toRefund.ref });
  }
  if (toDispute)
    seen.push({ kind: "dispute open", subject: stripe.dispute(toDispute.ref, "needs_response") });
  if (toLose) {
    stripe.dispute(toLose.ref, "needs_response");
    seen.push({ kind: "dispute lost", subject: stripe.dispute(toLose.ref, "lost") });
  }
  const [customer] = stripe.customers;
  if (customer)
    seen.push({ kind: "unknown_payment", subject: stripe.chargeInDashboard(customer, 2_500, "usd") });
  return seen;
}

/** Makes the worker look for due subscriptions and open payments at once. */
const wakeWorker = (server: TestServer) =>
  server.pool.query(
    `select graphile_worker.add_job('billing.find_due', '{}'), graphile_worker.add_job('billing.sweep_payments', '{}')`,
  );

/** Claims of killed workers and of unanswered charges last ten minutes of the database's clock, which doesn't jump with ours. */
const releaseClaims = (server: TestServer) =>
  server.pool.query("update billing.subscriptions set claimed_until = null where claimed_until is not null");

const compareBooks = (server: TestServer) =>
  server.pool.query(`select graphile_worker.add_job('billing.reconcile', '{}')`);

/** Waits until the worker has done everything that is due, retries included. */
async function untilIdle(server: TestServer): Promise<void> {
  await wakeWorker(server);
  await compareBooks(server);
  for (let quiet = 0; quiet < 3;) {
    await server.pool.query(
      "update graphile_worker._private_jobs set run_at = now() where run_at > now() and attempts > 0 and locked_at is null",
    );
    const { rows } = await server.pool.query<{ left: number }>(
      "select count(*)::int as left from graphile_worker._private_jobs where attempts < max_attempts and run_at <= now()",
    );
    quiet = rows[0]!.left === 0 ? quiet + 1 : 0;
    await sleep(200);
  }
}

import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { findBrokenRules } from "../../../testing/billing-rules.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { GraphqlAnswer, TestPerson, TestServer } from "../../../testing/harness.ts";
import { accessOf } from "../index.ts";
import { actingAsStaff } from "../staff/testing.ts";
import { subscribeAs } from "../testing.ts";
import type { CheckoutVariables } from "../testing.ts";

export let server: TestServer;
export let admin: TestPerson;
export let staff: ReturnType<typeof actingAsStaff>;
/** Ids of passes: 10 and 30 days of premium, 10 days of basic. */
export let pass: string;
export let longPass: string;
export let basicPass: string;

/** A pass as staff put it on sale. */
interface NewPass {
  readonly name: string;
  readonly days: number;
  readonly accessType?: string;
  readonly seats?: number;
  /** Minor units, in each currency. */
  readonly amount?: number;
}

/** Puts a pass on sale, in dollars, euros, pounds and yen. @returns its id */
async function createPass(server: TestServer, admin: TestPerson, pass: NewPass): Promise<string> {
  const answer: GraphqlAnswer<{ planCreate: { id: string } }> = await server.graphql(
    `mutation ($input: PlanCreateInput!) { planCreate(input: $input) { id } }`,
    {
      input: {
        name: pass.name,
        accessType: pass.accessType ?? "premium",
        periodUnit: "day",
        days: pass.days,
        seats: pass.seats ?? 1,
        trialDays: null,
        isBestValue: false,
        position: 90,
        prices: ["USD", "EUR", "GBP", "JPY"].map((currencyCode) => ({
          currencyCode,
          amount: pass.amount ?? 1000,
        })),
      },
    },
    { as: admin },
  );
  if (!answer.data) throw new Error(JSON.stringify(answer.errors));
  return answer.data.planCreate.id;
}

/** Starts a server with passes on sale, and ends it after the tests of a file. Each test begins without a moved clock. */
export function startPasses(): void {
  beforeAll(async () => {
    server = await startTestServer({ roles: "api" });
    admin = await server.member({ role: "admin" });
    staff = actingAsStaff(server, admin);
    pass = await createPass(server, admin, { name: "Premium pass", days: 10 });
    longPass = await createPass(server, admin, { name: "Premium pass", days: 30, amount: 2500 });
    basicPass = await createPass(server, admin, { name: "Basic pass", days: 10, accessType: "basic" });
  });
  afterAll(() => server?.stop());
  beforeEach(() => setClock(0));
}

export const dayMs = 86_400_000;
export const setClock = (aheadMs: number) =>
  server.pool.query("update billing.test_clock set ahead_ms = $1", [Math.round(aheadMs)]);
export const days = (count: number) =>
  server.graphql("mutation ($days: Int!) { advanceTestClock(days: $days) }", { days: count }, { as: admin });
export const access = ({ id }: TestPerson) => accessOf(server.ctx(), id);

interface Estimate {
  endsAt: string | null;
  nextBillingAt: string | null;
  trialEndTime: string | null;
  renewalTotal: number;
  consentVersion: string | null;
  runningPass: { endsAt: string; prorationTime: string } | null;
  invoiceEstimate: {
    amountDue: number;
    total: number;
    taxTotal: number;
    carried: number;
    lines: { kind: string; amount: number }[];
  };
}
export const estimate = async (as: TestPerson, planId: string, couponId: string | null = null) => {
  const { data, errors } = await server.graphql<{ checkoutEstimate: Estimate }>(
    `query ($planInfo: PlanInfo!, $couponId: String) { checkoutEstimate(planInfo: $planInfo, couponId: $couponId) {
       endsAt nextBillingAt trialEndTime renewalTotal consentVersion runningPass { endsAt prorationTime }
       invoiceEstimate { amountDue total taxTotal carried lines { kind amount } } } }`,
    { planInfo: { planId, countryCode: "DE" }, couponId },
    { as },
  );
  return { shown: data?.checkoutEstimate ?? null, error: errors[0]?.extensions ?? null };
};
/** Buys as the checkout does: with what the estimate showed. */
export const buy = async (as: TestPerson, planId = pass, more: CheckoutVariables = {}) => {
  const { shown } = await estimate(as, planId, more.couponIds?.[0] ?? null);
  const answer = await subscribeAs(server, as, {
    planId,
    countryCode: "DE",
    amountDue: shown?.invoiceEstimate.amountDue ?? 0,
    consentVersion: "2026-11",
    ...(shown?.runningPass ? { runningPass: shown.runningPass } : {}),
    ...more,
  });
  return { found: answer.data?.subscriptionCreateV2 ?? null, error: answer.errors[0]?.extensions ?? null };
};
export const daysUntil = (moment: string | null | undefined, from = Date.now()) =>
  Math.round((Date.parse(moment!) - from) / dayMs);
export const charges = async ({ id }: TestPerson) =>
  (
    await server.pool.query<{ amount: number }>(
      "select amount from billing.test_payments where account_id = $1 and status = 'succeeded' and amount > 0 order by created_at",
      [id],
    )
  ).rows.map(({ amount }) => amount);
/** Subjects of the emails to a person, which wait for a worker. */
export const emailsTo = async ({ id }: TestPerson): Promise<string[]> => {
  const { rows } = await server.pool.query<{ subject: string }>(
    `select substring(payload::text from '"subject": ?"([^"]+)"') as subject from graphile_worker._private_jobs as job
     join graphile_worker._private_tasks as task on task.id = task_id where identifier = 'mail.send'
       and payload::text like '%' || (select coalesce("pendingEmail", email) from identity."user" where id = $1) || '%' order by job.id`,
    [id],
  );
  return rows.map(({ subject }) => subject);
};
export const booksHold = async (...people: TestPerson[]) =>
  expect(
    await findBrokenRules(
      server.pool,
      people.map(({ id }) => id),
      new Date(),
    ),
  ).toEqual([]);

import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { runDue } from "../billing-cycle/runner.ts";
import { accessOf } from "../index.ts";
import type { HeldSubscription } from "../owner-ports.ts";
import { subscribeAs } from "../testing.ts";
import { shuffled } from "../providers/late-news.ts";
import { project } from "./project.ts";
import { sweepOwned } from "./readings.ts";

const hour = 3_600_000;
const start = Date.now();
const at = (hours: number) => new Date(start + hours * hour);
let server: TestServer;
let aheadMs = 0;
beforeAll(async () => {
  server = await startTestServer({ roles: "api", clock: { now: () => new Date(Date.now() + aheadMs) } });
});
afterAll(() => server?.stop());

const heldBy = (customer: string, given: Partial<HeldSubscription> = {}): HeldSubscription => ({
  ref: `sub_${customer}`,
  customer,
  version: 1,
  status: "active",
  plan: { accessType: "premium", periodUnit: "month" },
  nextPlan: null,
  currencyCode: null,
  countryCode: null,
  priceAmount: null,
  startedAt: at(-24),
  trialEndsAt: null,
  termStartsAt: at(-24),
  accessEndsAt: at(24),
  graceEndsAt: null,
  isRetried: false,
  canceledAt: null,
  pausedUntil: null,
  store: "app_store",
  managementUrl: "https://apps.apple.com/account/subscriptions",
  ...given,
});
const write = (subscriptions: readonly HeldSubscription[], asOf = new Date(start)) =>
  server.ctx().transact((tx) => project(tx, "revenuecat", { subscriptions, whole: [] }, asOf));
const rowOf = async (id: string) =>
  (
    await server.pool.query(
      `select status, access_type, plan_id, next_plan_id, trial_ends_at, term_ends_at, access_ends_at, access_until, canceled_at, paused_at,
        resumes_at, dunning_status, due_at, provider_version from billing.subscriptions
       join billing.owned_subscriptions on id = subscription_id where person_id = $1 and is_current`,
      [id],
    )
  ).rows;
const access = (me: TestPerson) => accessOf(server.ctx(), me.id);

test(
  "readings in any order, each twice, end in the provider's last state",
  { timeout: 120_000 },
  async () => {
    const history = (id: string) => [
      heldBy(id, { version: 1, status: "in_trial", trialEndsAt: at(24) }),
      heldBy(id, { version: 2, accessEndsAt: at(48) }),
      heldBy(id, { version: 3, accessEndsAt: at(48), isRetried: true, graceEndsAt: at(72) }),
      heldBy(id, { version: 4, status: "paused", pausedUntil: at(96), accessEndsAt: at(48) }),
      heldBy(id, { version: 5, status: "non_renewing", accessEndsAt: at(200), canceledAt: at(1) }),
    ];
    const expected = {
      status: "non_renewing",
      plan_id: "premium-monthly",
      access_until: at(200),
      canceled_at: at(1),
      resumes_at: null,
      due_at: null,
      provider_version: 5,
    };
    let left = 200;
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        while (left-- > 0) {
          const me = await server.anonymous();
          for (const held of shuffled([...history(me.id), ...history(me.id)])) await write([held]);
          expect(await rowOf(me.id)).toEqual([expect.objectContaining(expected)]);
        }
      }),
    );
  },
);

test("a provider's subscription grants access, is billed by no one here, and can't be changed here", async () => {
  const me = await server.member();
  await write([heldBy(me.id)]);
  expect(await access(me)).toBe("premium");
  const refused = await subscribeAs(server, me, {});
  expect(refused.errors[0]?.extensions?.["code"]).toBe("ILLEGAL_TRANSITION");
  const [{ id }] = (
    await server.pool.query<{ id: string }>("select id from billing.subscriptions where person_id = $1", [
      me.id,
    ])
  ).rows as [{ id: string }];
  const canceled = await server.graphql(
    `mutation { subscriptionCancel(id: "${id}", atPeriodEnd: true) { id } }`,
    {},
    { as: me },
  );
  expect(canceled.errors[0]?.extensions?.["code"]).toBe("MANAGED_ELSEWHERE");
  await runDue(server.ctx(), { untilMs: 5_000 });
  expect(await rowOf(me.id)).toMatchObject([{ status: "active", due_at: null }]);
  await expect(
    server.pool.query("update billing.subscriptions set due_at = now() where id = $1", [id]),
  ).rejects.toThrow("subscriptions_owned");
});

test("a provider that is silent for longer than the grace grants nothing, until it answers", async () => {
  const me = await server.member();
  await write([heldBy(me.id)]);
  await server.pool.query(
    "update billing.subscriptions set access_until = now() - interval '1 second' where person_id = $1",
    [me.id],
  );
  expect(await access(me)).toBe("free");
  await sweepOwned(server.ctx());
  expect(await rowOf(me.id)).toMatchObject([{ status: "canceled" }]);
  await write([heldBy(me.id, { version: 2, accessEndsAt: at(48) })]);
  expect(await access(me)).toBe("premium");
  aheadMs = (48 + 48 - 1) * hour;
  await sweepOwned(server.ctx());
  expect(await rowOf(me.id)).toMatchObject([{ status: "active" }]);
  aheadMs += 2 * hour;
  await sweepOwned(server.ctx());
  expect(await rowOf(me.id)).toMatchObject([{ status: "canceled" }]);
  aheadMs = 0;
});

test("a transfer moves access at once, whichever reading comes first", async () => {
  for (const isLate of [false, true]) {
    const [one, other] = [await server.member(), await server.member()];
    const ref = `sub_moved_${one.id}`;
    await write([heldBy(one.id, { ref })]);
    const moved = heldBy(other.id, { ref, version: 3 });
    const gone = { customer: one.id, version: isLate ? 4 : 2 };
    const ended = () =>
      server.ctx().transact((tx) => project(tx, "revenuecat", { subscriptions: [], whole: [gone] }, at(0)));
    if (isLate) await write([moved]);
    await ended();
    if (!isLate) await write([moved]);
    await write([heldBy(one.id, { ref, version: 1 })]);
    expect([await access(one), await access(other)]).toEqual(["free", "premium"]);
  }
});

test("two stores at once are two rows, and the higher one counts", async () => {
  const me = await server.member();
  await write([
    heldBy(me.id, { ref: `a_${me.id}`, plan: { accessType: "basic", periodUnit: "year" } }),
    heldBy(me.id, { ref: `b_${me.id}`, store: "play_store" }),
  ]);
  expect(await access(me)).toBe("premium");
  expect((await rowOf(me.id)).map(({ plan_id }) => plan_id as string).sort()).toEqual([
    "basic-yearly",
    "premium-monthly",
  ]);
});

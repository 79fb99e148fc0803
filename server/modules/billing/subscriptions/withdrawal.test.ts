import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { subscribeAs } from "../testing.ts";
import type { CheckoutVariables } from "../testing.ts";

/** Its own server, and so its own clock. */
let server: TestServer;
let admin: TestPerson;
let aheadMs = 0;
const dayMs = 86_400_000;
beforeAll(async () => {
  server = await startTestServer({
    roles: "api",
    clock: { now: () => new Date(Date.now() + aheadMs) },
  });
  admin = await server.member({ role: "admin" });
});
afterAll(() => server?.stop());

const consentVersion = "2026-11";
const begin = async (given: CheckoutVariables = {}, as?: TestPerson) => {
  const me = as ?? (await server.anonymous());
  const { data } = await subscribeAs(server, me, {
    planId: "premium-yearly",
    countryCode: "DE",
    withoutTrial: true,
    ...given,
  });
  return { me, id: data!.subscriptionCreateV2.id };
};
const send = async (as: TestPerson, mutation: string, args: string) => {
  const { errors } = await server.graphql(`mutation { ${mutation}(${args}) { id } }`, {}, { as });
  return errors[0]?.extensions.code ?? null;
};
const withdrawalOf = async (as: TestPerson) => {
  const { data } = await server.graphql<{ me: { primarySubscription: { withdrawal: object } } }>(
    "{ me { primarySubscription { withdrawal { refund credit used } } } }",
    {},
    { as },
  );
  return data!.me.primarySubscription.withdrawal as { refund: number; credit: number; used: number };
};
/** Money that an account has paid and not got back, and its credit. */
const booksOf = async (me: TestPerson) => {
  const { rows } = await server.pool.query<{ retained: number; credit: number }>(
    `select (select coalesce(sum(amount_paid - amount_refunded), 0)::int from billing.invoices where account_id = $1) as retained,
      (select coalesce(sum(amount), 0)::int from billing.credits where account_id = $1) as credit`,
    [me.id],
  );
  return rows[0]!;
};
const refund = async (me: TestPerson, amount: number) => {
  const { rows } = await server.pool.query<{ id: string }>(
    "select id from billing.invoices where account_id = $1 and status = 'paid' order by issued_at desc limit 1",
    [me.id],
  );
  return send(
    admin,
    "invoiceRefund",
    `id: "${rows[0]!.id}", amountInCents: ${amount}, reason: "Goodwill", idempotencyKey: "refund ${me.id} ${amount}"`,
  );
};

describe("withdrawing without consent to an immediate start", () => {
  test("gives everything back, and takes back the credit of a pause", async () => {
    const { me, id } = await begin();
    await send(me, "subscriptionPause", `id: "${id}", months: 1`);
    expect((await booksOf(me)).credit).toBe(11_900);
    expect(await withdrawalOf(me)).toEqual({ refund: 11_900, credit: -11_900, used: 0 });
    expect(await send(me, "subscriptionWithdraw", `id: "${id}"`)).toBeNull();
    expect(await booksOf(me)).toEqual({ retained: 0, credit: 0 });
    expect(await send(me, "subscriptionWithdraw", `id: "${id}"`)).toBe("ILLEGAL_TRANSITION");
  });

  test("takes back the gift of a month off", async () => {
    const { me, id } = await begin({ planId: "premium-monthly" });
    await send(me, "subscriptionTakeMonthOff", `id: "${id}"`);
    expect((await booksOf(me)).credit).toBe(1499);
    await send(me, "subscriptionWithdraw", `id: "${id}"`);
    expect(await booksOf(me)).toEqual({ retained: 0, credit: 0 });
  });

  test("gives credit that paid back as credit", async () => {
    const { me } = await begin({ planId: "premium-monthly" });
    // Credit of an earlier contract.
    await server.pool.query("update billing.subscriptions set status = 'canceled' where person_id = $1", [
      me.id,
    ]);
    await server.pool.query(
      `insert into billing.credits (account_id, currency_code, amount, reason, source, created_at)
       values ($1::uuid, 'EUR', 9426, 'test', 'test ' || $1::text, now())`,
      [me.id],
    );
    const { id } = await begin({}, me);
    expect(await booksOf(me)).toEqual({ retained: 1499 + 2474, credit: 0 });
    await send(me, "subscriptionWithdraw", `id: "${id}"`);
    expect(await booksOf(me)).toEqual({ retained: 1499, credit: 9426 });
  });

  test("gives back a resumed subscription once", async () => {
    const { me, id } = await begin();
    aheadMs += 3 * dayMs;
    await send(me, "subscriptionPause", `id: "${id}", months: 1`);
    await send(me, "subscriptionResume", `id: "${id}"`);
    expect((await booksOf(me)).retained).toBeGreaterThan(11_900);
    await send(me, "subscriptionWithdraw", `id: "${id}"`);
    expect(await booksOf(me)).toEqual({ retained: 0, credit: 0 });
  });
});

describe("withdrawing with consent to an immediate start", () => {
  test("keeps the value of the used days", async () => {
    const { me, id } = await begin({ consentVersion });
    const { rows } = await server.pool.query(
      "select consented_at is not null as consented, consent_version as version from billing.subscriptions where id = $1",
      [id],
    );
    expect(rows).toEqual([{ consented: true, version: consentVersion }]);
    aheadMs += 10 * dayMs;
    const used = Math.round((11_900 * 10) / 365);
    const shown = await withdrawalOf(me);
    expect(Math.abs(shown.used - used)).toBeLessThan(5);
    await send(me, "subscriptionWithdraw", `id: "${id}"`);
    expect(await booksOf(me)).toEqual({ retained: 11_900 - shown.refund, credit: 0 });
    expect(shown.refund).toBe(11_900 - shown.used);
  });

  test("keeps the used days before a pause, and pays its credit back as money", async () => {
    const { me, id } = await begin({ consentVersion });
    aheadMs += 5 * dayMs;
    await send(me, "subscriptionPause", `id: "${id}", months: 1`);
    const { credit } = await booksOf(me);
    await send(me, "subscriptionWithdraw", `id: "${id}"`);
    expect(await booksOf(me)).toEqual({ retained: 11_900 - credit, credit: 0 });
  });

  test("keeps the used days of both plans after an upgrade", async () => {
    const { me, id } = await begin({ consentVersion, planId: "basic-monthly" });
    aheadMs += 3 * dayMs;
    await send(me, "subscriptionChangePlan", `id: "${id}", planId: "premium-yearly"`);
    aheadMs += 6 * dayMs;
    const { used } = await withdrawalOf(me);
    const expected = (799 * 3) / 30 + (11_900 * 6) / 365;
    expect(Math.abs(used - expected)).toBeLessThan(10);
    await send(me, "subscriptionWithdraw", `id: "${id}"`);
    expect((await booksOf(me)).retained).toBe(used);
  });

  test("is asked for only where law gives the right", async () => {
    const versionIn = async (countryCode: string) => {
      const { data } = await server.graphql<{ checkoutEstimate: { consentVersion: string | null } }>(
        `{ checkoutEstimate(planInfo: { planId: "premium-monthly", countryCode: "${countryCode}" }) { consentVersion } }`,
        {},
        { as: await server.anonymous() },
      );
      return data!.checkoutEstimate.consentVersion;
    };
    expect([await versionIn("DE"), await versionIn("GB"), await versionIn("US")]).toEqual([
      consentVersion,
      consentVersion,
      null,
    ]);
    const me = await server.anonymous();
    const { errors } = await subscribeAs(server, me, { countryCode: "DE", consentVersion: "1999-01" });
    expect(errors[0]?.extensions).toMatchObject({ code: "BAD_INPUT", field: "consentVersion" });
  });
});

describe("a refund by the studio", () => {
  test("lowers what a pause credits", async () => {
    const { me, id } = await begin();
    expect(await refund(me, 11_900)).toBeNull();
    await send(me, "subscriptionPause", `id: "${id}", months: 1`);
    expect(await booksOf(me)).toEqual({ retained: 0, credit: 0 });
  });

  test("in part leaves the rest of the unused value", async () => {
    const { me, id } = await begin();
    aheadMs += 100 * dayMs;
    await refund(me, 5000);
    aheadMs += 1000;
    await send(me, "subscriptionPause", `id: "${id}", months: 1`);
    const { credit } = await booksOf(me);
    expect(Math.abs(credit - ((11_900 * 265) / 365 - 5000))).toBeLessThan(5);
  });
});

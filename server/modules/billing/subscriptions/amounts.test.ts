import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { runDue } from "../billing-cycle/runner.ts";
import { cardToken, subscribeAs } from "../testing.ts";
import type { CheckoutVariables } from "../testing.ts";

/** Its own server, and so its own clock. */
let server: TestServer;
let aheadMs = 0;
const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;
beforeAll(async () => {
  server = await startTestServer({
    roles: "api",
    clock: { now: () => new Date(Date.now() + aheadMs) },
  });
});
afterAll(() => server?.stop());

const begin = async (given: CheckoutVariables = {}) => {
  const me = await server.anonymous();
  const { data } = await subscribeAs(server, me, { withoutTrial: true, ...given });
  return { me, id: data!.subscriptionCreateV2.id };
};
interface Previewed {
  readonly prorationTime: string | null;
  readonly invoiceEstimate: { readonly amountDue: number };
}
const preview = async (as: TestPerson, id: string, planId: string): Promise<Previewed> => {
  const { data } = await server.graphql<{ subscriptionChangePreview: Previewed }>(
    `{ subscriptionChangePreview(id: "${id}", planId: "${planId}") { prorationTime invoiceEstimate { amountDue } } }`,
    {},
    { as },
  );
  return data!.subscriptionChangePreview;
};
/** The answer's status, or its error's code with the amount that it would cost now. */
const send = async (as: TestPerson, mutation: string, args: string) => {
  const { data, errors } = await server.graphql<Record<string, { status: string; plan: { id: string } }>>(
    `mutation { ${mutation}(${args}) { status plan { id } } }`,
    {},
    { as },
  );
  const refused = errors[0]?.extensions as { code: string; amountDue?: number } | undefined;
  return refused ? { code: refused.code, amountDue: refused.amountDue } : data![mutation]!;
};
const change = (as: TestPerson, id: string, planId: string, shown: Previewed) =>
  send(
    as,
    "subscriptionChangePlan",
    `id: "${id}", planId: "${planId}", amountDue: ${shown.invoiceEstimate.amountDue}, prorationTime: ${JSON.stringify(shown.prorationTime)}`,
  );
const paidBy = async (accountId: string) =>
  (
    (
      await server.pool.query(
        "select amount from billing.test_payments where account_id = $1 and status = 'succeeded' and amount > 0 order by created_at",
        [accountId],
      )
    ).rows as { amount: number }[]
  ).map(({ amount }) => amount);

describe("the amount of a plan change", () => {
  test("is the previewed one, though the proration would differ by now", async () => {
    const { me, id } = await begin({ planId: "basic-yearly" });
    aheadMs += 100 * dayMs;
    const shown = await preview(me, id, "premium-yearly");
    // Half an hour of a year is worth about a cent.
    aheadMs += 59 * minuteMs;
    expect(await change(me, id, "premium-yearly", shown)).toMatchObject({ plan: { id: "premium-yearly" } });
    expect(await paidBy(me.id)).toEqual([6500, shown.invoiceEstimate.amountDue]);
  });

  test("is refused with the new amount once the preview is more than an hour old", async () => {
    const { me, id } = await begin({ planId: "basic-monthly" });
    aheadMs += 10 * dayMs;
    const shown = await preview(me, id, "premium-monthly");
    aheadMs += 2 * dayMs;
    const now = await preview(me, id, "premium-monthly");
    expect(now.invoiceEstimate.amountDue).toBeLessThan(shown.invoiceEstimate.amountDue);
    expect(await change(me, id, "premium-monthly", shown)).toEqual({
      code: "AMOUNT_MISMATCH",
      amountDue: now.invoiceEstimate.amountDue,
    });
    expect(await change(me, id, "premium-monthly", now)).toMatchObject({ plan: { id: "premium-monthly" } });
    expect(await paidBy(me.id)).toEqual([799, now.invoiceEstimate.amountDue]);
  });

  test("never reaches across a renewal", async () => {
    const { me, id } = await begin({ planId: "basic-monthly" });
    const { rows } = await server.pool.query<{ ends: Date }>(
      "select term_ends_at as ends from billing.subscriptions where id = $1",
      [id],
    );
    const untilEnd = rows[0]!.ends.getTime() - (Date.now() + aheadMs);
    aheadMs += untilEnd - 10 * minuteMs;
    const shown = await preview(me, id, "premium-monthly");
    expect(shown.invoiceEstimate.amountDue).toBeLessThan(5);
    aheadMs += 20 * minuteMs;
    await runDue(server.ctx(), { untilMs: 60_000 });
    const answer = (await change(me, id, "premium-monthly", shown)) as { code: string; amountDue: number };
    expect(answer).toMatchObject({ code: "AMOUNT_MISMATCH" });
    expect(answer.amountDue).toBeGreaterThan(690);
    expect(await paidBy(me.id)).toEqual([799, 799]);
  });

  test("refuses an invented proration time", async () => {
    const { me, id } = await begin({ planId: "basic-monthly" });
    aheadMs += 5 * dayMs;
    const shown = await preview(me, id, "premium-monthly");
    for (const days of [-4, 20]) {
      const prorationTime = new Date(Date.now() + aheadMs + days * dayMs).toISOString();
      expect(
        await change(me, id, "premium-monthly", { prorationTime, invoiceEstimate: { amountDue: 1 } }),
      ).toEqual({ code: "AMOUNT_MISMATCH", amountDue: shown.invoiceEstimate.amountDue });
    }
  });

  test("is charged once by a double click", async () => {
    const { me, id } = await begin({ planId: "basic-monthly" });
    const shown = await preview(me, id, "premium-monthly");
    await Promise.all([1, 2, 3].map(() => change(me, id, "premium-monthly", shown)));
    expect(await paidBy(me.id)).toEqual([799, shown.invoiceEstimate.amountDue]);
  });

  test("stays optional for older clients", async () => {
    const { me, id } = await begin({ planId: "basic-monthly" });
    expect(await send(me, "subscriptionChangePlan", `id: "${id}", planId: "premium-monthly"`)).toMatchObject({
      plan: { id: "premium-monthly" },
    });
  });
});

describe("the amount of resuming", () => {
  test("is shown, and refused if it has changed", async () => {
    const { me, id } = await begin({ planId: "basic-monthly" });
    aheadMs += 15 * dayMs;
    await send(me, "subscriptionPause", `id: "${id}", months: 1`);
    const { data } = await server.graphql<{ me: { primarySubscription: { resumeAmount: number } } }>(
      "{ me { primarySubscription { resumeAmount } } }",
      {},
      { as: me },
    );
    const { resumeAmount } = data!.me.primarySubscription;
    expect(resumeAmount).toBeGreaterThan(350);
    expect(resumeAmount).toBeLessThan(450);
    expect(await send(me, "subscriptionResume", `id: "${id}", amountDue: 0`)).toEqual({
      code: "AMOUNT_MISMATCH",
      amountDue: resumeAmount,
    });
    const args = `id: "${id}", amountDue: ${resumeAmount}`;
    await Promise.all([1, 2].map(() => send(me, "subscriptionResume", args)));
    expect(await paidBy(me.id)).toEqual([799, resumeAmount]);
  });
});

describe("the amount of a checkout", () => {
  const checkout = async (me: TestPerson, shown: CheckoutVariables) => {
    const { data, errors } = await subscribeAs(server, me, { token: await cardToken(server), ...shown });
    const refused = errors[0]?.extensions as { code: string; amountDue?: number } | undefined;
    return refused ? { code: refused.code, amountDue: refused.amountDue } : data!.subscriptionCreateV2.status;
  };

  test("is refused if it is not the one shown, and leaves nothing behind", async () => {
    const me = await server.anonymous();
    const key = "the same key";
    expect(await checkout(me, { withoutTrial: true, amountDue: 1299, key })).toEqual({
      code: "AMOUNT_MISMATCH",
      amountDue: 1499,
    });
    expect(await checkout(me, { withoutTrial: true, amountDue: 1499, key })).toBe("active");
    expect(await paidBy(me.id)).toEqual([1499]);
  });

  test("also covers the first charge after a trial", async () => {
    const me = await server.anonymous();
    expect(await checkout(me, { amountDue: 0, firstAmount: 999 })).toEqual({
      code: "AMOUNT_MISMATCH",
      amountDue: 0,
    });
    expect(await checkout(me, { amountDue: 0, firstAmount: 1499 })).toBe("in_trial");
  });

  test("never charges at once what was shown as a trial", async () => {
    const { me, id } = await begin();
    await send(me, "subscriptionCancel", `id: "${id}", atPeriodEnd: false`);
    expect(await checkout(me, { amountDue: 0 })).toBe("in_trial");
    // Another window still shows the trial that this one has used.
    const live = await server.graphql<{ me: { primarySubscription: { id: string } } }>(
      "{ me { primarySubscription { id } } }",
      {},
      { as: me },
    );
    await send(me, "subscriptionCancel", `id: "${live.data!.me.primarySubscription.id}", atPeriodEnd: false`);
    expect(await checkout(me, { amountDue: 0 })).toEqual({ code: "AMOUNT_MISMATCH", amountDue: 1499 });
  });
});

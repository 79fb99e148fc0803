import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { startStripeServer, stripeMethods, stripeSettings } from "../../../testing/stripe-server.ts";
import type { StripeServer } from "../../../testing/stripe-server.ts";
import { runDue } from "../billing-cycle/runner.ts";
import { sweepJob } from "../billing-cycle/sweep.ts";
import { subscribeAs, subscriptionOf } from "../testing.ts";

/** No webhook is ever sent here: a person is never stuck because one was lost. */
let stripe: StripeServer;
let server: TestServer;
let aheadMs = 0;
const dayMs = 86_400_000;
beforeAll(async () => {
  stripe = await startStripeServer();
  server = await startTestServer({
    roles: "api",
    clock: { now: () => new Date(Date.now() + aheadMs) },
    env: stripeSettings(stripe.url),
  });
});
afterAll(async () => {
  await server?.stop();
  await stripe?.stop();
});
afterEach(() => expect(stripe.faults).toEqual([]));

const token = (kind: keyof typeof stripeMethods) => `${stripeMethods[kind]}_${randomUUID().slice(0, 8)}`;
const intentOf = async (me: TestPerson): Promise<string> => {
  const { rows } = await server.pool.query<{ ref: string }>(
    `select provider_ref as ref from billing.payments where account_id = $1 and status = 'action_required'`,
    [me.id],
  );
  return rows[0]!.ref;
};
const chargesOf = (me: TestPerson) =>
  stripe.charges.filter(({ metadata }) => metadata["accountId"] === me.id).map(({ amount }) => amount);
const fields = `id status dunningStatus plan { id } nextAction { type clientSecret } confirmation { purpose amount }
  dunning { invoiceId amount willRetry needsConfirmation retryAt } paymentMethod { id }`;
interface Shown {
  id: string;
  status: string;
  dunningStatus: string | null;
  plan: { id: string };
  nextAction: { type: string; clientSecret: string } | null;
  confirmation: { purpose: string; amount: number } | null;
  dunning: {
    invoiceId: string;
    amount: number;
    willRetry: boolean;
    needsConfirmation: boolean;
    retryAt: string;
  } | null;
  paymentMethod: { id: string } | null;
}
/** Runs one mutation that answers a subscription. */
const act = async (
  me: TestPerson,
  call: string,
  variables: object = {},
  head = "",
): Promise<Shown | string> => {
  const { data, errors } = await server.graphql<{ it: Shown }>(
    `mutation ${head} { it: ${call} { ${fields} } }`,
    variables,
    { as: me },
  );
  return data?.it ?? errors[0]!.extensions.code;
};
const pay = (me: TestPerson, id: string, amount = 1499) =>
  act(me, `invoicePay(id: "${id}", amountInCents: ${amount})`);
const payBy = (me: TestPerson, id: string, kind: keyof typeof stripeMethods) =>
  act(
    me,
    `invoicePay(id: "${id}", amountInCents: 1499, gateway: { provider: stripe, token: "${token(kind)}" }, paymentMethodType: card)`,
  );
const refresh = (me: TestPerson, id: string) => act(me, `subscriptionRefresh(id: "${id}")`);
const current = async (me: TestPerson): Promise<Shown> => {
  const { data } = await server.graphql<{ me: { primarySubscription: Shown } }>(
    `{ me { primarySubscription { ${fields} } } }`,
    {},
    { as: me },
  );
  return data!.me.primarySubscription;
};
/** Advances the clock day by day and processes what is due. */
const pass = async (days: number) => {
  for (let day = 0; day < days; day += 1) {
    aheadMs += dayMs;
    await runDue(server.ctx(), { untilMs: 60_000 });
  }
};
/** A member whose card always asks for 3-D Secure, with a confirmed subscription. */
const begin = async (planId = "premium-monthly") => {
  const me = await server.member();
  const given = { provider: "stripe", planId, token: token("confirms"), withoutTrial: true };
  const { data } = await subscribeAs(server, me, given);
  const { id } = data!.subscriptionCreateV2;
  stripe.answer(await intentOf(me), true);
  expect(await refresh(me, id)).toMatchObject({ status: "active", nextAction: null });
  return { me, id };
};
const inDunning = async () => {
  const begun = await begin();
  await pass(31);
  const { dunning } = await current(begun.me);
  return { ...begun, dunning: dunning! };
};
const mailsTo = async (me: TestPerson): Promise<string[]> => {
  const { rows } = await server.pool.query<{ payload: string }>(
    `select payload::text from graphile_worker._private_jobs join graphile_worker._private_tasks on _private_tasks.id = task_id
     where identifier = 'mail.send' and payload::text like '%' || (select email from identity."user" where id = $1) || '%'
     order by _private_jobs.id`,
    [me.id],
  );
  return rows.map(({ payload }) => payload);
};

describe("a renewal that the bank wants confirmed", () => {
  test("isn’t charged blindly again, and ends after a week without an answer", async () => {
    const { me, dunning } = await inDunning();
    expect(dunning).toMatchObject({ amount: 1499, willRetry: false, needsConfirmation: true });
    await pass(6);
    const { rows } = await server.pool.query(
      "select count(*)::int as asked from billing.payments where account_id = $1 and purpose = 'renewal'",
      [me.id],
    );
    expect(rows).toEqual([{ asked: 1 }]);
    const mails = (await mailsTo(me)).filter((mail) => mail.includes("Confirm your payment"));
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain("/account/subscription/pay");
    await pass(1);
    expect(await subscriptionOf(server, me)).toMatchObject({ status: "canceled" });
    expect(chargesOf(me)).toEqual([1499]);
  });

  test("is paid by the person’s confirmation, once, for the amount shown", async () => {
    const { me, id, dunning } = await inDunning();
    expect(await pay(me, dunning.invoiceId, 1)).toBe("AMOUNT_MISMATCH");
    const waiting = (await pay(me, dunning.invoiceId)) as Shown;
    expect(waiting).toMatchObject({
      nextAction: { type: "stripe_confirm", clientSecret: expect.stringMatching(/^pi_/) },
      confirmation: { purpose: "renewal", amount: 1499 },
    });
    // A reload, another device or a second press find the same confirmation.
    expect((await current(me)).nextAction).toEqual(waiting.nextAction);
    expect(((await pay(me, dunning.invoiceId)) as Shown).nextAction).toEqual(waiting.nextAction);
    stripe.answer(await intentOf(me), true);
    expect(await refresh(me, id)).toMatchObject({
      status: "active",
      dunningStatus: "success",
      dunning: null,
      nextAction: null,
      confirmation: null,
    });
    expect(await pay(me, dunning.invoiceId)).toMatchObject({ status: "active" });
    expect(chargesOf(me)).toEqual([1499, 1499]);
  });

  test("charges once for ten presses at once", async () => {
    const { me, id, dunning } = await inDunning();
    const answers = await Promise.all(Array.from({ length: 10 }, () => payBy(me, dunning.invoiceId, "good")));
    const paid = answers.filter((answer) => typeof answer !== "string");
    expect(paid.length).toBeGreaterThan(0);
    expect(new Set(answers.filter((answer) => typeof answer === "string"))).toEqual(
      paid.length === 10 ? new Set() : new Set(["IN_PROGRESS"]),
    );
    expect(await refresh(me, id)).toMatchObject({ status: "active", dunning: null });
    expect(chargesOf(me)).toEqual([1499, 1499]);
  });

  test("loses no time and no card if another card is declined", async () => {
    const { me, dunning } = await inDunning();
    const before = await current(me);
    expect(await payBy(me, dunning.invoiceId, "poor")).toBe("INSUFFICIENT_FUNDS");
    expect(await payBy(me, dunning.invoiceId, "declined")).toBe("CARD_DECLINED");
    expect((await current(me)).dunning).toEqual({ ...before.dunning!, needsConfirmation: false });
    expect((await current(me)).paymentMethod).toEqual(before.paymentMethod);
    expect(chargesOf(me)).toEqual([1499]);
  });

  test("says so if the bank refuses the confirmation, and takes another press", async () => {
    const { me, id, dunning } = await inDunning();
    await pay(me, dunning.invoiceId);
    stripe.answer(await intentOf(me), false);
    expect(await refresh(me, id)).toBe("PAYMENT_ACTION_REQUIRED");
    expect(await current(me)).toMatchObject({ nextAction: null, dunning: { amount: 1499 } });
    await pay(me, dunning.invoiceId);
    stripe.answer(await intentOf(me), true);
    expect(await refresh(me, id)).toMatchObject({ dunning: null });
  });

  test("is paid with a new card by one confirmation", async () => {
    const { me, id } = await inDunning();
    const call = `subscriptionUpdatePaymentMethod(id: "${id}", gateway: { provider: stripe, token: "${token("confirms")}" }, paymentMethodType: card)`;
    expect(await act(me, call)).toMatchObject({ confirmation: { purpose: "renewal", amount: 1499 } });
    stripe.answer(await intentOf(me), true);
    expect(await refresh(me, id)).toMatchObject({ dunning: null, nextAction: null });
    expect(chargesOf(me)).toEqual([1499, 1499]);
  });

  test("can’t be paid by another account", async () => {
    const { dunning } = await inDunning();
    expect(await pay(await server.member(), dunning.invoiceId)).toBe("NOT_FOUND");
  });
});

test("confirms a new card, an upgrade and a resumed pause without a webhook", async () => {
  const { me, id } = await begin("basic-monthly");
  const confirmed = async (call: string, purpose: string) => {
    expect(await act(me, call)).toMatchObject({ confirmation: { purpose } });
    stripe.answer(await intentOf(me), true);
    return refresh(me, id);
  };
  const before = await current(me);
  const method = `subscriptionUpdatePaymentMethod(id: "${id}", gateway: { provider: stripe, token: "${token("confirms")}" }, paymentMethodType: card)`;
  const changed = (await confirmed(method, "method")) as Shown;
  expect(changed.paymentMethod).not.toEqual(before.paymentMethod);
  const upgrade = `subscriptionChangePlan(id: "${id}", planId: "premium-monthly")`;
  expect(await confirmed(upgrade, "change")).toMatchObject({ plan: { id: "premium-monthly" } });
  await pass(10);
  await act(me, `subscriptionPause(id: "${id}", months: 1)`);
  const resumed = await act(me, `subscriptionResume(id: "${id}")`);
  // The credit of the pause may cover a part: the rest is confirmed.
  expect(resumed).toMatchObject({ confirmation: { purpose: "resume" } });
  stripe.answer(await intentOf(me), true);
  expect(await refresh(me, id)).toMatchObject({ status: "active", nextAction: null });
});

test("still asks the person if the answer to their payment was lost", async () => {
  const me = await server.member();
  const given = { provider: "stripe", token: token("confirms"), withoutTrial: true };
  const { data } = await subscribeAs(server, me, given);
  const { id } = data!.subscriptionCreateV2;
  // The process died between Stripe's answer and its settlement.
  await server.pool.query(
    "update billing.payments set status = 'started', provider_ref = null where subscription_id = $1",
    [id],
  );
  await server.pool.query("update billing.subscriptions set next_action = null where id = $1", [id]);
  aheadMs += 11 * 60_000;
  await sweepJob.run(
    server.ctx(),
    {},
    {
      signal: new AbortController().signal,
      attempt: 1,
      isLastAttempt: false,
    },
  );
  expect(await subscriptionOf(server, me)).toMatchObject({
    status: "pending",
    nextAction: { type: "stripe_confirm" },
  });
});

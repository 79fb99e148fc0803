import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mergePeople } from "../../../app/merge.ts";
import { subscribe } from "../../../testing/factories.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { captureLog } from "../../../testing/log.ts";
import { seedCoupon } from "../index.ts";
import { cards, cardToken, subscribeAs, subscriptionOf, walletToken } from "../testing.ts";

let server: TestServer;
const logged = captureLog();
beforeAll(async () => {
  server = await startTestServer({ env: { LOG_LEVEL: "trace" } });
});
afterAll(async () => {
  await server?.stop();
});

const codesOf = (answer: { errors: readonly { extensions: { code: string } }[] }) =>
  answer.errors.map(({ extensions }) => extensions.code);
const isActive = async (as: TestPerson) =>
  (await server.graphql<{ me: { isActive: boolean } }>("{ me { isActive } }", {}, { as })).data?.me.isActive;
const charges = async (accountId: string) =>
  (
    await server.pool.query(
      "select amount, status from billing.test_payments where account_id = $1 and amount > 0",
      [accountId],
    )
  ).rows as { amount: number; status: string }[];
const coupon = (id: string, redemptionsLeft: number | null = null) =>
  server.ctx().transact((tx) =>
    seedCoupon(tx, {
      id,
      discountType: "percentage",
      basisPoints: 5000,
      amounts: {},
      duration: "one_time",
      durationMonths: null,
      appliesTo: "invoice",
      state: "active",
      planIds: null,
      redeemBy: null,
      redemptionsLeft,
    }),
  );

describe("checkout", () => {
  test("begins a trial, charges nothing and grants access to classes", async () => {
    const me = await server.anonymous();
    const { data } = await subscribeAs(server, me);
    expect(data?.subscriptionCreateV2).toMatchObject({
      status: "in_trial",
      provider: { id: "eightcount" },
      plan: { id: "premium-monthly" },
      nextAction: null,
    });
    const days = (Date.parse(data!.subscriptionCreateV2.nextBillingAt!) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(14);
    expect(await isActive(me)).toBe(true);
    expect(await charges(me.id)).toEqual([]);
  });

  test("charges the estimated amount less the coupon if there is no trial", async () => {
    await coupon("HALF");
    const me = await server.anonymous();
    const { data } = await subscribeAs(server, me, {
      withoutTrial: true,
      couponIds: ["half"],
      countryCode: "JP",
    });
    expect(data?.subscriptionCreateV2).toMatchObject({ status: "active" });
    expect(await charges(me.id)).toEqual([{ amount: 950, status: "succeeded" }]);
  });

  test("accepts each wallet, and only as the provider of its token", async () => {
    for (const wallet of ["apple_pay", "google_pay", "paypal_express_checkout"]) {
      const me = await server.anonymous();
      const token = await walletToken(server, wallet);
      expect(codesOf(await subscribeAs(server, me, { token, type: "card" }))).toEqual(["BAD_INPUT"]);
      const { data } = await subscribeAs(server, me, { token, type: wallet });
      expect(data?.subscriptionCreateV2.status).toBe("in_trial");
    }
  });

  test.each([
    [cards.declined, "CARD_DECLINED"],
    [cards.poor, "INSUFFICIENT_FUNDS"],
    [cards.expired, "CARD_EXPIRED"],
    [cards.wrongCvc, "CARD_CVC_WRONG"],
  ])("with %s is refused with %s, and another card then works", async (number, code) => {
    const me = await server.anonymous();
    const key = randomUUID();
    const token = await cardToken(server, number);
    expect(codesOf(await subscribeAs(server, me, { token, key }))).toEqual([code]);
    expect(codesOf(await subscribeAs(server, me, { token, key }))).toEqual([code]);
    expect(await isActive(me)).toBe(false);
    // The trial was not used up.
    expect((await subscribeAs(server, me)).data?.subscriptionCreateV2.status).toBe("in_trial");
  });

  test("attaches a card that fails on charge for a trial, and declines it for an immediate charge", async () => {
    const [one, other] = [await server.anonymous(), await server.anonymous()];
    const token = await cardToken(server, cards.failsLater);
    expect((await subscribeAs(server, one, { token })).data?.subscriptionCreateV2.status).toBe("in_trial");
    const again = await cardToken(server, cards.failsLater);
    expect(codesOf(await subscribeAs(server, other, { token: again, withoutTrial: true }))).toEqual([
      "CARD_DECLINED",
    ]);
  });

  test("refuses a second subscription as an illegal transition, and a second trial on the same card without a charge", async () => {
    const [one, other] = [await server.anonymous(), await server.anonymous()];
    await subscribeAs(server, one, { token: await cardToken(server, cards.good, [5, 2099]) });
    expect(codesOf(await subscribeAs(server, one))).toEqual(["ILLEGAL_TRANSITION"]);
    const token = await cardToken(server, cards.good, [5, 2099]);
    expect(codesOf(await subscribeAs(server, other, { token }))).toEqual(["TRIAL_NOT_AVAILABLE"]);
    expect(await charges(other.id)).toEqual([]);
    const paid = await subscribeAs(server, other, { token, withoutTrial: true });
    expect(paid.data?.subscriptionCreateV2.status).toBe("active");
  });

  test("ignores another account's token, and a trial, country or amount that the client claims", async () => {
    const [one, other] = [await server.anonymous(), await server.anonymous()];
    const token = await cardToken(server);
    await subscribeAs(server, one, { token });
    expect(codesOf(await subscribeAs(server, other, { token, withoutTrial: true }))).toEqual(["BAD_INPUT"]);
    const trialOverrideTime = new Date(Date.now() + 40 * 86_400_000).toISOString();
    expect(codesOf(await subscribeAs(server, other, { trialOverrideTime }))).toEqual(["FORBIDDEN"]);
  });

  test("begins at the requested later time, without access before it", async () => {
    const me = await server.anonymous();
    const startAt = new Date(Date.now() + 5 * 86_400_000).toISOString();
    const { data } = await subscribeAs(server, me, { startAt, withoutTrial: true });
    expect(data?.subscriptionCreateV2).toMatchObject({ status: "future", nextBillingAt: startAt });
    expect(await isActive(me)).toBe(false);
  });

  test("refuses a card number in any other field, and neither stores nor logs the number", async () => {
    const me = await server.anonymous();
    const number = "5555 5555 5555 4444";
    for (const given of [
      { token: number },
      { key: number },
      { couponIds: [number] },
      { ipInfo: { city: number } },
    ])
      expect(codesOf(await subscribeAs(server, me, given))).toEqual(["PAN_REJECTED"]);
    await cardToken(server, "5555555555554444");
    expect(logged()).not.toMatch(/5555[ -]?5555/);
    const { rows } = await server.pool.query(`
      select table_name as name from information_schema.tables where table_schema = 'billing' and table_type = 'BASE TABLE'`);
    for (const { name } of rows as { name: string }[]) {
      const { rows: matches } = await server.pool.query(
        `select count(*)::int as count from billing.${name} as t where to_jsonb(t)::text ~ '5555[ -]?5555[ -]?5555'`,
      );
      expect([name, (matches[0] as { count: number }).count]).toEqual([name, 0]);
    }
  });
});

describe("an idempotency key", () => {
  test("returns the same answer again, and is refused with another input", async () => {
    const me = await server.anonymous();
    const given = { key: "one-attempt", token: await cardToken(server), withoutTrial: true };
    const first = await subscribeAs(server, me, given);
    expect((await subscribeAs(server, me, given)).data).toEqual(first.data);
    expect(codesOf(await subscribeAs(server, me, { ...given, planId: "basic-monthly" }))).toEqual([
      "IDEMPOTENCY_KEY_REUSED",
    ]);
    // The same key of another account is a different key.
    const other = await server.anonymous();
    expect((await subscribeAs(server, other, { key: "one-attempt" })).data?.subscriptionCreateV2.status).toBe(
      "in_trial",
    );
  });

  test("charges once if sent fifty times concurrently", async () => {
    const me = await server.anonymous();
    const given = { key: randomUUID(), token: await cardToken(server), withoutTrial: true };
    const answers = await Promise.all(Array.from({ length: 50 }, () => subscribeAs(server, me, given)));
    for (const answer of answers)
      expect(answer.data?.subscriptionCreateV2.status ?? codesOf(answer)[0]).toMatch(
        /^(active|IN_PROGRESS)$/,
      );
    const last = await subscribeAs(server, me, given);
    expect(last.data?.subscriptionCreateV2.status).toBe("active");
    expect(await charges(me.id)).toHaveLength(1);
  });

  test("makes one subscription from fifty concurrent calls with different keys", async () => {
    const me = await server.anonymous();
    const tokens = await Promise.all(Array.from({ length: 20 }, () => walletToken(server, "apple_pay")));
    const answers = await Promise.all(
      tokens.map((token) => subscribeAs(server, me, { token, type: "apple_pay", withoutTrial: true })),
    );
    for (const answer of answers)
      expect(answer.data?.subscriptionCreateV2.status ?? codesOf(answer)[0]).toMatch(
        /^(active|IN_PROGRESS|ILLEGAL_TRANSITION)$/,
      );
    expect(await charges(me.id)).toHaveLength(1);
  });
});

describe("coupons with a redemption limit", () => {
  test("are redeemed up to the limit, even by concurrent checkouts", async () => {
    await coupon("THREE", 3);
    const people = await Promise.all(Array.from({ length: 10 }, () => server.anonymous()));
    const answers = [];
    for (const person of people.slice(0, 1))
      answers.push(await subscribeAs(server, person, { couponIds: ["THREE"] }));
    answers.push(
      ...(await Promise.all(
        people.slice(1).map((person) => subscribeAs(server, person, { couponIds: ["THREE"] })),
      )),
    );
    expect(answers.filter(({ data }) => data?.subscriptionCreateV2)).toHaveLength(3);
    for (const answer of answers.filter(({ errors }) => errors.length))
      expect(codesOf(answer)).toEqual(["COUPON_EXHAUSTED"]);
  });

  test("are returned if the payment is declined", async () => {
    await coupon("LAST", 1);
    const me = await server.anonymous();
    const token = await cardToken(server, cards.declined);
    expect(codesOf(await subscribeAs(server, me, { couponIds: ["LAST"], token }))).toEqual(["CARD_DECLINED"]);
    expect((await subscribeAs(server, me, { couponIds: ["LAST"] })).data?.subscriptionCreateV2.status).toBe(
      "in_trial",
    );
  });
});

describe("3-D Secure", () => {
  const begin = async (withoutTrial = true) => {
    const me = await server.anonymous();
    const given = { key: randomUUID(), token: await cardToken(server, cards.confirms), withoutTrial };
    const { data, errors } = await subscribeAs(server, me, given);
    if (!data) throw new Error(errors[0]?.extensions.code);
    return { me, given, pending: data.subscriptionCreateV2 };
  };
  const answer = (url: string, value: string) =>
    fetch(url, { method: "POST", body: new URLSearchParams({ answer: value }), redirect: "manual" });

  test("waits for the person without granting access; after approval the payment succeeds and redirects back", async () => {
    const { me, given, pending } = await begin();
    expect(pending).toMatchObject({ status: "pending", nextAction: { type: "redirect" } });
    expect(await isActive(me)).toBe(false);
    expect(await (await fetch(pending.nextAction!.url)).text()).toContain("Approve");
    const german = await fetch(pending.nextAction!.url, { headers: { "accept-language": "de" } });
    expect(await german.text()).toContain("Freigeben");
    const response = await answer(pending.nextAction!.url, "approve");
    expect([response.status, response.headers.get("location")]).toEqual([303, `${server.url}/checkout`]);
    const again = await subscribeAs(server, me, given);
    expect(again.data?.subscriptionCreateV2).toMatchObject({ id: pending.id, status: "active" });
    expect(await charges(me.id)).toEqual([{ amount: 1499, status: "succeeded" }]);
  });

  test("is settled by the gateway's webhook if the client never asks", async () => {
    const { me, pending } = await begin(false);
    await answer(pending.nextAction!.url, "approve");
    await expect
      .poll(async () => (await subscriptionOf(server, me))?.status, { timeout: 60_000 })
      .toBe("in_trial");
  });

  test("ends the subscription if declined, and another card then works", async () => {
    const { me, given, pending } = await begin();
    await answer(pending.nextAction!.url, "fail");
    const again = await subscribeAs(server, me, given);
    expect(again.data?.subscriptionCreateV2.status).toBe("canceled_during_pending");
    expect((await subscribeAs(server, me)).data?.subscriptionCreateV2.status).toBe("in_trial");
  });

  test("is canceled if the person uses another card, and cannot be approved afterwards", async () => {
    const { me, pending } = await begin();
    expect((await subscribeAs(server, me)).data?.subscriptionCreateV2.status).toBe("in_trial");
    await answer(pending.nextAction!.url, "approve");
    expect(await charges(me.id)).toEqual([{ amount: 1499, status: "canceled" }]);
  });
});

test("refuses a gateway that is not configured", async () => {
  const me = await server.anonymous();
  const { errors } = await server.graphql(
    `mutation { subscriptionCreateV2(planInfo: { planId: "premium-monthly" }, gateway: { provider: stripe, token: "pm_x" },
      paymentMethodType: card, idempotencyKey: "x") { id } }`,
    {},
    { as: me },
  );
  expect(errors[0]?.extensions.code).toBe("PROVIDER_UNAVAILABLE");
});

test("lists only the viewer's subscriptions in the history", async () => {
  const me = await server.anonymous();
  await subscribe(server.pool, (await server.anonymous()).id, "premium");
  const { data } = await subscribeAs(server, me);
  const history = await server.graphql<{ userSubscriptionHistory: { id: string }[] }>(
    "{ userSubscriptionHistory { id } }",
    {},
    { as: me },
  );
  expect(history.data?.userSubscriptionHistory).toEqual([{ id: data!.subscriptionCreateV2.id }]);
});

describe("signing in to an existing account", () => {
  test("moves the guest's paid subscription and its access to the account", async () => {
    const guest = await server.anonymous();
    const { data } = await subscribeAs(server, guest, { withoutTrial: true });
    const member = await server.member();
    await mergePeople(server.ctx(), { from: guest.id, into: member.id });
    expect(await subscriptionOf(server, member)).toMatchObject({
      id: data!.subscriptionCreateV2.id,
      status: "active",
    });
    expect(await isActive(member)).toBe(true);
  });

  test("keeps the account's own subscription; the guest's ends and its value becomes credit", async () => {
    const guest = await server.anonymous();
    await subscribeAs(server, guest, { withoutTrial: true });
    const member = await server.member();
    const own = await subscribeAs(server, member, { withoutTrial: true });
    await mergePeople(server.ctx(), { from: guest.id, into: member.id });
    expect(await subscriptionOf(server, member)).toMatchObject({ id: own.data!.subscriptionCreateV2.id });
    const { rows } = await server.pool.query("select amount from billing.credits where account_id = $1", [
      member.id,
    ]);
    expect(rows).toEqual([{ amount: 1499 }]);
  });
});

test("limits the rate of declined cards per account", async () => {
  const me = await server.anonymous();
  const token = await cardToken(server, cards.declined);
  for (let attempt = 0; attempt < 20; attempt += 1)
    expect(codesOf(await subscribeAs(server, me, { token }))).toEqual(["CARD_DECLINED"]);
  expect(codesOf(await subscribeAs(server, me))).toEqual(["RATE_LIMITED"]);
});

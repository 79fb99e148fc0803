import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findBrokenRules } from "../../../testing/billing-rules.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { mailTo, subjectsTo } from "../../../testing/mailbox.ts";
import { sweepPayments } from "../billing-cycle/sweep.ts";
import { reconcile } from "../reconciliation/reconciliation.ts";
import { cards, cardToken, subscribeAs } from "../testing.ts";
import { deliverGiftCardsJob } from "./deliver.ts";
import { roundAmount } from "./offer.ts";

const dayMs = 86_400_000;
let aheadMs = 0;
let server: TestServer;
let finance: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => new Date(Date.now() + aheadMs) } });
  finance = await server.member({ role: "admin" });
});
afterAll(() => server?.stop());
beforeEach(() => server.pool.query("delete from platform.rate_limits"));

const studioName = () => server.ctx().studio.name;
const newEmail = () => `demo-${randomUUID()}@example.test`;
const shown = "id status code amount currencyCode months planName sendAt sentAt nextAction { url }";
interface Card {
  id: string;
  status: string;
  code: string | null;
  amount: number;
  sentAt: string | null;
  nextAction: { url: string } | null;
}
interface Order {
  amount?: number;
  planId?: string;
  months?: number;
  recipientEmail?: string | null;
  recipientLocale?: string;
  sendOn?: string | null;
  token?: string;
  key?: string;
  buyerEmail?: string;
}
async function buy(as: TestPerson, order: Order = {}) {
  const { data, errors } = await server.graphql<{ giftCardBuy: Card }>(
    `mutation ($input: GiftCardInput!, $gateway: Gateway!, $key: String!) {
      giftCardBuy(input: $input, gateway: $gateway, paymentMethodType: card, idempotencyKey: $key) { ${shown} } }`,
    {
      input: {
        amount: order.amount ?? 5_000,
        currencyCode: "USD",
        countryCode: "US",
        planId: order.planId ?? null,
        months: order.months ?? null,
        buyerEmail: order.buyerEmail ?? null,
        gift: {
          senderName: "Demo Ana",
          message: "Have fun",
          recipientEmail: order.recipientEmail ?? null,
          recipientLocale: order.recipientLocale ?? "en",
          sendOn: order.sendOn ?? null,
        },
      },
      gateway: { provider: "eightcount", token: order.token ?? (await cardToken(server)) },
      key: order.key ?? randomUUID(),
    },
    { as },
  );
  return { card: data?.giftCardBuy, code: errors[0]?.extensions.code };
}
async function redeem(as: TestPerson, code: string) {
  const { data, errors } = await server.graphql<{
    giftCardRedeem: { amount: number; planUntil: string | null; isRedeemed: boolean };
  }>(
    "mutation ($code: String!) { giftCardRedeem(code: $code) { amount planUntil isRedeemed } }",
    { code },
    { as },
  );
  return { effect: data?.giftCardRedeem, code: errors[0]?.extensions.code };
}
const creditOf = async (as: TestPerson): Promise<number> =>
  (
    await server.graphql<{ creditBalances: { amount: number }[] }>(
      "{ creditBalances { amount } }",
      {},
      { as },
    )
  ).data!.creditBalances[0]?.amount ?? 0;
async function refund(id: string, rest: number, as = finance) {
  const { data, errors } = await server.graphql<{ studioGiftCardRefund: { status: string } }>(
    `mutation ($id: ID!, $rest: Int!) { studioGiftCardRefund(id: $id, rest: $rest, reason: "Returned") { status } }`,
    { id, rest },
    { as },
  );
  return data?.studioGiftCardRefund.status ?? errors[0]?.extensions.code;
}
/** What the provider holds of an account, in minor units. */
const held = async ({ id }: TestPerson): Promise<number> => {
  const { rows } = await server.pool.query<{ held: number }>(
    `select coalesce(sum(amount - refunded), 0)::int as held from billing.test_payments
     where account_id = $1 and status = 'succeeded'`,
    [id],
  );
  return rows[0]!.held;
};
/** Refunds run as jobs. */
/** Waits until the refunds of a person left, here and at the provider. */
const settled = async (person: TestPerson, amount: number) => {
  await expect.poll(() => held(person), { timeout: 10_000 }).toBe(amount);
  await expect
    .poll(
      async () =>
        (
          await server.pool.query(
            `select from billing.refunds join billing.payments on payments.id = payment_id
             where payments.account_id = $1 and refunds.status = 'started'`,
            [person.id],
          )
        ).rowCount,
      { timeout: 10_000 },
    )
    .toBe(0);
};
const broken = (...people: TestPerson[]) =>
  findBrokenRules(
    server.pool,
    people.map(({ id }) => id),
    new Date(Date.now() + aheadMs),
  );

describe("buying", () => {
  test("charges once for ten presses, and emails card and receipt", async () => {
    const buyer = await server.anonymous();
    const [buyerEmail, recipientEmail] = [newEmail(), newEmail()];
    const order = { key: randomUUID(), token: await cardToken(server), buyerEmail, recipientEmail };
    const answers = await Promise.all(Array.from({ length: 10 }, () => buy(buyer, order)));
    for (const { code } of answers) expect([undefined, "IN_PROGRESS"]).toContain(code);
    const { card } = await buy(buyer, order);
    expect(card).toMatchObject({ status: "sent", amount: 5_000, sentAt: expect.any(String) });
    expect(await held(buyer)).toBe(5_000);
    const mail = await mailTo(server, recipientEmail, `A gift card for ${studioName()}`);
    expect(mail.text).toContain(card!.code);
    expect(mail.text).toContain("Have fun");
    await mailTo(server, buyerEmail, "Your gift card is ready");
    expect(await subjectsTo(server, recipientEmail)).toHaveLength(1);
    expect((await buy(buyer, { ...order, amount: 10_000 })).code).toBe("IDEMPOTENCY_KEY_REUSED");
    // The card is not kept for later charges.
    const { data } = await server.graphql<{ paymentMethods: object[] }>(
      "{ paymentMethods { id } }",
      {},
      { as: buyer },
    );
    expect(data!.paymentMethods).toEqual([]);
    expect(await broken(buyer)).toEqual([]);
  });

  test("sends the card on its day, in the recipient's language, and no sooner", async () => {
    const buyer = await server.member();
    const recipientEmail = newEmail();
    const day = new Date(Date.now() + aheadMs + 10 * dayMs).toISOString().slice(0, 10);
    const { card } = await buy(buyer, { recipientEmail, recipientLocale: "de", sendOn: day });
    expect(card).toMatchObject({ status: "waiting", sentAt: null });
    const run = () => deliverGiftCardsJob.run(server.ctx(), {}, {} as never);
    await run();
    expect(await subjectsTo(server, recipientEmail)).toEqual([]);
    aheadMs += 11 * dayMs;
    await Promise.all([run(), run()]);
    await mailTo(server, recipientEmail, `Eine Geschenkkarte für ${studioName()}`);
    expect(await subjectsTo(server, recipientEmail)).toHaveLength(1);
  });

  test("tells why it was declined, and leaves no card that is good", async () => {
    const buyer = await server.member();
    const { code } = await buy(buyer, { token: await cardToken(server, cards.declined) });
    expect(code).toBe("CARD_DECLINED");
    const { data } = await server.graphql<{ giftCards: object[] }>("{ giftCards { id } }", {}, { as: buyer });
    expect(data!.giftCards).toEqual([]);
  });

  test("finds a charge whose answer was lost, and ends one that is never confirmed", async () => {
    const buyer = await server.member();
    const key = randomUUID();
    const order = { key, token: await cardToken(server, cards.losesAnswer) };
    expect((await buy(buyer, order)).code).toBe("PROVIDER_UNAVAILABLE");
    aheadMs += 3_600_000;
    await sweepPayments(server.ctx());
    expect((await buy(buyer, order)).card).toMatchObject({ status: "sent" });
    expect(await held(buyer)).toBe(5_000);
    const waiting = await server.member();
    const { card } = await buy(waiting, { token: await cardToken(server, cards.confirms) });
    expect(card).toMatchObject({ status: "pending", code: null, nextAction: { url: expect.any(String) } });
    aheadMs += 2 * dayMs;
    await sweepPayments(server.ctx());
    const { data } = await server.graphql<{ giftCards: object[] }>(
      "{ giftCards { id } }",
      {},
      { as: waiting },
    );
    expect(data!.giftCards).toEqual([]);
    expect(await held(waiting)).toBe(0);
    expect(await broken(buyer, waiting)).toEqual([]);
  });

  test("refuses other amounts than shown, and guests without an email", async () => {
    const buyer = await server.member();
    expect((await buy(buyer, { amount: 1 })).code).toBe("BAD_INPUT");
    expect((await buy(buyer, { planId: "premium-monthly", months: 3, amount: 1 })).code).toBe(
      "AMOUNT_MISMATCH",
    );
    expect((await buy(await server.anonymous(), { buyerEmail: "" })).code).toBe("BAD_INPUT");
    expect((await buy(buyer, { sendOn: "2999-01-01" })).code).toBe("BAD_INPUT");
    expect(await held(buyer)).toBe(0);
  });
});

describe("redeeming", () => {
  test("turns the amount into credit once, which pays for invoices in parts", async () => {
    const [buyer, dancer, other] = [await server.member(), await server.member(), await server.member()];
    const { card } = await buy(buyer);
    const code = card!.code!.toLowerCase().replaceAll("-", " ");
    const answers = await Promise.all([1, 2, 3].map(() => redeem(dancer, code)));
    for (const { effect } of answers) expect(effect).toMatchObject({ amount: 5_000, planUntil: null });
    expect(await creditOf(dancer)).toBe(5_000);
    expect((await redeem(other, code)).code).toBe("GIFT_CARD_USED");
    expect((await redeem(other, "ABCD-EFGH-JKLM-NPQR")).code).toBe("GIFT_CARD_UNKNOWN");
    expect((await redeem(await server.anonymous(), code)).code).toBe("REGISTRATION_REQUIRED");
    await subscribeAs(server, dancer, { planId: "premium-monthly", withoutTrial: true });
    const rest = await creditOf(dancer);
    expect(rest).toBeGreaterThan(0);
    expect(rest).toBeLessThan(5_000);
    expect(await held(dancer)).toBe(0);
    // The rest goes back to the buyer, once.
    expect(await refund(card!.id, 5_000)).toBe("CHANGED_MEANWHILE");
    expect(await Promise.all([1, 2].map(() => refund(card!.id, rest)))).toEqual(["refunded", "refunded"]);
    expect(await creditOf(dancer)).toBe(0);
    await settled(buyer, 5_000 - rest);
    expect(await broken(buyer, dancer)).toEqual([]);
  });

  test("begins months of a plan, paid by the card with tax included, and ends them", async () => {
    const [buyer, dancer] = [await server.member(), await server.member()];
    const { data } = await server.graphql<{
      giftCardOffer: { months: { planId: string; months: number; amount: number }[] };
    }>(`{ giftCardOffer(countryCode: "US") { months { planId months amount } } }`);
    const gift = data!.giftCardOffer.months.find(
      ({ planId, months }) => planId === "premium-monthly" && months === 3,
    )!;
    const { card } = await buy(buyer, gift);
    const { effect } = await redeem(dancer, card!.code!);
    expect(effect!.planUntil).toEqual(expect.any(String));
    const read = () =>
      server.graphql<{
        me: { primarySubscription: { status: string; isPrepaid: boolean; nextAmount: null } };
        invoices: { items: { total: number; creditsApplied: number; amountPaid: number }[] };
      }>(
        `{ me { primarySubscription { status isPrepaid nextAmount } }
           invoices { items { total creditsApplied amountPaid } } }`,
        {},
        { as: dancer },
      );
    expect((await read()).data).toMatchObject({
      me: { primarySubscription: { status: "non_renewing", isPrepaid: true, nextAmount: null } },
      invoices: { items: [{ total: gift.amount, creditsApplied: gift.amount, amountPaid: 0 }] },
    });
    expect(await creditOf(dancer)).toBe(0);
    expect(await refund(card!.id, gift.amount)).toBe("BAD_INPUT");
    expect(await broken(buyer, dancer)).toEqual([]);
  });
});

describe("staff", () => {
  test("issue a card once per key, and void one that wasn't redeemed", async () => {
    const recipientEmail = newEmail();
    const issue = async (key: string, amount: number) =>
      await server.graphql<{ studioGiftCardIssue: { id: string; status: string } }>(
        `mutation ($key: ID!, $input: GiftCardIssueInput!) { studioGiftCardIssue(key: $key, input: $input) { id status } }`,
        {
          key,
          input: {
            amount,
            currencyCode: "USD",
            reason: "A prize",
            gift: { recipientEmail, recipientLocale: "es" },
          },
        },
        { as: finance },
      );
    const key = randomUUID();
    const [one, two] = await Promise.all([issue(key, 2_000), issue(key, 2_000)]);
    expect(one.data!.studioGiftCardIssue).toEqual(two.data!.studioGiftCardIssue);
    expect((await issue(key, 3_000)).errors[0]?.extensions.code).toBe("IDEMPOTENCY_KEY_REUSED");
    await mailTo(server, recipientEmail, `Una tarjeta regalo para ${studioName()}`);
    expect(await refund(key, 2_000)).toBe("BAD_INPUT");
    const { data } = await server.graphql<{ studioGiftCardVoid: { status: string } }>(
      `mutation { studioGiftCardVoid(id: "${key}", reason: "Sent twice") { status } }`,
      {},
      { as: finance },
    );
    expect(data!.studioGiftCardVoid.status).toBe("voided");
    const { rows } = await server.pool.query<{ code: string }>(
      "select code from billing.gift_cards where id = $1",
      [key],
    );
    expect((await redeem(await server.member(), rows[0]!.code)).code).toBe("GIFT_CARD_USED");
    const { rows: acts } = await server.pool.query<{ action: string }>(
      "select action from identity.staff_acts where subject = $1 order by happened_at",
      [`gift_card:${key}`],
    );
    expect(acts.map(({ action }) => action)).toEqual([
      "billing.gift_card_issued",
      "billing.gift_card_voided",
    ]);
  });

  test("find a card by email or code, with what is left of it, and see the books agree", async () => {
    const buyer = await server.member();
    const recipientEmail = newEmail();
    const { card } = await buy(buyer, { recipientEmail });
    for (const search of [recipientEmail.toUpperCase(), card!.code!]) {
      const { data } = await server.graphql<{ studioGiftCards: { items: object[] } }>(
        "query ($search: String) { studioGiftCards(search: $search) { items { id refundable lastDigits isPaid } } }",
        { search },
        { as: finance },
      );
      expect(data!.studioGiftCards.items).toEqual([
        { id: card!.id, refundable: 5_000, lastDigits: card!.code!.slice(-4), isPaid: true },
      ]);
    }
    expect(await refund(card!.id, 5_000)).toBe("refunded");
    await settled(buyer, 0);
    const ctx = server.ctx();
    const now = new Date(Date.now() + aheadMs);
    const from = new Date(now.getTime() - 60 * dayMs);
    await reconcile(ctx, ctx.ports.gateways.current!, from, new Date(now.getTime() + dayMs));
    const { rows } = await server.pool.query(
      `select kind from billing.differences join billing.test_payments on ref = subject where account_id = $1`,
      [buyer.id],
    );
    expect(rows).toEqual([]);
  });
});

test("amounts to choose from are round", () => {
  expect([2_198, 5_495, 10_990, 340, 52_300].map(roundAmount)).toEqual([2_000, 5_000, 10_000, 250, 50_000]);
});

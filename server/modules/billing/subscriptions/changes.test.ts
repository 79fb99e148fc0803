import { describe, expect, test } from "vitest";
import type { TestPerson } from "../../../testing/harness.ts";
import { cards, cardToken, subscribeAs } from "../testing.ts";
import { server, admin, details, begin, call, days, paidBy, startBilling } from "./testing.ts";
import type { Shown } from "./testing.ts";

startBilling();

describe("cancellation", () => {
  test("keeps a trial to its end without a charge, and can be undone", async () => {
    const { me, id, begun } = await begin();
    const canceled = await call(
      me,
      "subscriptionCancel",
      `id: "${id}", atPeriodEnd: true, reason: too_expensive`,
    );
    expect(canceled).toMatchObject({
      status: "non_renewing",
      accessEndsAt: begun.nextBillingAt,
      nextBillingAt: null,
      nextAmount: null,
    });
    expect(await call(me, "subscriptionCancel", `id: "${id}", atPeriodEnd: true`)).toEqual(canceled);
    expect(await call(me, "subscriptionUndoCancel", `id: "${id}"`)).toMatchObject({
      status: "in_trial",
      accessEndsAt: null,
      nextBillingAt: begun.nextBillingAt,
    });
    expect(await call(me, "subscriptionUndoCancel", `id: "${id}"`)).toBe("ILLEGAL_TRANSITION");
  });

  test("keeps an arranged plan change, if it is undone", async () => {
    const { me, id } = await begin({ withoutTrial: true });
    await call(me, "subscriptionChangePlan", `id: "${id}", planId: "basic-monthly"`);
    expect(await call(me, "subscriptionCancel", `id: "${id}", atPeriodEnd: true`)).toMatchObject({
      status: "non_renewing",
      nextAmount: null,
      nextPlan: null,
    });
    expect(await call(me, "subscriptionChangePlan", `id: "${id}", planId: "basic-monthly"`)).toBe(
      "ILLEGAL_TRANSITION",
    );
    expect(await call(me, "subscriptionUndoCancel", `id: "${id}"`)).toMatchObject({
      status: "active",
      nextAmount: 799,
      nextPlan: { id: "basic-monthly" },
    });
  });

  test("ends the subscription immediately and permanently on request", async () => {
    const { me, id } = await begin();
    expect(await call(me, "subscriptionCancel", `id: "${id}", atPeriodEnd: false`)).toMatchObject({
      status: "canceled",
    });
    for (const [name, args] of [
      ["subscriptionUndoCancel", ""],
      ["subscriptionResume", ""],
      ["subscriptionPause", ", months: 1"],
      ["subscriptionCancel", ", atPeriodEnd: false"],
      ["subscriptionChangePlan", `, planId: "premium-yearly"`],
    ])
      expect([name, await call(me, name!, `id: "${id}"${args}`)]).toEqual([name, "ILLEGAL_TRANSITION"]);
    // Subscribing again creates a new subscription, without a second trial.
    const again = await subscribeAs(server, me);
    expect(again.data?.subscriptionCreateV2).toMatchObject({ status: "active" });
    expect(again.data?.subscriptionCreateV2.id).not.toBe(id);
  });

  test("refuses a card number in the comment, and hides another account's subscription", async () => {
    const { me, id } = await begin();
    expect(
      await call(
        me,
        "subscriptionCancel",
        `id: "${id}", atPeriodEnd: true, comment: "my card 4242424242424242"`,
      ),
    ).toBe("PAN_REJECTED");
    const other = await server.anonymous();
    expect(await call(other, "subscriptionCancel", `id: "${id}", atPeriodEnd: true`)).toBe("NOT_FOUND");
  });
});

describe("pausing", () => {
  test("revokes access at once without a charge, and credits unused time on resume", async () => {
    const { me, id } = await begin({ withoutTrial: true });
    expect(await call(me, "subscriptionPause", `id: "${id}", months: 4`)).toBe("BAD_INPUT");
    const paused = await call(me, "subscriptionPause", `id: "${id}", months: 2`);
    expect(paused).toMatchObject({ status: "paused", nextAmount: 0 });
    expect((paused as Shown).resumesAt).toBe((paused as Shown).nextBillingAt);
    expect(await call(me, "subscriptionResume", `id: "${id}"`)).toMatchObject({
      status: "active",
      resumesAt: null,
    });
    // The pause began in the minute of the payment, so nothing more was due.
    expect(await paidBy(me.id)).toEqual([1499]);
  });

  test("requires a paid subscription: a trial cannot pause", async () => {
    const { me, id } = await begin();
    expect(await call(me, "subscriptionPause", `id: "${id}", months: 1`)).toBe("ILLEGAL_TRANSITION");
  });
});

test("stores a new payment method only if it works", async () => {
  const { me, id } = await begin();
  const change = async (token: string, type = "card") =>
    call(
      me,
      "subscriptionUpdatePaymentMethod",
      `id: "${id}", gateway: { provider: eightcount, token: "${token}" }, paymentMethodType: ${type}`,
    );
  expect(await change(await cardToken(server, cards.declined))).toBe("CARD_DECLINED");
  expect(await change("5555555555554444")).toBe("PAN_REJECTED");
  expect(await change(await cardToken(server, "5555555555554444"))).toMatchObject({
    status: "in_trial",
    paymentMethod: { type: "card", brand: "mastercard", last4: "4444" },
  });
});

/** As many declined cards as an account may have in an hour. */
async function declineCards(me: TestPerson, id: string): Promise<void> {
  const token = await cardToken(server, cards.declined);
  for (let attempt = 0; attempt < 20; attempt += 1)
    await call(
      me,
      "subscriptionUpdatePaymentMethod",
      `id: "${id}", gateway: { provider: eightcount, token: "${token}" }, paymentMethodType: card`,
    );
}

test("limits declined cards for resuming too", async () => {
  const { me, id } = await begin({ withoutTrial: true });
  await call(me, "subscriptionPause", `id: "${id}", months: 1`);
  await declineCards(me, id);
  expect(await call(me, "subscriptionResume", `id: "${id}"`)).toBe("RATE_LIMITED");
});

test("limits declined cards for upgrades too, but not for a cheaper plan", async () => {
  const { me, id } = await begin({ withoutTrial: true });
  await declineCards(me, id);
  expect(await call(me, "subscriptionChangePlan", `id: "${id}", planId: "premium-yearly"`)).toBe(
    "RATE_LIMITED",
  );
  expect(await call(me, "subscriptionChangePlan", `id: "${id}", planId: "basic-monthly"`)).toMatchObject({
    nextPlan: { id: "basic-monthly" },
  });
});

test("grants the month off once, and lists only the available offers", async () => {
  const { me, id } = await begin({ withoutTrial: true });
  const off = await call(me, "subscriptionTakeMonthOff", `id: "${id}"`);
  expect(off).toMatchObject({ nextAmount: 0, cancelOffers: ["pause", "cheaper_plan"] });
  expect(await call(me, "subscriptionTakeMonthOff", `id: "${id}"`)).toMatchObject({ nextAmount: 0 });
  const { rows } = await server.pool.query(
    "select sum(amount)::int as sum from billing.credits where account_id = $1",
    [me.id],
  );
  expect(rows).toEqual([{ sum: 1499 }]);
});

test("refunds everything on withdrawal in the EU, and refuses withdrawal elsewhere", async () => {
  const { me, id } = await begin({ withoutTrial: true, countryCode: "DE", planId: "premium-yearly" });
  const { data } = await server.graphql<{ me: { primarySubscription: Shown } }>(
    `{ me { primarySubscription { ${details} } } }`,
    {},
    { as: me },
  );
  expect(data?.me.primarySubscription.withdrawableUntil).not.toBeNull();
  expect(await call(me, "subscriptionWithdraw", `id: "${id}"`)).toMatchObject({ status: "canceled" });
  const invoices = await server.graphql<{
    invoices: { items: { amountPaid: number; amountRefunded: number }[] };
  }>("{ invoices { items { amountPaid amountRefunded } } }", {}, { as: me });
  expect(invoices.data?.invoices.items).toEqual([{ amountPaid: 11_900, amountRefunded: 11_900 }]);
  const abroad = await begin({ withoutTrial: true, countryCode: "US" });
  expect(await call(abroad.me, "subscriptionWithdraw", `id: "${abroad.id}"`)).toBe("ILLEGAL_TRANSITION");
});

describe("invoices", () => {
  test("are paged, visible to their account only, and downloadable as PDF and JSON by signed links", async () => {
    const { me, id } = await begin({ withoutTrial: true, countryCode: "FR", planId: "basic-monthly" });
    await call(me, "subscriptionChangePlan", `id: "${id}", planId: "premium-yearly"`);
    const list = (after: string | null) =>
      server.graphql<{
        invoices: {
          total: number;
          nextCursor: string | null;
          items: {
            id: string;
            number: string;
            status: string;
            total: number;
            amountDue: number;
            pdfUrl: string;
            jsonUrl: string;
          }[];
        };
      }>(
        `query ($after: String) { invoices(pagination: { first: 1, after: $after }) { total nextCursor items { id number status total
          amountDue pdfUrl jsonUrl } } }`,
        { after },
        { as: me },
      );
    const first = (await list(null)).data!.invoices;
    expect(first).toMatchObject({ total: 2, items: [{ status: "paid", total: 11_900 - 799, amountDue: 0 }] });
    const second = (await list(first.nextCursor)).data!.invoices;
    expect(second).toMatchObject({ items: [{ total: 799 }], nextCursor: null });
    const [invoice] = second.items;
    const pdf = await fetch(invoice!.pdfUrl);
    expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect((await pdf.text()).slice(0, 5)).toBe("%PDF-");
    expect(await (await fetch(invoice!.jsonUrl)).json()).toMatchObject({
      number: invoice!.number,
      total: 799,
      tax: { name: "VAT", percent: 20, isIncluded: true, amount: 133 },
    });
    expect((await fetch(`${invoice!.pdfUrl}x`)).status).toBe(404);
    const other = await server.anonymous();
    const peek = await server.graphql(`{ invoice(id: "${invoice!.id}") { id } }`, {}, { as: other });
    expect(peek.errors[0]?.extensions.code).toBe("NOT_FOUND");
  });
});

test("lets only an admin refund, once per key, and never more than was paid", async () => {
  const { me } = await begin({ withoutTrial: true });
  const { data } = await server.graphql<{ invoices: { items: { id: string }[] } }>(
    "{ invoices { items { id } } }",
    {},
    { as: me },
  );
  const refund = async (as: TestPerson, amount: number, key: string) => {
    const answer = await server.graphql<{ invoiceRefund: { amountRefunded: number } }>(
      'mutation ($id: ID!, $amount: Int!, $key: String!) { invoiceRefund(id: $id, amountInCents: $amount, reason: "Too loud", idempotencyKey: $key) { amountRefunded } }',
      { id: data!.invoices.items[0]!.id, amount, key },
      { as },
    );
    return answer.data?.invoiceRefund.amountRefunded ?? answer.errors[0]!.extensions.code;
  };
  expect(await refund(me, 500, "a")).toBe("NOT_FOUND");
  expect(await refund(admin, 500, "a")).toBe(500);
  expect(await refund(admin, 500, "a")).toBe(500);
  expect(await refund(admin, 1000, "b")).toBe("BAD_INPUT");
  expect(await refund(admin, 999, "c")).toBe(1499);
});

test("lets only staff move the test clock", async () => {
  const me = await server.member();
  const { errors } = await server.graphql("mutation { advanceTestClock(days: 1) }", {}, { as: me });
  expect(errors[0]?.extensions.code).toBe("NOT_FOUND");
  expect((await days(1)).errors).toEqual([]);
});

test("grants a month off twelve months after the last one, not with the new calendar year", async () => {
  const { me, id } = await begin({ withoutTrial: true, planId: "premium-yearly" });
  const given = async () => {
    await call(me, "subscriptionTakeMonthOff", `id: "${id}"`);
    const { rows } = await server.pool.query<{ sum: number }>(
      "select sum(amount)::int as sum from billing.credits where account_id = $1 and amount > 0",
      [me.id],
    );
    return rows[0]!.sum;
  };
  const once = await given();
  await days(360);
  expect(await given()).toBe(once);
  await days(7);
  expect(await given()).toBe(2 * once);
});

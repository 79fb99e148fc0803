import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { defaultRefundLimit } from "../rules/refund-limits.ts";
import { cardToken } from "../testing.ts";
import { actingAsStaff } from "./testing.ts";

let server: TestServer;
let admin: TestPerson;
let staff: ReturnType<typeof actingAsStaff>;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.member({ role: "admin" });
  staff = actingAsStaff(server, admin);
  await limit(1000);
});
afterAll(() => server?.stop());

interface Limit {
  currencyCode: string;
  amount: number;
  usual: number;
  isSet: boolean;
}
const limitIn = async (currencyCode: string, as = admin): Promise<Limit | undefined> =>
  (
    await server.graphql<{ supportRefundLimits: Limit[] }>(
      "{ supportRefundLimits { currencyCode amount usual isSet } }",
      {},
      { as },
    )
  ).data!.supportRefundLimits.find((one) => one.currencyCode === currencyCode);
const save = async (refundLimits: object[]) => {
  const { data } = await server.graphql<{ studioSettings: { version: number } }>(
    "{ studioSettings { version } }",
    {},
    { as: admin },
  );
  return server.graphql(
    `mutation ($version: Int!, $refundLimits: [RefundLimitInput!]) {
       saveStudioSettings(version: $version, input: { refundLimits: $refundLimits }) { version } }`,
    { version: data!.studioSettings.version, refundLimits },
    { as: admin },
  );
};
async function limit(amount: number) {
  expect((await save([{ currencyCode: "USD", amount }])).errors).toEqual([]);
}
const invoiceOf = async (person: TestPerson) => (await staff.read(person)).invoices.items[0]!;

/** Every way to give money back for staff, of a thing that is worth more than ten dollars. */
const paths: Record<string, () => Promise<(amount: number, as: TestPerson) => Promise<string | null>>> = {
  "a person’s invoice": async () => {
    const person = await staff.payer();
    return async (amount, as) => {
      const { invoice, refundable } = await invoiceOf(person);
      return staff.act("studioRefund", person, { invoiceId: invoice.id, amount, refundable, reason: "" }, as);
    };
  },
  "an invoice": async () => {
    const { invoice } = await invoiceOf(await staff.payer());
    return async (amount, as) => {
      const { errors } = await server.graphql(
        `mutation { invoiceRefund(id: "${invoice.id}", amountInCents: ${amount}, reason: "", idempotencyKey: "${randomUUID()}") { id } }`,
        {},
        { as },
      );
      return errors[0]?.extensions.code ?? null;
    };
  },
};

describe.each(Object.keys(paths))("a refund of %s", (path) => {
  test.each(["support", "finance", "admin"] as const)("by %s", async (role) => {
    const refund = await paths[path]!();
    const as = role === "admin" ? admin : await server.member({ role });
    expect(await refund(1001, as)).toBe(role === "support" ? "REFUND_LIMIT" : null);
    if (role !== "support") return;
    expect(await refund(600, as)).toBeNull();
    // Parts don't add up to more.
    expect(await refund(401, as)).toBe("REFUND_LIMIT");
    expect(await refund(400, as)).toBeNull();
  });
});

test("a refund of a gift card by support stops at the limit, and says who may go beyond", async () => {
  const buyer = await server.member();
  const { data } = await server.graphql<{ giftCardBuy: { id: string } }>(
    `mutation ($gateway: Gateway!, $key: String!) {
       giftCardBuy(input: { amount: 5000, currencyCode: "USD", countryCode: "US", gift: { recipientLocale: "en" } },
         gateway: $gateway, paymentMethodType: card, idempotencyKey: $key) { id } }`,
    { gateway: { provider: "eightcount", token: await cardToken(server) }, key: randomUUID() },
    { as: buyer },
  );
  const { id } = data!.giftCardBuy;
  const support = await server.member({ role: "support" });
  const refund = (as: TestPerson) =>
    server.graphql(
      `mutation { studioGiftCardRefund(id: "${id}", rest: 5000, reason: "Returned") { status } }`,
      {},
      { as },
    );
  expect((await refund(support)).errors).toMatchObject([
    {
      message: expect.stringMatching(/up to \$10\.00 .* Finance and admins have no limit/),
      extensions: { code: "REFUND_LIMIT", limit: 1000, currencyCode: "USD" },
    },
  ]);
  const shown = async (as: TestPerson) =>
    (
      await server.graphql<{ studioGiftCards: { items: { id: string; refundLimit: number | null }[] } }>(
        "{ studioGiftCards { items { id refundLimit } } }",
        {},
        { as },
      )
    ).data!.studioGiftCards.items.find((card) => card.id === id)!.refundLimit;
  expect([await shown(support), await shown(admin)]).toEqual([1000, null]);
  expect((await refund(await server.member({ role: "finance" }))).errors).toEqual([]);
});

test("a refusal leaves the plan that should end with the refund", async () => {
  const person = await staff.payer();
  const { invoice, refundable, planVersion } = await invoiceOf(person);
  const support = await server.member({ role: "support" });
  const order = {
    invoiceId: invoice.id,
    amount: refundable,
    refundable,
    reason: "",
    endVersion: planVersion,
  };
  expect(await staff.act("studioRefund", person, order, support)).toBe("REFUND_LIMIT");
  expect((await staff.read(person)).subscription!.status).toBe("active");
});

test("two refunds at once don't pass the limit together", async () => {
  const person = await staff.payer();
  const { invoice } = await invoiceOf(person);
  const support = await server.member({ role: "support" });
  const codes = await Promise.all(
    [1, 2].map(async () => {
      const { errors } = await server.graphql(
        `mutation { invoiceRefund(id: "${invoice.id}", amountInCents: 700, reason: "", idempotencyKey: "${randomUUID()}") { id } }`,
        {},
        { as: support },
      );
      return errors[0]?.extensions.code ?? null;
    }),
  );
  expect(codes).toHaveLength(2);
  expect(new Set(codes)).toEqual(new Set([null, "REFUND_LIMIT"]));
});

test("without a setting, the limit is a month of the most expensive plan with room for taxes", async () => {
  const { usual, amount, isSet } = (await limitIn("USD"))!;
  expect([amount, isSet]).toEqual([1000, true]);
  expect((await save([])).errors).toEqual([]);
  expect(await limitIn("USD")).toEqual({ currencyCode: "USD", amount: usual, usual, isSet: false });
  const { rows } = await server.pool.query<{ highest: number }>(
    `select max(amount) as highest from billing.price_versions join billing.plans on plans.id = plan_id
     where currency_code = 'USD' and period_unit = 'month' and period = 1`,
  );
  expect(usual).toBe(defaultRefundLimit(rows[0]!.highest, "USD"));
  await limit(1000);
});

test.each([
  [1499, "USD", 1900],
  [1600, "EUR", 2000],
  [1980, "JPY", 2475],
])("%d %s a month lets support refund %d", (month, currencyCode, most) => {
  expect(defaultRefundLimit(month, currencyCode)).toBe(most);
});

test("refuses two limits of a currency, and what isn't an amount", async () => {
  const usd = { currencyCode: "USD", amount: 1 };
  for (const given of [[usd, usd], [{ currencyCode: "usd", amount: 1 }], [{ ...usd, amount: -1 }]])
    expect((await save(given)).errors[0]?.extensions).toMatchObject({
      code: "BAD_INPUT",
      field: "refundLimits",
    });
});

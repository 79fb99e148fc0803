import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { subscribeAs, subscriptionOf } from "../testing.ts";
import { sellerOf } from "../../../platform/config/seller.ts";
import { requireSeller } from "./parties.ts";
import { confirmVatIdsJob } from "./billing-details.ts";

/** A stand-in for the register: knows one id, refuses one, and is out of order for all others. */
const register = createServer((request, response) => {
  const id = /\/ms\/(..)\/vat\/(\w+)$/.exec(request.url ?? "");
  const vatId = id ? id[1]! + id[2]! : "";
  response.setHeader("content-type", "application/json");
  if (isDown) {
    response.writeHead(500).end("<html>");
    return;
  }
  response.end(
    JSON.stringify({ isValid: vatId === french, userError: vatId === french ? "VALID" : "INVALID" }),
  );
});
let isDown = false;
const french = "FR40303265045";
const austrian = "ATU13585627";
let server: TestServer;
let strict: TestServer;
beforeAll(async () => {
  await new Promise<void>((resolve) => register.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(register.address() as AddressInfo).port}`;
  server = await startTestServer({ roles: "api" });
  strict = await startTestServer({ roles: "api", env: { VIES_CHECK: "on", VIES_URL: url } });
});
afterAll(async () => {
  await server?.stop();
  await strict?.stop();
  register.close();
});

const company = {
  company: "Demo Danse SARL",
  line1: "1 rue de la Demo",
  postalCode: "75001",
  city: "Paris",
  countryCode: "FR",
  vatId: french,
};
interface Details {
  readonly vatId: string | null;
  readonly company: string | null;
  readonly isVatIdPending: boolean;
}
const set = (at: TestServer, as: TestPerson, input: object) =>
  at.graphql<{ billingDetailsSet: Details | null }>(
    `mutation ($input: BillingDetailsInput!) { billingDetailsSet(input: $input) { company vatId isVatIdPending } }`,
    { input },
    { as },
  );
const codeOf = async (at: TestServer, as: TestPerson, input: object) => {
  const { errors } = await set(at, as, input);
  return errors.map(({ extensions }) => [extensions.code, extensions.field]);
};
const estimate = async (at: TestServer, as: TestPerson, countryCode = "FR") =>
  (
    await at.graphql<{
      checkoutEstimate: {
        invoiceEstimate: { amountDue: number; taxTotal: number; isReverseCharge: boolean };
      };
    }>(
      `query ($planInfo: PlanInfo!) { checkoutEstimate(planInfo: $planInfo, withoutTrial: true) {
        invoiceEstimate { amountDue taxTotal isReverseCharge } } }`,
      { planInfo: { planId: "premium-yearly", countryCode } },
      { as },
    )
  ).data!.checkoutEstimate.invoiceEstimate;

describe("billing details", () => {
  test("are set, normalized and emptied by the payer alone", async () => {
    const me = await server.member();
    const { data } = await set(server, me, { ...company, vatId: " fr 40.303-265 045 " });
    expect(data!.billingDetailsSet).toEqual({
      company: company.company,
      vatId: french,
      isVatIdPending: false,
    });
    expect((await set(server, me, { company: " " })).data).toEqual({ billingDetailsSet: null });
    const { data: after } = await server.graphql("{ billingDetails { company } }", {}, { as: me });
    expect(after).toEqual({ billingDetails: null });
  });

  test.each([
    [{ vatId: "FR40303265046" }, "vatId"],
    [{ company: "" }, "company"],
    [{ line1: "" }, "line1"],
    [{ city: "" }, "city"],
    [{ countryCode: "DE" }, "vatId"],
    [{ countryCode: "Paris" }, "countryCode"],
  ])("refuse %j, naming the field", async (more, field) => {
    const me = await server.anonymous();
    expect(await codeOf(server, me, { ...company, ...more })).toEqual([["BAD_INPUT", field]]);
  });
});

test("a business in another EU country is charged without tax what the estimate says, and its invoice says why", async () => {
  const me = await server.member();
  expect(await estimate(server, me)).toEqual({ amountDue: 11_900, taxTotal: 1983, isReverseCharge: false });
  await set(server, me, company);
  const shown = await estimate(server, me);
  expect(shown).toEqual({ amountDue: 9917, taxTotal: 0, isReverseCharge: true });
  const { errors } = await subscribeAs(server, me, {
    withoutTrial: true,
    planId: "premium-yearly",
    countryCode: "FR",
    amountDue: shown.amountDue,
  });
  expect(errors).toEqual([]);
  const { data } = await server.graphql<{
    invoices: { items: { total: number; taxTotal: number; pdfUrl: string; jsonUrl: string }[] };
  }>("{ invoices { items { total taxTotal pdfUrl jsonUrl } } }", {}, { as: me });
  const [invoice] = data!.invoices.items;
  expect(invoice).toMatchObject({ total: 9917, taxTotal: 0 });
  const json = (await (await fetch(invoice!.jsonUrl)).json()) as object;
  expect(json).toMatchObject({
    seller: { name: "Demo Studio", vatId: "DE123456788" },
    buyer: { company: company.company, vatId: french },
    tax: { isReverseCharge: true, amount: 0 },
  });
  expect((await fetch(invoice!.pdfUrl)).status).toBe(200);

  // Later details change later invoices alone, and give no more credit than was paid.
  await set(server, me, {});
  expect(await (await fetch(invoice!.jsonUrl)).json()).toEqual(json);
  const found = await subscriptionOf(server, me);
  await server.graphql(
    `mutation { subscriptionPause(id: "${found!.id}", months: 1) { id } }`,
    {},
    { as: me },
  );
  const { rows } = await server.pool.query<{ amount: number }>(
    `select coalesce(sum(amount), 0)::int as amount from billing.credits where account_id = $1`,
    [me.id],
  );
  expect(rows[0]!.amount).toBe(9917);
});

test("businesses in the seller's country and people elsewhere pay tax", async () => {
  const me = await server.anonymous();
  await set(server, me, { ...company, countryCode: "DE", city: "Berlin", vatId: "DE136695976" });
  expect(await estimate(server, me, "DE")).toMatchObject({ taxTotal: 1900, isReverseCharge: false });
  await set(server, me, company);
  expect(await estimate(server, me, "AT")).toMatchObject({ isReverseCharge: false });
});

describe("where the register is asked", () => {
  test("an id that isn't registered is refused, and a registered one counts", async () => {
    const me = await strict.anonymous();
    const input = { ...company, countryCode: "AT", city: "Wien", vatId: austrian };
    expect(await codeOf(strict, me, input)).toEqual([["BAD_INPUT", "vatId"]]);
    await set(strict, me, company);
    expect(await estimate(strict, me)).toMatchObject({ amountDue: 9917, isReverseCharge: true });
  });

  test("tax is charged until a silent register confirms the id", async () => {
    const me = await strict.anonymous();
    isDown = true;
    const { data } = await set(strict, me, company);
    isDown = false;
    expect(data!.billingDetailsSet).toMatchObject({ vatId: french, isVatIdPending: true });
    expect(await estimate(strict, me)).toMatchObject({ amountDue: 11_900, isReverseCharge: false });
    const run = { signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
    await confirmVatIdsJob.run(strict.ctx(), {}, run);
    expect(await estimate(strict, me)).toMatchObject({ amountDue: 9917, isReverseCharge: true });
  });

  test("ids that the register refuses later don't keep others waiting", async () => {
    isDown = true;
    const refused = await strict.anonymous();
    await set(strict, refused, { ...company, countryCode: "AT", city: "Wien", vatId: austrian });
    const waiting = await strict.anonymous();
    await set(strict, waiting, company);
    isDown = false;
    const run = { signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
    await confirmVatIdsJob.run(strict.ctx(), {}, run);
    const { rows } = await strict.pool.query<{ account_id: string }>(
      `select account_id from billing.billing_details where vat_id is not null and vat_confirmed_at is null
       order by updated_at`,
    );
    expect(rows.at(-1)).toEqual({ account_id: refused.id });
    const { data } = await strict.graphql<{ billingDetails: Details }>(
      "{ billingDetails { company vatId isVatIdPending } }",
      {},
      { as: waiting },
    );
    expect(data!.billingDetails.isVatIdPending).toBe(false);
  });
});

test("nothing is sold while the seller is unknown, and the page says so", async () => {
  const me = await server.member();
  const ctx = server.ctx();
  const bare = { studio: { ...ctx.studio, seller: null } };
  expect(() => requireSeller(bare)).toThrow(expect.objectContaining({ code: "SELLER_UNKNOWN" }));
  const { data } = await server.graphql("{ paymentConfig { isAvailable } }", {}, { as: me });
  expect(data).toEqual({ paymentConfig: { isAvailable: true } });
});

test.each([
  [{ INVOICE_ISSUER: "Old Studio\\nA street 1" }, { name: "Old Studio", addressLines: ["A street 1"] }],
  [
    {
      SELLER_NAME: "New Ltd.",
      SELLER_ADDRESS: "Road 2\\n1010 Wien",
      SELLER_COUNTRY: "AT",
      SELLER_VAT_ID: "at u1358 5627",
    },
    { name: "New Ltd.", addressLines: ["Road 2", "1010 Wien"], countryCode: "AT", vatId: "ATU13585627" },
  ],
  [{}, null],
])("reads the seller of production from %j", (env, expected) => {
  const seller = sellerOf(env as unknown as Parameters<typeof sellerOf>[0], true);
  if (expected) expect(seller).toMatchObject(expected);
  else expect(seller).toBeNull();
});

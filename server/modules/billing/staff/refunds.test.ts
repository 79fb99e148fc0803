import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { mailTo, subjectsTo } from "../../../testing/mailbox.ts";
import { cards, cardToken } from "../testing.ts";
import { actingAsStaff } from "./testing.ts";

let server: TestServer;
let admin: TestPerson;
let staff: ReturnType<typeof actingAsStaff>;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.member({ role: "admin" });
  staff = actingAsStaff(server, admin);
});
afterAll(() => server?.stop());
const read = (person: TestPerson) => staff.read(person);
const act: typeof staff.act = (...given) => staff.act(...given);
const payer: typeof staff.payer = (...given) => staff.payer(...given);
const held = (person: TestPerson) => staff.held(person);
const audit = (action: string) => staff.audit(action);

describe("a refund", () => {
  test("ends the plan in the same step, once per key, with a credit note and one email", async () => {
    const person = await payer();
    const { invoices } = await read(person);
    const { invoice, refundable, planVersion, unused } = invoices.items[0]!;
    expect([refundable, unused!.days]).toEqual([invoice.total, expect.closeTo(30, -1)]);
    const order = {
      key: randomUUID(),
      invoiceId: invoice.id,
      amount: refundable,
      refundable,
      reason: "Asked by the member",
      endVersion: planVersion,
    };
    const answers = await Promise.all([1, 2, 3].map(() => act("studioRefund", person, order)));
    expect(answers).toEqual([null, null, null]);
    const after = await read(person);
    expect(after.subscription).toMatchObject({ status: "canceled" });
    expect(after.invoices.items[0]).toMatchObject({
      refundable: 0,
      planVersion: null,
      invoice: { creditNotes: [{ amount: invoice.total }] },
    });
    expect(await held(person)).toBe(0);
    const { rows } = await server.pool.query<{ address: string }>(
      `select coalesce("pendingEmail", email) as address from identity."user" where id = $1`,
      [person.id],
    );
    const [{ address }] = rows as [{ address: string }];
    const mail = await mailTo(server, address, "Your refund of $14.99 is on its way");
    expect(mail.text).toMatch(/refunded.*plan has ended.*credit note is attached/s);
    expect(await subjectsTo(server, address)).not.toContain("Your subscription is canceled");
    expect(await audit("billing.invoice_refunded")).toMatchObject({
      subject: `person:${person.id}`,
      details: { refundable: { before: invoice.total, after: 0 } },
    });
  });

  test("of a part lowers what a pause can credit, and leaves the plan", async () => {
    const person = await payer();
    const { invoice, refundable } = (await read(person)).invoices.items[0]!;
    const credit = (await read(person)).subscription!.pauseCredit!;
    const part = { invoiceId: invoice.id, amount: 500, reason: "" };
    expect(await act("studioRefund", person, { ...part, refundable })).toBeNull();
    const after = await read(person);
    expect(after.subscription!.status).toBe("active");
    expect(after.subscription!.pauseCredit!).toBeLessThanOrEqual(credit - 500);
    // A second member of staff saw the invoice before the refund.
    expect(await act("studioRefund", person, { ...part, refundable })).toBe("CHANGED_MEANWHILE");
    expect(
      await act("studioRefund", person, { ...part, amount: 999_999, refundable: refundable - 500 }),
    ).toBe("BAD_INPUT");
    expect(await held(person)).toBe(invoice.total - 500);
  });

  test("takes back the credit that a pause gave for the same time", async () => {
    const person = await payer("premium-yearly");
    const { subscription, planVersion } = await read(person);
    await act("studioPausePlan", person, {
      subscriptionId: subscription!.id,
      version: planVersion,
      months: 1,
    });
    const { invoices, credit } = await read(person);
    const { invoice, refundable } = invoices.items[0]!;
    expect([refundable, credit[0]!.amount]).toEqual([invoice.total, invoice.total]);
    const order = { invoiceId: invoice.id, amount: refundable, refundable, reason: "" };
    expect(await act("studioRefund", person, order)).toBeNull();
    expect((await read(person)).credit).toEqual([]);
  });

  test("that is refused leaves a payment alone that waits for the bank; one that is accepted cancels it", async () => {
    const person = await payer("basic-monthly", {
      withoutTrial: true,
      token: await cardToken(server, cards.good),
    });
    await server.pool.query(
      "update billing.test_tokens set behaviour = 'confirms', is_authenticated = false where account_id = $1",
      [person.id],
    );
    const { subscription } = await read(person);
    await server.graphql(
      `mutation { subscriptionChangePlan(id: "${subscription!.id}", planId: "premium-monthly") { id } }`,
      {},
      { as: person },
    );
    const waiting = async () =>
      (
        await server.pool.query(
          "select from billing.payments where account_id = $1 and status = 'action_required'",
          [person.id],
        )
      ).rowCount;
    expect(await waiting()).toBe(1);
    const { invoices, planVersion } = await read(person);
    const { invoice, refundable } = invoices.items[0]!;
    const order = {
      invoiceId: invoice.id,
      amount: refundable,
      refundable,
      reason: "",
      endVersion: planVersion,
    };
    expect(await act("studioRefund", person, { ...order, amount: refundable + 1 })).toBe("BAD_INPUT");
    expect(await act("studioRefund", person, { ...order, refundable: 1 })).toBe("CHANGED_MEANWHILE");
    expect(await act("studioRefund", person, { ...order, endVersion: planVersion! - 1 })).toBe(
      "CHANGED_MEANWHILE",
    );
    expect(await waiting()).toBe(1);
    expect(await act("studioRefund", person, order)).toBeNull();
    expect(await waiting()).toBe(0);
    expect((await read(person)).subscription!.status).toBe("canceled");
  });

  test("is refused if its key was used for another one", async () => {
    const person = await payer();
    const { invoice, refundable } = (await read(person)).invoices.items[0]!;
    const order = { key: randomUUID(), invoiceId: invoice.id, amount: 100, refundable, reason: "" };
    expect(await act("studioRefund", person, order)).toBeNull();
    expect(await act("studioRefund", person, order)).toBeNull();
    expect(await act("studioRefund", person, { ...order, amount: 200 })).toBe("IDEMPOTENCY_KEY_REUSED");
    expect(await act("studioRefund", person, { ...order, reason: "Another" })).toBe("IDEMPOTENCY_KEY_REUSED");
    expect(await held(person)).toBe(invoice.total - 100);
    const refund = (amount: number) =>
      server.graphql(
        `mutation { invoiceRefund(id: "${invoice.id}", amountInCents: ${amount}, reason: "", idempotencyKey: "same") { id } }`,
        {},
        { as: admin },
      );
    expect((await refund(300)).errors).toEqual([]);
    expect((await refund(400)).errors[0]?.extensions.code).toBe("IDEMPOTENCY_KEY_REUSED");
    expect(await held(person)).toBe(invoice.total - 400);
  });

  test("of someone else's invoice isn't found", async () => {
    const [one, other] = [await payer(), await payer()];
    const { invoice, refundable } = (await read(one)).invoices.items[0]!;
    const order = { invoiceId: invoice.id, amount: 1, refundable, reason: "" };
    expect(await act("studioRefund", other, order)).toBe("NOT_FOUND");
  });
});
